/** The file types that banks accept as evidence, each with the bytes that its files begin with. */
const signatures = {
  "application/pdf": Buffer.from("%PDF-", "latin1"),
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff]),
} as const;

export type FileType = keyof typeof signatures;
export const fileTypes = Object.keys(signatures) as readonly FileType[];

/** The file type by the first bytes of the content; undefined if banks don't accept it. */
export function fileTypeOf(content: Buffer): FileType | undefined {
  return fileTypes.find((type) => content.subarray(0, signatures[type].length).equals(signatures[type]));
}
