import { closestName } from "../kernel/did-you-mean.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { eventTypes, testEventType } from "./event-types.ts";

const types: readonly string[] = [...Object.keys(eventTypes), testEventType];

/** The patterns that an event of a type matches, besides the type itself: `*`, and `payment.*` for `payment.captured`. */
function patternsAbove(type: string): string[] {
  const steps = type.split(".");
  return ["*", ...steps.slice(1).map((_, index) => `${steps.slice(0, index + 1).join(".")}.*`)];
}

/** The names by which a subscription or filter can select events of this type: patterns and the type itself. */
export function namesOf(type: string): string[] {
  return [...patternsAbove(type), type];
}

/** The patterns of all types, such as `payment.*`; `*` is not among them. */
export const typePatterns: readonly string[] = [
  ...new Set(Object.keys(eventTypes).flatMap((type) => patternsAbove(type).slice(1))),
];

/**
 * The types that a filter such as `refund.*,payment.captured` names. Fails with `parameter_invalid` for a name that no
 * type has or matches.
 */
export function readTypeFilter(filter: string): Result<string[], Problem> {
  const named = filter.split(",").map((name) => name.trim());
  const known = ["*", ...typePatterns, ...types];
  const unknown = named.find((name) => !known.includes(name));
  if (unknown === undefined)
    return success(types.filter((type) => namesOf(type).some((name) => named.includes(name))));
  const suggestion = closestName(unknown, known);
  const hint = suggestion === undefined ? `Types are: ${types.join(", ")}.` : `Did you mean "${suggestion}"?`;
  return failed(
    problem("parameter_invalid", `There is no event type "${unknown.slice(0, 60)}". ${hint}`, "type"),
  );
}
