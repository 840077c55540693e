import { generateKeyPairSync, type KeyObject, randomBytes, sign, verify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { makeCertificate } from "./certificate.ts";

/** A key and certificate that transmissions are signed with. */
export type SigningKey = {
  /** The last part of the certificate's address. */
  readonly id: string;
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly certificate: string;
};

export const authAlgo = "SHA256withRSA";

const year = 365 * 86_400;

/** @param now in seconds since 1970 */
export function makeSigningKey(now: number): SigningKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const validity = { notBefore: now - 86_400, notAfter: now + year };
  const certificate = makeCertificate(privateKey, "messageverificationcerts.paypal.com", validity);
  const id = `CERT-${randomBytes(4).toString("hex")}-${randomBytes(4).toString("hex")}-${randomBytes(4).toString("hex")}`;
  return { id, privateKey, certificate };
}

/** What is signed of a transmission: not the body itself, but its CRC32, as a decimal number. */
export function signedText(transmissionId: string, time: string, webhookId: string, body: string): string {
  return `${transmissionId}|${time}|${webhookId}|${crc32(body)}`;
}

export function signatureOf(text: string, { privateKey }: SigningKey): string {
  return sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64");
}

export function isSignedBy(text: string, signature: string, certificate: string): boolean {
  const key = new X509Certificate(certificate).publicKey;
  return verify("RSA-SHA256", Buffer.from(text), key, Buffer.from(signature, "base64"));
}
