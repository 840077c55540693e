import { verify } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { shapeOf } from "../kernel/shape.ts";
import { type JsonValue, parseStrictJson } from "../kernel/strict-json.ts";
import { asObject } from "./published-keys.ts";
import { type Receipt, ReceiptSchema, receiptVersion } from "./schemas.ts";
import { type PublicKey, type PublishedKey, verifyingKey } from "./signing-key.ts";

/**
 * What a file can be instead of a genuine receipt.
 * - `not_a_receipt`: something else, or a receipt that can't be read without doubt.
 * - `unknown_key`: signed, it says, by a key that isn't among the given ones.
 * - `wrong_mode`: signed by the key of the other mode.
 * - `changed`: content and signature don't belong together.
 * - `withdrawn_key`: signed by a key that others may have, too.
 */
export type ReceiptFault = {
  readonly code: "not_a_receipt" | "unknown_key" | "wrong_mode" | "changed" | "withdrawn_key";
  /** A sentence for people. */
  readonly detail: string;
};

export type VerifiedReceipt = { readonly receipt: Receipt; readonly key: PublicKey };

const schema = shapeOf(ReceiptSchema);
const isReceipt = (value: unknown): value is Receipt => schema.fits(value);
const fault = (code: ReceiptFault["code"], detail: string) => failed({ code, detail } as const);

/**
 * Whether a text is a receipt that the holder of one of the keys signed. Needs nothing but the two: no network, no database.
 * How the text is spaced and its members ordered is all the same; every value counts.
 */
export function verifyReceipt(
  text: string,
  keys: readonly PublishedKey[],
): Result<VerifiedReceipt, ReceiptFault> {
  const claimed = readClaim(text);
  if (!claimed.ok) return claimed;
  const { content, signature, keyId } = claimed.value;
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (!key)
    return fault("unknown_key", `It says that it was signed by the key ${keyId}, which isn't among them.`);
  if (!isSignatureOf(content, key, signature))
    return fault(
      "changed",
      "Its content or its signature was changed after it was signed, or it was never signed.",
    );
  const receipt: unknown = { ...content, signature };
  if (!isReceipt(receipt))
    return fault("not_a_receipt", "It was signed, but doesn't have the members of a receipt.");
  if (receipt.mode !== key.mode)
    return fault("wrong_mode", `It is a ${receipt.mode} receipt, signed by a key of the ${key.mode} mode.`);
  if (key.withdrawnAt) return fault("withdrawn_key", withdrawn(key.withdrawnAt));
  return success({ receipt, key });
}

function withdrawn(at: Date | "at_some_time"): string {
  const since = at === "at_some_time" ? "withdrawn" : `withdrawn on ${at.toISOString().slice(0, 10)}`;
  return `The key that signed it was ${since}, since others may have it: they could sign anything, with any date.`;
}

type Claim = {
  readonly content: { readonly [name: string]: JsonValue };
  readonly signature: string;
  readonly keyId: string;
};

/** What a file claims to be, before anything of it is believed. */
function readClaim(text: string): Result<Claim, ReceiptFault> {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return fault("not_a_receipt", `It can't be read as JSON: ${parsed.detail}`);
  const members = asObject(parsed.value);
  if (members?.object !== "receipt")
    return fault("not_a_receipt", 'It is JSON, but no receipt: its "object" is another.');
  if (members.version !== receiptVersion)
    return fault("not_a_receipt", "It is a receipt of another form. A newer version of Kassa may know it.");
  const { signature, ...content } = members;
  if (!isSignature(signature) || !isKeyId(content.keyId))
    return fault("not_a_receipt", "It has no signature, or names no key: it is a receipt without proof.");
  return success({ content, signature, keyId: content.keyId });
}

const isSignature = (value: JsonValue | undefined): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{86}$/.test(value);

/** What a thumbprint can be, so that nothing else is repeated to whoever reads why a receipt is refused. */
const isKeyId = (value: JsonValue | undefined): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value);

function isSignatureOf(content: Claim["content"], key: PublicKey, signature: string): boolean {
  const bytes = Buffer.from(signature, "base64url");
  // The last of the 86 characters has four bits that nobody reads: sixteen spellings of one signature. One is right.
  if (bytes.toString("base64url") !== signature) return false;
  return verify(null, Buffer.from(canonicalJson(content)), verifyingKey(key), bytes);
}
