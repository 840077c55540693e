const suffix = "-void";

/** The key under which a PSP is asked to release an attempt that waits for its consumer. */
export const callOffKey = (attemptId: string): string => `${attemptId}${suffix}`;

/** The attempt that such a key releases; undefined for any other key. */
export function attemptCalledOffBy(key: string): string | undefined {
  return key.endsWith(suffix) ? key.slice(0, -suffix.length) : undefined;
}
