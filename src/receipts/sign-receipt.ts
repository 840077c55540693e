import { sign } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { ReceiptContent } from "./schemas.ts";
import type { SigningKey } from "./signing-key.ts";

/**
 * The signed receipt as it is stored and sent: canonical JSON (RFC 8785) with the signature as a member. The signature is
 * over the canonical JSON of all other members. Ed25519 is deterministic: the same content and key give the same text.
 */
export function signReceipt(content: Omit<ReceiptContent, "keyId">, key: SigningKey): string {
  const signed: ReceiptContent = { ...content, keyId: key.keyId };
  const signature = sign(null, Buffer.from(canonicalJson(signed)), key.privateKey).toString("base64url");
  return canonicalJson({ ...signed, signature });
}
