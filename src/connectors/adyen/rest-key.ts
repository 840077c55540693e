const suffix = "-rest";

/** The reference of the cancellation that releases what a last capture has left. */
export const restKey = (captureKey: string): string => `${captureKey}${suffix}`;

/** The key of the movement that a reference belongs to. */
export const movementKeyOf = (reference: string): string =>
  reference.endsWith(suffix) ? reference.slice(0, -suffix.length) : reference;
