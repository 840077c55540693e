import { commandLine } from "../kernel/command-line.ts";
import type { Mode } from "../kernel/mode.ts";
import { publishedWithinSeconds } from "../receipts/published-keys.ts";
import { listKeys, type ReceiptKey, rollKey, withdrawReceiptKey } from "../receipts/signing-keys.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { print, table } from "./output.ts";

/** `kassa receipts keys list` */
export async function listReceiptKeysCommand({ json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database, keyring }) => {
    const keys = await listKeys({ database, keyring });
    print(json, { object: "list", data: keys.map(present) }, () =>
      table(["key", "mode", "state", "created"], keys.map(row)),
    );
  });
}

/** `kassa receipts keys roll` */
export async function rollReceiptKeyCommand({ mode, json }: { mode: Mode; json: boolean }): Promise<void> {
  await withDatabase(async ({ database, keyring }) => {
    const rolled = await rollKey({ database, keyring }, mode);
    if (!rolled.ok) throw new CommandFailure(rolled.failure);
    const { keyId, replaces } = rolled.value;
    print(json, rolled.value, () => [
      `Created ${keyId}. It signs ${mode} receipts from now on.`,
      `Every process publishes it within ${publishedWithinSeconds} seconds. Until verifiers fetch the published keys again, they get unknown_key.`,
      ...(replaces === null
        ? []
        : [
            `${replaces} no longer signs. It stays published, so that receipts that it signed can be verified.`,
          ]),
    ]);
  });
}

/** `kassa receipts keys withdraw` */
export async function withdrawReceiptKeyCommand(keyId: string, { json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database, keyring }) => {
    const withdrawn = await withdrawReceiptKey({ database, keyring }, keyId);
    if (!withdrawn.ok)
      throw new CommandFailure(`${withdrawn.failure} List all keys: ${commandLine("receipts keys list")}`);
    const { mode, signsNow } = withdrawn.value;
    print(json, withdrawn.value, () => [
      `Withdrew ${keyId}. Verification now rejects every receipt that it signed.`,
      `Every process publishes the withdrawal within ${publishedWithinSeconds} seconds.`,
      `When a ${mode} receipt that it signed is requested, it is signed again with ${signsNow}.`,
    ]);
  });
}

function present({ keyId, mode, bytes, createdAt, retiredAt, withdrawnAt }: ReceiptKey) {
  return {
    object: "receipt_key",
    keyId,
    mode,
    publicKey: bytes.toString("base64url"),
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}

function row({ keyId, mode, createdAt, ...key }: ReceiptKey): string[] {
  return [keyId, mode, stateOf(key), createdAt.toISOString()];
}

function stateOf({ retiredAt, withdrawnAt }: Pick<ReceiptKey, "retiredAt" | "withdrawnAt">): string {
  if (withdrawnAt) return `withdrawn ${withdrawnAt.toISOString()}`;
  return retiredAt ? `retired ${retiredAt.toISOString()}` : "signs";
}
