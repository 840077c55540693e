import type { Keyring } from "../../kernel/seal.ts";

/** The secret that Kassa and the simulated PSP share; derived, so that it is none of the keys that seal things. */
export function sandboxPspSecret(keyring: Keyring): string {
  return keyring.keyFor("sandbox-psp").toString("hex");
}
