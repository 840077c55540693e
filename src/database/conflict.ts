/**
 * Whether PostgreSQL undid a transaction because of another one: a deadlock (40P01) or a serialization failure (40001). Nothing is
 * broken: the same work succeeds when it is done again.
 */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001");

/** Does work in the background, and once more if it conflicts. */
export async function retryConflict<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return work();
  }
}
