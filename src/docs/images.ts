import { existsSync, globSync, readFileSync } from "node:fs";

export type Image = {
  /** Its address on this server. */
  readonly address: string;
  readonly width: number;
  readonly height: number;
};

export const imagesPath = "/docs/images/";

const folder = new URL("../../docs/images/", import.meta.url);

/** The files in docs/images/, such as "diagrams/3f9ac0d1e2b4.svg". */
export const imageFiles: readonly string[] = globSync("**/*.{svg,webp}", { cwd: folder });

/** An image with its size, so that a page doesn't move when it is loaded; undefined if there is none. */
export function findImage(file: string): Image | undefined {
  const place = new URL(file, folder);
  if (!place.href.startsWith(folder.href) || !existsSync(place)) return undefined;
  const size = file.endsWith(".svg")
    ? sizeOfSvg(readFileSync(place, "utf8"))
    : sizeOfWebp(readFileSync(place));
  return { address: imagesPath + file, ...size };
}

export function readImage(file: string): { readonly body: Buffer; readonly contentType: string } {
  return {
    body: readFileSync(new URL(file, folder)),
    contentType: file.endsWith(".svg") ? "image/svg+xml" : "image/webp",
  };
}

function sizeOfSvg(text: string) {
  const [, width, height] = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(text) ?? [];
  return { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}

/**
 * Pixels for each CSS pixel of a screenshot: as many as a screen of two pixels a point shows of it in a column of the docs, which is narrower
 * than the window in which it was taken.
 */
export const screenshotScale = 1.25;

/**
 * The size in CSS pixels, from the header of either format that browsers write: the extended one (RFC 9649, section 2.7) or the lossy one,
 * whose frame has it (RFC 6386, section 9.1).
 */
function sizeOfWebp(bytes: Buffer) {
  const format = bytes.toString("latin1", 12, 16);
  if (format === "VP8X") return inCssPixels(1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3));
  if (format === "VP8 ") return inCssPixels(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  throw new Error("a picture of the docs is neither an extended nor a lossy WebP");
}

function inCssPixels(width: number, height: number) {
  return { width: Math.round(width / screenshotScale), height: Math.round(height / screenshotScale) };
}
