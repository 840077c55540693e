import { retryConflict } from "./conflict.ts";
import { isPassing } from "./database-gone.ts";

/** A lock or a statement that took too long: others may have theirs. */
const ofOnlyOne = /^(55P03|57014)$/;

type Fault = Error & { readonly code?: string };

/**
 * Does pieces of work in turn; each says whether it has more. One that fails keeps none behind it waiting: its error is thrown at
 * the end, by the round after which no other has more, for the next is begun at once until then. Whether there is more. A
 * database that is away fails all, so its error is thrown at once. A piece that conflicts with other work is done once more.
 */
export async function runEachInTurn(pieces: Iterable<() => Promise<boolean>>): Promise<boolean> {
  let more = false;
  const errors: Fault[] = [];
  for (const piece of pieces) {
    try {
      more = (await retryConflict(piece)) || more;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (isAway(error)) throw error;
      errors.push(error);
    }
  }
  const [first] = errors;
  if (!first || more) return more;
  throw errors.length === 1 ? first : new AggregateError(errors, `${errors.length} failed: ${first.message}`);
}

const isAway = (error: Fault): boolean => isPassing(error) && !ofOnlyOne.test(error.code ?? "");
