/**
 * A PDF of plain text: A4, in 80 columns of Courier, in as many pages as it needs. Banks take documents only, and Kassa's evidence is
 * text. The characters are those of Windows-1252, because any others would need a font in the file.
 */
const page = { width: 595, height: 842, margin: 56 } as const;
const columns = 80;
const fontSize = 10;
const lineHeight = 13;
const rows = Math.floor((page.height - 2 * page.margin) / lineHeight);

/** The byte of each character. Bytes that are control characters, or that the encoding lacks, aren't in it. */
const bytes: ReadonlyMap<string, number> = new Map(
  Array.from(new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)))
    .map((character, byte) => [character, byte] as const)
    .filter(([character]) => !/\p{Cc}/u.test(character)),
);

/** The first character that can't be written; undefined if all can. */
export const unwritableIn = (text: string): string | undefined =>
  Array.from(plain(text)).find((character) => character !== "\n" && !bytes.has(character));

/** The same bytes each time for the same text. @param text without a character that `unwritableIn` finds */
export function toPdf(text: string): Buffer {
  const lines = plain(text).split("\n").flatMap(wrap);
  const pages = Array.from({ length: Math.ceil(lines.length / rows) }, (_, index) =>
    lines.slice(index * rows, (index + 1) * rows),
  );
  // Object 1 is the catalog, 2 the list of pages, 3 the font; each page follows with its content.
  const pageNumbers = pages.map((_, index) => 4 + 2 * index);
  return assemble([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((content, index) => [pageObject(5 + 2 * index), stream(content)]),
  ]);
}

const plain = (text: string): string =>
  text.normalize("NFC").replaceAll("\t", "    ").replaceAll(/\r\n?/g, "\n");

/** Lines of at most 80 characters, broken at spaces where there are any. */
function wrap(line: string): string[] {
  if (line.length <= columns) return [line];
  const space = line.lastIndexOf(" ", columns);
  const end = space > 0 ? space : columns;
  return [line.slice(0, end), ...wrap(line.slice(space > 0 ? end + 1 : end))];
}

const pageObject = (content: number): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] ` +
  `/Resources << /Font << /F 3 0 R >> >> /Contents ${content} 0 R >>`;

function stream(lines: readonly string[]): string {
  const top = page.height - page.margin - fontSize;
  const start = `BT /F ${fontSize} Tf ${lineHeight} TL ${page.margin} ${top} Td`;
  const content = [start, ...lines.map((line) => `<${hexOf(line)}> Tj T*`), "ET"].join("\n");
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

const hexOf = (line: string): string =>
  Buffer.from(Array.from(line, (character) => bytes.get(character) ?? 0x3f)).toString("hex");

/** The objects, numbered from 1, and the table of where each begins. Everything is ASCII, so that characters are bytes. */
function assemble(objects: readonly string[]): Buffer {
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join("")}`;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, "latin1");
}
