import { sign } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { ReceiptContent } from "./schemas.ts";
import type { SigningKey } from "./signing-key.ts";

/**
 * The signed receipt as it is kept and given out: canonical JSON (RFC 8785) with the signature among its members. The
 * signature is over the canonical JSON of all the others. Ed25519 draws nothing at random: the same content signed by the
 * same key is the same text.
 */
export function signReceipt(content: Omit<ReceiptContent, "keyId">, key: SigningKey): string {
  const signed: ReceiptContent = { ...content, keyId: key.keyId };
  const signature = sign(null, Buffer.from(canonicalJson(signed)), key.privateKey).toString("base64url");
  return canonicalJson({ ...signed, signature });
}
