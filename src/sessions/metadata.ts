import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";

/** Notes of the merchant's own, by key. */
export type Metadata = Readonly<Record<string, string>>;

/** What to do to metadata: keys that are named are set, or deleted where null; null instead of an object deletes all. */
export type MetadataChange = Readonly<Record<string, string | null>> | null;

export const metadataKeysAtMost = 50;

/** Metadata after a change; keys that the change doesn't name stay. Fails with `metadata_invalid` above 50 keys. */
export function mergeMetadata(
  current: Metadata | null,
  change: MetadataChange,
): Result<Metadata | null, Problem> {
  if (change === null) return success(null);
  const merged = Object.entries({ ...current, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (merged.length <= metadataKeysAtMost) return success(Object.fromEntries(merged));
  const detail = `Together with the keys that are there already, these are ${merged.length}; at most ${metadataKeysAtMost} are kept.`;
  return failed(problem("metadata_invalid", detail, "/metadata"));
}
