import type { Keyring } from "../../kernel/seal.ts";

/** The secret that Kassa and the simulated PSP share. It is derived, so it differs from every key that seals data. */
export function sandboxPspSecret(keyring: Keyring): string {
  return keyring.keyFor("sandbox-psp").toString("hex");
}
