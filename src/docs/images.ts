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

/** The size in the frame header of a lossy WebP (RFC 9649, section 2.5), for screens of two pixels a point. */
function sizeOfWebp(bytes: Buffer) {
  return { width: (bytes.readUInt16LE(26) & 0x3fff) / 2, height: (bytes.readUInt16LE(28) & 0x3fff) / 2 };
}
