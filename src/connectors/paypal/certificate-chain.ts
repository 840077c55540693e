import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";

/** The file has the certificate that signs, and those of the authorities between it and a root. */
const certificatesAtMost = 5;

let trusted: readonly X509Certificate[] | undefined;

/** The roots that Node.js trusts (Mozilla's list). Parsed at the first use. */
function trustedRoots(): readonly X509Certificate[] {
  trusted ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return trusted;
}

/** The certificates in a PEM file, in its order. Undefined if one can't be read, or there are none or too many. */
export function readCertificates(pem: string): readonly X509Certificate[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0 || blocks.length > certificatesAtMost) return undefined;
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

export const isValidAt = ({ validFrom, validTo }: X509Certificate, nowMs: number): boolean =>
  Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo);

/** Whether a certificate is for a name of the domain: by its alternative names, or by its subject if it has none. */
export function isOfDomain({ subjectAltName, subject }: X509Certificate, domain: string): boolean {
  const names =
    subjectAltName === undefined
      ? (subject ?? "")
          .split("\n")
          .filter((line) => line.startsWith("CN="))
          .map((line) => line.slice(3))
      : subjectAltName
          .split(", ")
          .filter((name) => name.startsWith("DNS:"))
          .map((name) => name.slice(4));
  return names.some((name) => name === domain || name.endsWith(`.${domain}`));
}

/**
 * Whether the first certificate was issued, through the others, by a root that is trusted. Each one's time and signature are
 * checked, and that each issuer is an authority. Node.js has no check of revocations.
 *
 * @param roots for tests; those of Node.js if omitted
 */
export function isTrusted(
  [leaf, ...others]: readonly X509Certificate[],
  nowMs: number,
  roots = trustedRoots(),
): boolean {
  let current = leaf;
  for (let step = 0; current && step < certificatesAtMost; step += 1) {
    const subject = current;
    if (!isValidAt(subject, nowMs)) return false;
    const isIssuer = (issuer: X509Certificate) =>
      issuer.ca &&
      isValidAt(issuer, nowMs) &&
      subject.checkIssued(issuer) &&
      subject.verify(issuer.publicKey);
    if (roots.some(isIssuer)) return true;
    current = others.find((other) => other !== subject && isIssuer(other));
  }
  return false;
}
