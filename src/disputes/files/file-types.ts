/** The kinds of files that banks take as evidence, each with the bytes that every file of the kind begins with. */
const kinds = {
  "application/pdf": Buffer.from("%PDF-", "latin1"),
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff]),
} as const;

export type FileType = keyof typeof kinds;
export const fileTypes = Object.keys(kinds) as readonly FileType[];

/** Whether the content is what it is said to be, as far as its first bytes tell. */
export function looksLike(type: FileType, content: Buffer): boolean {
  const beginning = kinds[type];
  return content.subarray(0, beginning.length).equals(beginning);
}
