import { createHash } from "node:crypto";

/** What Kassa writes into the metadata of Stripe's objects, by which it finds them again. */
export const attemptField = "kassa_attempt";
export const sessionField = "kassa_session";
/** Of a refund: the movement's idempotency key. */
export const movementField = "kassa_movement";
/** Of a refund: the movement's id. */
export const referenceField = "kassa_reference";

/**
 * Of a PaymentIntent, for each of its captures: Stripe's captures have no object, so that a capture is found by the metadata that its
 * request writes. Names have up to 40 characters, too few for a key.
 */
export const captureField = (idempotencyKey: string): string =>
  `kassa_${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}`;

/** @param amount in Stripe's units */
export const captureValue = (amount: number, final: boolean): string => `${amount}${final ? " final" : ""}`;
