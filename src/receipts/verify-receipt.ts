import { verify } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { shapeOf } from "../kernel/shape.ts";
import { type JsonValue, parseStrictJson } from "../kernel/strict-json.ts";
import { asObject } from "./published-keys.ts";
import { type Receipt, ReceiptSchema, receiptVersion } from "./schemas.ts";
import { type PublicKey, type PublishedKey, verifyingKey } from "./signing-key.ts";

/**
 * Why a file isn't a genuine receipt.
 * - `not_a_receipt`: it is something else, or it can't be parsed unambiguously.
 * - `unknown_key`: its `keyId` isn't one of the given keys.
 * - `wrong_mode`: a key of the other mode signed it.
 * - `changed`: the signature doesn't match the content.
 * - `withdrawn_key`: its key was withdrawn, because others may have it.
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
 * Verifies that a text is a receipt signed by one of the keys, without network or database. White space and the order of
 * members don't matter; every value does.
 */
export function verifyReceipt(
  text: string,
  keys: readonly PublishedKey[],
): Result<VerifiedReceipt, ReceiptFault> {
  const claimed = readClaim(text);
  if (!claimed.ok) return claimed;
  const { content, signature, keyId } = claimed.value;
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (!key) return fault("unknown_key", `It names the key ${keyId}, which isn't one of the given keys.`);
  if (!isSignatureOf(content, key, signature))
    return fault(
      "changed",
      "Its content or its signature was changed after it was signed, or it was never signed.",
    );
  const receipt: unknown = { ...content, signature };
  if (!isReceipt(receipt))
    return fault("not_a_receipt", "It is signed, but doesn't have the members of a receipt.");
  if (receipt.mode !== key.mode)
    return fault("wrong_mode", `It is a ${receipt.mode} receipt, signed by a key of the ${key.mode} mode.`);
  if (key.withdrawnAt) return fault("withdrawn_key", withdrawn(key.withdrawnAt));
  return success({ receipt, key });
}

function withdrawn(at: Date | "at_some_time"): string {
  const since = at === "at_some_time" ? "withdrawn" : `withdrawn on ${at.toISOString().slice(0, 10)}`;
  return `The key that signed it was ${since}, since others may have it. They could sign any receipt with any date.`;
}

type Claim = {
  readonly content: { readonly [name: string]: JsonValue };
  readonly signature: string;
  readonly keyId: string;
};

/** Parses a file without verifying anything. */
function readClaim(text: string): Result<Claim, ReceiptFault> {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return fault("not_a_receipt", `It can't be read as JSON: ${parsed.detail}`);
  const members = asObject(parsed.value);
  if (members?.object !== "receipt")
    return fault("not_a_receipt", 'It is JSON, but no receipt: its "object" isn\'t "receipt".');
  if (members.version !== receiptVersion)
    return fault(
      "not_a_receipt",
      "It is a receipt of an unknown version. A newer version of Kassa may support it.",
    );
  const { signature, ...content } = members;
  if (!isSignature(signature) || !isKeyId(content.keyId))
    return fault("not_a_receipt", "It has no valid signature or key id, so nothing proves it.");
  return success({ content, signature, keyId: content.keyId });
}

const isSignature = (value: JsonValue | undefined): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{86}$/.test(value);

/** Whether a value has the form of a thumbprint. Error messages repeat no other values of the file. */
const isKeyId = (value: JsonValue | undefined): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value);

function isSignatureOf(content: Claim["content"], key: PublicKey, signature: string): boolean {
  const bytes = Buffer.from(signature, "base64url");
  // The last of the 86 characters has four unused bits, so a signature has 16 encodings. Only the canonical one is valid.
  if (bytes.toString("base64url") !== signature) return false;
  return verify(null, Buffer.from(canonicalJson(content)), verifyingKey(key), bytes);
}
