import { modes } from "../kernel/mode.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type JsonValue, NumberLexeme, parseStrictJson } from "../kernel/strict-json.ts";
import { jwkMembers, type PublishedKey, publicKeyLength, thumbprint } from "./signing-key.ts";

/** Where an installation publishes its keys. */
export const publishedKeysPath = "/.well-known/kassa-receipt-keys.json";

/** How long a process answers with the keys that it has read: however many ask, the database hardly notices. */
export const processCacheSeconds = 10;

/** How long browsers and proxies may keep the answer. */
export const httpMaxAgeSeconds = 60;

/**
 * How long after a key was made or withdrawn the set that somebody fetches may not tell of it. A new key signs meanwhile: the
 * one before it may have been withdrawn, so that it must sign nothing more.
 */
export const publishedWithinSeconds = processCacheSeconds + httpMaxAgeSeconds;

/**
 * The keys as a JSON Web Key Set (RFC 7517, RFC 8037). `mode` is ours: which receipts a key may sign. `revoked` is that of
 * OpenID Federation's historical keys, of keys that were withdrawn: seconds since 1970, and why.
 */
export function presentKeys(keys: readonly PublishedKey[]) {
  return {
    keys: keys.map(({ keyId, mode, bytes, withdrawnAt }) => ({
      ...jwkMembers(bytes),
      alg: "EdDSA",
      use: "sig",
      kid: keyId,
      mode,
      ...(withdrawnAt !== null && { revoked: toRevoked(withdrawnAt) }),
    })),
  };
}

function toRevoked(at: Date | "at_some_time") {
  const reason = "compromised";
  return at === "at_some_time" ? { reason } : { revoked_at: Math.floor(at.getTime() / 1000), reason };
}

/**
 * Reads what `presentKeys` wrote. Keys of other kinds are passed over; a key's name is made from the key, whatever the
 * file calls it.
 *
 * @returns a failure that says why the text is no key set, or holds no key that could sign a receipt
 */
export function readPublishedKeys(text: string): Result<readonly PublishedKey[], string> {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return failed(`It isn't JSON: ${parsed.detail}`);
  const set = asObject(parsed.value)?.keys;
  if (!Array.isArray(set)) return failed('It is no JSON Web Key Set: it has no list "keys".');
  const keys = set.flatMap(readKey);
  return keys.length > 0 ? success(keys) : failed("It holds no Ed25519 key of a mode.");
}

function readKey(value: JsonValue): PublishedKey[] {
  const { kty, crv, x, mode: named, revoked } = asObject(value) ?? {};
  const mode = modes.find((known) => known === named);
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string" || mode === undefined) return [];
  const bytes = Buffer.from(x, "base64url");
  if (bytes.length !== publicKeyLength) return [];
  return [{ keyId: thumbprint(bytes), mode, bytes, withdrawnAt: readWithdrawal(revoked) }];
}

/** Whatever says that a key was withdrawn counts, also where it doesn't say when. */
function readWithdrawal(revoked: JsonValue | undefined): Date | "at_some_time" | null {
  if (revoked === undefined || revoked === null || revoked === false) return null;
  const seconds = asObject(revoked)?.revoked_at;
  const isTime = typeof seconds === "number" && seconds > 0 && seconds < 1e11;
  return isTime ? new Date(seconds * 1000) : "at_some_time";
}

/** The members of an object; undefined of anything else. */
export function asObject(value: JsonValue): { readonly [name: string]: JsonValue } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Array.isArray(value) || value instanceof NumberLexeme ? undefined : value;
}
