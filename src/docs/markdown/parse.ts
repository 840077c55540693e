/**
 * The part of Markdown that Kassa's own documents are written in: headings, paragraphs, lists, tables, code. It reads
 * nothing but files of this repository; what it doesn't know comes out as a paragraph of text, never as markup.
 */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  /** `language`: what stands behind the fence; empty when nothing does. */
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

/** A document's blocks, in order. Comments are left out. */
export function parseMarkdown(text: string): Block[] {
  const lines = text.replace(/<!--.*?-->/gs, "").split("\n");
  return parseLines(lines);
}

/** What a reader took: the block, and where the next one begins. */
type Taken = { readonly block: Block; readonly next: number };
type Reader = (lines: readonly string[], at: number) => Taken | undefined;

const readers: readonly Reader[] = [
  readFence,
  readHeading,
  readTable,
  readList,
  readIndentedCode,
  readParagraph,
];

function parseLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at]?.trim() === "") {
      at += 1;
      continue;
    }
    for (const read of readers) {
      const taken = read(lines, at);
      if (!taken) continue;
      blocks.push(taken.block);
      at = taken.next;
      break;
    }
  }
  return blocks;
}

function readFence(lines: readonly string[], at: number): Taken | undefined {
  if (!lines[at]?.startsWith("```")) return undefined;
  const end = lines.indexOf("```", at + 1);
  const last = end === -1 ? lines.length : end;
  const language = lines[at].slice("```".length).trim();
  return { block: { kind: "code", language, text: lines.slice(at + 1, last).join("\n") }, next: last + 1 };
}

function readHeading(lines: readonly string[], at: number): Taken | undefined {
  const match = /^(#{1,4}) (.+)$/.exec(lines[at] ?? "");
  if (!match) return undefined;
  return { block: { kind: "heading", level: match[1]?.length ?? 1, text: match[2] ?? "" }, next: at + 1 };
}

function readTable(lines: readonly string[], at: number): Taken | undefined {
  if (!lines[at]?.startsWith("|") || !/^\|[ :|-]+\|$/.test(lines[at + 1] ?? "")) return undefined;
  const end = endOfRun(lines, at, (line) => line.startsWith("|"));
  const rows = lines.slice(at, end).map(cellsOf);
  return { block: { kind: "table", head: rows[0] ?? [], rows: rows.slice(2) }, next: end };
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());

const itemStart = /^(?:([-*])|\d+\.) +/;

/** A list's items go on in lines that are indented, and can hold blocks of their own. */
function readList(lines: readonly string[], at: number): Taken | undefined {
  const first = itemStart.exec(lines[at] ?? "");
  if (!first) return undefined;
  const items: Block[][] = [];
  let next = at;
  while (next < lines.length) {
    const start = itemStart.exec(lines[next] ?? "");
    if (!start || Boolean(start[1]) !== Boolean(first[1])) break;
    const indent = start[0].length;
    const end = endOfItem(lines, next + 1, indent);
    const inner = lines.slice(next, end).map((line) => line.slice(Math.min(indent, line.length)));
    items.push(parseLines(inner));
    next = end;
  }
  return { block: { kind: "list", ordered: !first[1], items }, next };
}

function endOfItem(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (line.search(/\S/) < Math.min(indent, 2)) break;
    end = at + 1;
  }
  // Blank lines between two items belong to neither.
  while (lines[end]?.trim() === "" && itemStart.test(lines[end + 1] ?? "")) end += 1;
  return end;
}

function readIndentedCode(lines: readonly string[], at: number): Taken | undefined {
  if (!lines[at]?.startsWith("    ")) return undefined;
  const end = endOfRun(lines, at, (line) => line.startsWith("    ") || line.trim() === "");
  const text = lines.slice(at, end).map((line) => line.slice(4));
  return { block: { kind: "code", language: "", text: text.join("\n").trimEnd() }, next: end };
}

function readParagraph(lines: readonly string[], at: number): Taken {
  const ends = (line: string): boolean =>
    line.trim() === "" || /^(#{1,4} |```|\|)/.test(line) || itemStart.test(line);
  const end = endOfRun(lines, at + 1, (line) => !ends(line));
  const text = lines.slice(at, end).map((line) => line.trim());
  return { block: { kind: "paragraph", text: text.join(" ") }, next: end };
}

function endOfRun(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && belongs(lines[end] ?? "")) end += 1;
  return end;
}
