import { randomBytes } from "node:crypto";
import type { Keyring } from "../kernel/seal.ts";

/** A signing secret as Standard Webhooks writes it: 32 random bytes. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

// Secrets are sealed rather than hashed: signing needs them back.
const purpose = "webhook-secrets";

export const sealSecret = (keyring: Keyring, secret: string): Buffer => keyring.seal(purpose, secret);
export const openSecret = (keyring: Keyring, sealed: Buffer): string => keyring.open(purpose, sealed);
