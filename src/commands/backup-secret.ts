import { readFile } from "node:fs/promises";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { BackupSecret } from "../database/embedded/backup/backup-key.ts";
import { callerFile } from "./caller-file.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";

const shortestPassphrase = 12;
const shortestKeyFile = 32;

export type SecretOptions = { readonly encrypt?: boolean; readonly keyFile?: string };

/**
 * What encrypts a backup: the key file, or a passphrase that is asked for on a terminal without showing it, and otherwise read from
 * standard input; never an argument, which other users of the machine can see.
 *
 * @param isNew asks for the passphrase twice, and refuses a short one
 */
export async function readBackupSecret(
  { encrypt = false, keyFile }: SecretOptions,
  isNew: boolean,
): Promise<BackupSecret | undefined> {
  if (encrypt && keyFile !== undefined)
    throw new UsageFailure("Use --encrypt for a passphrase or --key-file for a file, not both.");
  if (keyFile !== undefined) return { kind: "key_file", content: await readKeyFile(callerFile(keyFile)) };
  if (!encrypt) return undefined;
  const passphrase = process.stdin.isTTY
    ? await ask(isNew)
    : (await text(process.stdin)).replace(/\r?\n$/, "");
  if (isNew && passphrase.length < shortestPassphrase)
    throw new UsageFailure(`The passphrase needs at least ${shortestPassphrase} characters.`);
  return { kind: "passphrase", text: passphrase };
}

async function readKeyFile(file: string): Promise<Buffer> {
  const content = await readFile(file).catch((error: unknown) => {
    throw new CommandFailure(`${file} can't be read. ${error instanceof Error ? error.message : ""}`.trim());
  });
  if (content.length >= shortestKeyFile) return content;
  throw new CommandFailure(
    `${file} has ${content.length} bytes, and a key file needs ${shortestKeyFile} random ones: openssl rand -out ${file} 32`,
  );
}

async function ask(isNew: boolean): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const line = async (label: string): Promise<string> => {
    process.stderr.write(label);
    const given = await terminal.question("");
    process.stderr.write("\n");
    return given;
  };
  try {
    const passphrase = await line("Passphrase of the backup: ");
    if (isNew && (await line("The same again: ")) !== passphrase)
      throw new UsageFailure("The two passphrases differ. Nothing was done.");
    return passphrase;
  } finally {
    terminal.close();
  }
}
