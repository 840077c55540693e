import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { Mode } from "../kernel/mode.ts";
import type { SealedPlace, Sealer } from "../kernel/seal.ts";

/** The public key of a pair that signs receipts of one mode. */
export type PublicKey = {
  /** The key's thumbprint (RFC 7638) in base64url, which identifies this key only. */
  readonly keyId: string;
  readonly mode: Mode;
  /** The 32 bytes of the public key (RFC 8032). */
  readonly bytes: Buffer;
};

/** A public key as it is published for verifiers. */
export type PublishedKey = PublicKey & {
  /** When it was withdrawn. Since then no receipt signed by it is proof, of any date, because others may have the key. */
  readonly withdrawnAt: Date | "at_some_time" | null;
};

/** A key pair as it is stored, with a sealed private key. */
export type SealedKey = PublicKey & { readonly privateKeySealed: Buffer };

/** A key that can sign. */
export type SigningKey = { readonly keyId: string; readonly privateKey: KeyObject };

export const publicKeyLength = 32;

/** The row for which a private key is sealed. It is sealed instead of hashed, because signing needs it. */
const sealedPlace = (keyId: string, mode: Mode): SealedPlace => ({
  table: "receipt_keys",
  tenantId: null,
  mode,
  id: keyId,
});

/** Makes a key pair. The private key leaves this function only sealed. */
export function makeSigningKey(sealer: Sealer, mode: Mode): SealedKey {
  const { keyId, bytes, privateKey } = makeKeyPair();
  const der = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  return { keyId, mode, bytes, privateKeySealed: sealer.seal(sealedPlace(keyId, mode), der) };
}

/** A key pair whose id doesn't begin with "-", as one in 64 would: commands would take it for an option. */
function makeKeyPair(): { keyId: string; bytes: Buffer; privateKey: KeyObject } {
  for (;;) {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const bytes = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    const keyId = thumbprint(bytes);
    if (!keyId.startsWith("-")) return { keyId, bytes, privateKey };
  }
}

/** @throws when it was sealed by another KASSA_SECRET_KEY */
export function openSigningKey(sealer: Sealer, { keyId, mode, privateKeySealed }: SealedKey): SigningKey {
  const der = Buffer.from(sealer.open(sealedPlace(keyId, mode), privateKeySealed), "base64");
  return { keyId, privateKey: createPrivateKey({ key: der, format: "der", type: "pkcs8" }) };
}

/** Seals the private key with the current secret key. */
export function resealSigningKey(sealer: Sealer, { keyId, mode, privateKeySealed }: SealedKey): Buffer {
  return sealer.reseal(sealedPlace(keyId, mode), privateKeySealed);
}

/** The public key for `crypto.verify`. */
export function verifyingKey({ bytes }: PublicKey): KeyObject {
  return createPublicKey({ key: jwkMembers(bytes), format: "jwk" });
}

/** The members of an Ed25519 JWK (RFC 8037) from which its thumbprint is computed. */
export function jwkMembers(bytes: Buffer): { crv: "Ed25519"; kty: "OKP"; x: string } {
  return { crv: "Ed25519", kty: "OKP", x: bytes.toString("base64url") };
}

/** The RFC 7638 thumbprint of a key: 43 characters. */
export function thumbprint(bytes: Buffer): string {
  return hash("sha256", canonicalJson(jwkMembers(bytes)), "base64url");
}
