import { createHmac, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { BackupRefused, damaged } from "./backup-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { FrameKey } from "./frames.ts";

/** What encrypts a backup: words of a person, or the content of a file. */
export type BackupSecret =
  | { readonly kind: "passphrase"; readonly text: string }
  | { readonly kind: "key_file"; readonly content: Buffer };

/** The first bytes of each kind of file. */
const magics = {
  backup: Buffer.from("KASSA BACKUP 1\n"),
  /** A file of PostgreSQL's log in an archive. */
  log: Buffer.from("KASSA LOG 1\n"),
} as const;
export type FileKind = keyof typeof magics;

const saltBytes = 32;
const kinds = ["none", "passphrase", "key_file"] as const;

/** The beginning of a file: what it is, how it is encrypted, and a salt, so that no two files have the same key. */
export async function beginFile(
  secret: BackupSecret | undefined,
  fileKind: FileKind = "backup",
): Promise<FrameKey> {
  const salt = randomBytes(saltBytes);
  const header = Buffer.concat([
    magics[fileKind],
    Buffer.from([kinds.indexOf(secret?.kind ?? "none")]),
    salt,
  ]);
  return { key: secret && (await deriveKey(secret, salt)), header };
}

/** @throws BackupRefused if it isn't a backup, or another kind of secret is needed */
export async function readBeginning(
  source: ByteReader,
  secret: BackupSecret | undefined,
  fileKind: FileKind = "backup",
): Promise<FrameKey> {
  const magic = magics[fileKind];
  const header = await source.take(magic.length + 1 + saltBytes);
  if (!header?.subarray(0, magic.length).equals(magic))
    throw new BackupRefused("The file isn't a backup that `kassa backup` of this version has made.");
  const kind = kinds[header.readUInt8(magic.length)];
  if (kind === undefined) throw damaged("its first bytes were changed");
  if (kind !== (secret?.kind ?? "none")) throw new BackupRefused(wants[kind]);
  const salt = header.subarray(magic.length + 1);
  return { key: secret && (await deriveKey(secret, salt)), header };
}

const wants = {
  none: "The backup isn't encrypted. Leave out --encrypt and --key-file.",
  passphrase: "The backup is encrypted with a passphrase. Add --encrypt.",
  key_file: "The backup is encrypted with a key file. Add --key-file with it.",
} as const;

export const wrongSecret = (): BackupRefused =>
  new BackupRefused(
    "The backup can't be decrypted: the passphrase or key file is another one, or the file was changed. Nothing was restored.",
  );

/** 128 MiB of memory and some tenths of a second for each guess of a passphrase. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

function deriveKey(secret: BackupSecret, salt: Buffer): Promise<Buffer> | Buffer {
  if (secret.kind === "key_file")
    return createHmac("sha256", salt).update("kassa backup").update(secret.content).digest();
  const derive = promisify<string, Buffer, number, typeof scryptCost, Buffer>(scrypt);
  return derive(secret.text.normalize("NFC"), salt, 32, scryptCost);
}
