import { modes } from "../kernel/mode.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type JsonValue, NumberLexeme, parseStrictJson } from "../kernel/strict-json.ts";
import { jwkMembers, type PublicKey, publicKeyLength, thumbprint } from "./signing-key.ts";

/** Where an installation publishes its keys. */
export const publishedKeysPath = "/.well-known/kassa-receipt-keys.json";

/** The keys as a JSON Web Key Set (RFC 7517, RFC 8037). `mode` is ours: which receipts a key may sign. */
export function presentKeys(keys: readonly PublicKey[]) {
  return {
    keys: keys.map(({ keyId, mode, bytes }) => ({
      ...jwkMembers(bytes),
      alg: "EdDSA",
      use: "sig",
      kid: keyId,
      mode,
    })),
  };
}

/**
 * Reads what `presentKeys` wrote. Keys of other kinds are passed over; a key's name is made from the key, whatever the
 * file calls it.
 *
 * @returns a failure that says why the text is no key set, or holds no key that could sign a receipt
 */
export function readPublishedKeys(text: string): Result<readonly PublicKey[], string> {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return failed(`It isn't JSON: ${parsed.detail}`);
  const set = membersOf(parsed.value)?.keys;
  if (!Array.isArray(set)) return failed('It is no JSON Web Key Set: it has no list "keys".');
  const keys = set.flatMap(readKey);
  return keys.length > 0 ? success(keys) : failed("It holds no Ed25519 key of a mode.");
}

function readKey(value: JsonValue): PublicKey[] {
  const { kty, crv, x, mode: named } = membersOf(value) ?? {};
  const mode = modes.find((known) => known === named);
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string" || mode === undefined) return [];
  const bytes = Buffer.from(x, "base64url");
  return bytes.length === publicKeyLength ? [{ keyId: thumbprint(bytes), mode, bytes }] : [];
}

/** The members of an object; undefined of anything else. */
export function membersOf(value: JsonValue): { readonly [name: string]: JsonValue } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Array.isArray(value) || value instanceof NumberLexeme ? undefined : value;
}
