import { createHash } from "node:crypto";

/** What Kassa writes into the metadata of Stripe's objects, by which it finds them again. */
export const attemptField = "kassa_attempt";
export const sessionField = "kassa_session";
/** Of a refund: the movement's idempotency key. */
export const movementField = "kassa_movement";
/** Of a refund: the movement's id. */
export const referenceField = "kassa_reference";
/** Of a PaymentIntent: the release that is about to be made. It is written before the PaymentIntent is canceled. */
export const releaseField = "kassa_release";

const capturePrefix = "kassa_capture_";

/**
 * Of a PaymentIntent, for each of its captures: Stripe's captures have no object, so that a capture is found by the metadata that its
 * request writes. Names have up to 40 characters, too few for a key.
 */
const captureField = (idempotencyKey: string): string =>
  `${capturePrefix}${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 24)}`;

/** A capture or release, as its metadata tells. `amount` is in Stripe's units; null for a release. */
export type Written = {
  readonly key: string;
  readonly reference: string | null;
  readonly amount: number | null;
  readonly final: boolean;
};

type Metadata = Readonly<Record<string, string>>;

export const writeCapture = (capture: Written): Metadata => ({
  [captureField(capture.key)]: JSON.stringify(capture),
});

export const writeRelease = (release: Written): Metadata => ({ [releaseField]: JSON.stringify(release) });

export const readCapture = (metadata: Metadata, idempotencyKey: string): Written | undefined =>
  parse(metadata[captureField(idempotencyKey)]);

export const readRelease = (metadata: Metadata): Written | undefined => parse(metadata[releaseField]);

export function readCaptures(metadata: Metadata): Written[] {
  const names = Object.keys(metadata).filter((name) => name.startsWith(capturePrefix));
  return names.flatMap((name) => parse(metadata[name]) ?? []);
}

/** Undefined for a value that Kassa didn't write: people can edit metadata in the dashboard. */
function parse(value: string | undefined): Written | undefined {
  if (value === undefined) return undefined;
  try {
    const { key, reference, amount, final } = JSON.parse(value);
    const isValid =
      typeof key === "string" &&
      (reference === null || typeof reference === "string") &&
      (amount === null || Number.isSafeInteger(amount)) &&
      typeof final === "boolean";
    return isValid ? { key, reference, amount, final } : undefined;
  } catch {
    return undefined;
  }
}
