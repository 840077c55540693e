import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { Mode } from "../kernel/mode.ts";
import type { SealedPlace, Sealer } from "../kernel/seal.ts";

/** The public half of a key that signs receipts of one mode. */
export type PublicKey = {
  /** The thumbprint of the key (RFC 7638), in base64url: it can't name another key. */
  readonly keyId: string;
  readonly mode: Mode;
  /** The 32 bytes of RFC 8032. */
  readonly bytes: Buffer;
};

/** A public half as it is told to those who verify. */
export type PublishedKey = PublicKey & {
  /** From when on nothing that it signed is proof, whatever date it bears: somebody else may sign with it. */
  readonly withdrawnAt: Date | "at_some_time" | null;
};

/** A key as it is stored: the half that signs is sealed. */
export type SealedKey = PublicKey & { readonly privateKeySealed: Buffer };

/** A key that can sign. */
export type SigningKey = { readonly keyId: string; readonly privateKey: KeyObject };

export const publicKeyLength = 32;

/** Where the private half of a key lies. It is sealed rather than hashed: signing needs it back. */
const sealedPlace = (keyId: string, mode: Mode): SealedPlace => ({
  table: "receipt_keys",
  tenantId: null,
  mode,
  id: keyId,
});

/** A new key pair. The private half leaves this function sealed. */
export function makeSigningKey(sealer: Sealer, mode: Mode): SealedKey {
  const { keyId, bytes, privateKey } = makeKeyPair();
  const der = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  return { keyId, mode, bytes, privateKeySealed: sealer.seal(sealedPlace(keyId, mode), der) };
}

/** A pair whose name is no option where a command takes it as an argument: one in 64 would begin with "-". */
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

/** The key sealed with the current secret key. */
export function resealSigningKey(sealer: Sealer, { keyId, mode, privateKeySealed }: SealedKey): Buffer {
  return sealer.reseal(sealedPlace(keyId, mode), privateKeySealed);
}

/** The key as verifying takes it. */
export function verifyingKey({ bytes }: PublicKey): KeyObject {
  return createPublicKey({ key: jwkMembers(bytes), format: "jwk" });
}

/** The members that make an Ed25519 key (RFC 8037), and all that its thumbprint is of. */
export function jwkMembers(bytes: Buffer): { crv: "Ed25519"; kty: "OKP"; x: string } {
  return { crv: "Ed25519", kty: "OKP", x: bytes.toString("base64url") };
}

/** The name of a key, by RFC 7638: 43 characters. */
export function thumbprint(bytes: Buffer): string {
  return hash("sha256", canonicalJson(jwkMembers(bytes)), "base64url");
}
