/**
 * Idempotency keys that PSPs are called with, apart from the ids of attempts and movements, which are keys themselves. They
 * are made from what an attempt is, so that whoever has forgotten a call, in a restored backup, makes it under the same key
 * again: the PSP then answers what it did, and does nothing.
 */

const callOffSuffix = "-void";

/** The key under which a PSP is asked to release an attempt that waits for its consumer. */
export const callOffKey = (attemptId: string): string => `${attemptId}${callOffSuffix}`;

/** The attempt that such a key releases; undefined for any other key. */
export function attemptCalledOffBy(key: string): string | undefined {
  return key.endsWith(callOffSuffix) ? key.slice(0, -callOffSuffix.length) : undefined;
}

/**
 * The key of a refund that returns what an attempt brought and nobody waited for.
 *
 * @param number 1 for the first; there are more where a dispute held the money up
 */
export const returnKey = (attemptId: string, number: number): string => `${attemptId}-return-${number}`;

/** The attempt whose money such a key returns; undefined for any other key. */
export function attemptReturnedBy(key: string): string | undefined {
  return /^(.+)-return-[1-9]\d*$/.exec(key)?.[1];
}
