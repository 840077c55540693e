import { modes } from "../kernel/mode.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type JsonValue, NumberLexeme, parseStrictJson } from "../kernel/strict-json.ts";
import { jwkMembers, type PublishedKey, publicKeyLength, thumbprint } from "./signing-key.ts";

/** The path at which an installation publishes its keys. */
export const publishedKeysPath = "/.well-known/kassa-receipt-keys.json";

/** How long a process caches the keys, so that many requests cause few queries. */
export const processCacheSeconds = 10;

/** How long browsers and proxies may cache the response. */
export const httpMaxAgeSeconds = 60;

/**
 * The longest time until a fetched key set includes a new key or a withdrawal. A new key signs at once, even so, because the
 * previous one may have been withdrawn and must sign nothing more.
 */
export const publishedWithinSeconds = processCacheSeconds + httpMaxAgeSeconds;

/**
 * The keys as a JSON Web Key Set (RFC 7517, RFC 8037). `mode` is Kassa's own member: which receipts a key may sign. `revoked`
 * is that of OpenID Federation's historical keys: when a key was withdrawn, in seconds since 1970, and the reason.
 */
export function toJwkSet(keys: readonly PublishedKey[]) {
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
 * Parses the output of `toJwkSet`. Ignores keys of other types. Derives each key's id from the key itself and ignores the
 * id in the file.
 *
 * @returns a failure that says why the text isn't a key set, or that it contains no key for receipts
 */
export function readPublishedKeys(text: string): Result<readonly PublishedKey[], string> {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return failed(`It isn't JSON: ${parsed.detail}`);
  const set = asObject(parsed.value)?.keys;
  if (!Array.isArray(set)) return failed('It isn\'t a JSON Web Key Set: it has no list "keys".');
  const keys = set.flatMap(readKey);
  return keys.length > 0 ? success(keys) : failed("It contains no Ed25519 key of a mode.");
}

function readKey(value: JsonValue): PublishedKey[] {
  const { kty, crv, x, mode: named, revoked } = asObject(value) ?? {};
  const mode = modes.find((known) => known === named);
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string" || mode === undefined) return [];
  const bytes = Buffer.from(x, "base64url");
  if (bytes.length !== publicKeyLength) return [];
  return [{ keyId: thumbprint(bytes), mode, bytes, withdrawnAt: readWithdrawal(revoked) }];
}

/** Any value of `revoked` except null and false means withdrawn, with or without a time. */
function readWithdrawal(revoked: JsonValue | undefined): Date | "at_some_time" | null {
  if (revoked === undefined || revoked === null || revoked === false) return null;
  const seconds = asObject(revoked)?.revoked_at;
  const isTime = typeof seconds === "number" && seconds > 0 && seconds < 1e11;
  return isTime ? new Date(seconds * 1000) : "at_some_time";
}

/** The value if it is a JSON object, otherwise undefined. */
export function asObject(value: JsonValue): { readonly [name: string]: JsonValue } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Array.isArray(value) || value instanceof NumberLexeme ? undefined : value;
}
