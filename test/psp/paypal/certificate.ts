/**
 * An X.509 certificate. Node.js reads certificates but doesn't make any, and openssl isn't on every machine, so
 * this writes the few structures of DER that it takes (RFC 5280, section 4.1).
 */
import { createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";

const sha256WithRsa = Buffer.from("06092a864886f70d01010b0500", "hex");
/** Basic constraints, critical: cA is true. */
const authority = Buffer.from("300f0603551d130101ff040530030101ff", "hex");
const commonName = Buffer.from("0603550403", "hex");

export type CertificateOptions = {
  /** Seconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Who signs it; itself if omitted. */
  readonly issuer?: { readonly privateKey: KeyObject; readonly name: string };
  /** Whether it may issue other certificates. */
  readonly isAuthority?: boolean;
};

/** @returns PEM */
export function makeCertificate(
  privateKey: KeyObject,
  name: string,
  { notBefore, notAfter, issuer = { privateKey, name }, isAuthority = false }: CertificateOptions,
): string {
  const algorithm = sequence(sha256WithRsa);
  const unsigned = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    nameOf(issuer.name),
    sequence(time(notBefore), time(notAfter)),
    nameOf(name),
    createPublicKey(privateKey).export({ type: "spki", format: "der" }),
    ...(isAuthority ? [der(0xa3, sequence(authority))] : []),
  );
  const signature = der(0x03, Buffer.from([0]), sign("RSA-SHA256", unsigned, issuer.privateKey));
  return toPem(sequence(unsigned, algorithm, signature));
}

const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

/** One byte up to 127, else the number of bytes of the length, and these. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return der(0x30, ...contents);
}

/** @param bytes big endian, positive */
function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes);
}

/** A GeneralizedTime. */
function time(seconds: number): Buffer {
  const text = new Date(seconds * 1000).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(text));
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
