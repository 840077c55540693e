/**
 * - `challenged`, `frictionless`: the issuer authenticated the customer, with or without asking them
 * - `authenticated`: it did, and the PSP doesn't say how
 * - `attempted`: the issuer or the card scheme confirmed the attempt; the issuer couldn't authenticate the customer
 * - `none`: the customer wasn't authenticated
 */
export const threeDSecureResults = [
  "challenged",
  "frictionless",
  "authenticated",
  "attempted",
  "none",
] as const;
export type ThreeDSecureResult = (typeof threeDSecureResults)[number];

export const liabilityShifts = ["shifted", "not_shifted", "unknown"] as const;

/** The authentication of a card's holder by 3-D Secure, as the PSP tells it. */
export type ThreeDSecure = {
  readonly result: ThreeDSecureResult;
  /** The version of the protocol, such as 2.2.0; null if the PSP doesn't say. */
  readonly version: string | null;
  /**
   * The electronic commerce indicator, two digits; null if the PSP doesn't say. Its meaning depends on the scheme: 05 or 02 for an
   * authentication, 06 or 01 for an attempt.
   */
  readonly eci: string | null;
  /**
   * Whether the issuer bears the loss if the customer disputes the payment as fraud. The schemes' rules have exceptions that no PSP
   * tells, so that `shifted` is no promise.
   */
  readonly liabilityShift: (typeof liabilityShifts)[number];
};

/** Of a payment without 3-D Secure. */
export const notAuthenticated: ThreeDSecure = {
  result: "none",
  version: null,
  eci: null,
  liabilityShift: "not_shifted",
};

/** An indicator as a PSP writes it, in two digits: some leave out the zero. Null if it isn't one. */
export function readEci(text: string | null | undefined): string | null {
  return text != null && /^0?\d$/.test(text) ? text.padStart(2, "0") : null;
}

/** A version as a PSP writes it. Null if it isn't one. */
export function readVersion(text: string | null | undefined): string | null {
  return text != null && /^\d(?:\.\d){1,2}$/.test(text) ? text : null;
}
