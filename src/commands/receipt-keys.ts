import type { Mode } from "../kernel/mode.ts";
import { type KnownKey, listKeys, rollKey } from "../receipts/signing-keys.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure } from "./failure.ts";
import { print, table } from "./output.ts";

/** `kassa receipts keys list` */
export async function listReceiptKeysCommand({ json }: { json: boolean }): Promise<void> {
  await withDatabase(async ({ database, keyring }) => {
    const keys = await listKeys({ database, keyring });
    print(json, { object: "list", data: keys.map(present) }, () =>
      table(["key", "mode", "state", "made"], keys.map(row)),
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
      `Made ${keyId}. It signs the ${mode} receipts from now on.`,
      ...(replaces === null
        ? []
        : [`${replaces} signs nothing any more. It stays published, for what it signed.`]),
    ]);
  });
}

function present({ keyId, mode, bytes, createdAt, retiredAt }: KnownKey) {
  return {
    object: "receipt_key",
    keyId,
    mode,
    publicKey: bytes.toString("base64url"),
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  };
}

function row({ keyId, mode, createdAt, retiredAt }: KnownKey): string[] {
  const state = retiredAt === null ? "signs" : `retired ${retiredAt.toISOString()}`;
  return [keyId, mode, state, createdAt.toISOString()];
}
