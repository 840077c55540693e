import process from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ConnectorKind, CredentialField, Values } from "../connectors/kind.ts";
import { UsageFailure } from "./failure.ts";

/**
 * Reads credentials from standard input, never from arguments, which other users of the machine and the shell's history can
 * see. On a terminal it asks for each one without showing it; otherwise it reads lines such as `apiKey=sk_test_…`.
 */
export async function readSecrets(kind: ConnectorKind): Promise<Values> {
  return process.stdin.isTTY ? ask(kind.credentials) : parseSecrets(await text(process.stdin));
}

async function ask(fields: readonly CredentialField[]): Promise<Values> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const given: [string, string][] = [];
  for (const { name, label } of fields) {
    process.stderr.write(`${label}, empty to leave it out: `);
    const value = (await terminal.question("")).trim();
    process.stderr.write("\n");
    if (value !== "") given.push([name, value]);
  }
  terminal.close();
  return Object.fromEntries(given);
}

/** Reads lines `name=value`. @throws UsageFailure, whose message never contains a value */
export function parseSecrets(input: string): Values {
  const lines = input.split(/\r?\n/).map((line) => line.trim());
  const given = lines.flatMap((line, index): [string, string][] => {
    if (line === "") return [];
    const [, name, value] = /^([A-Za-z]+)\s*=\s*(\S+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) return [[name, value]];
    throw new UsageFailure(
      `Line ${index + 1} of standard input isn't a credential. Write one a line, such as apiKey=sk_test_…`,
    );
  });
  return Object.fromEntries(given);
}
