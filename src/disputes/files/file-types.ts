/** The kinds of files that banks take as evidence, each with the bytes that every file of the kind begins with. */
const kinds = {
  "application/pdf": Buffer.from("%PDF-", "latin1"),
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff]),
} as const;

export type FileType = keyof typeof kinds;
export const fileTypes = Object.keys(kinds) as readonly FileType[];

/** What the content is, as far as its first bytes tell; undefined when it is none of the types that banks take. */
export function fileTypeOf(content: Buffer): FileType | undefined {
  return fileTypes.find((type) => content.subarray(0, kinds[type].length).equals(kinds[type]));
}
