import { crc32 } from "node:zlib";
import { decodeTenantKey, encodeTenantKey, randomDigits } from "../kernel/id.ts";
import type { Mode } from "../kernel/mode.ts";

/**
 * An API key: `ks_live_` or `ks_sandbox_`, the tenant's key (7 digits of base 62), 43 random digits (256 bits), and 6
 * digits of CRC-32 over all before them. The checksum makes a mistyped key recognisable without the database, and a leaked
 * one by scanners; the tenant's key leads to the tenant's shard.
 */
export type ParsedApiKey = { readonly mode: Mode; readonly tenantId: number };

const randomLength = 43;
const checksumLength = 6;
const pattern = /^(ks_(live|sandbox)_([0-9A-Za-z]{7})[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** A pattern that finds keys in any text, for refusing and redacting them. */
export const apiKeyInText = /ks_(?:live|sandbox)_[0-9A-Za-z]{20,}/;

/** A new secret. It is shown once; only its keyed hash is stored. */
export function makeApiKey(mode: Mode, tenantId: number): string {
  const body = `ks_${mode}_${encodeTenantKey(tenantId)}${randomDigits(randomLength)}`;
  return body + checksum(body);
}

/** The mode and tenant that a key names; undefined if it isn't a well-formed key. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const match = pattern.exec(text);
  if (!match || match[4] !== checksum(match[1] ?? "")) return undefined;
  return { mode: match[2] as Mode, tenantId: decodeTenantKey(match[3] ?? "") };
}

/** The last four random digits: enough for a person to tell two keys apart. */
export function keyHint(secret: string): string {
  return secret.slice(-checksumLength - 4, -checksumLength);
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function checksum(body: string): string {
  let value = crc32(body);
  let text = "";
  for (let position = 0; position < checksumLength; position += 1) {
    text = digits[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
