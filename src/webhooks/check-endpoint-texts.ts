import { type Problem, problem } from "../kernel/problem.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";

/** What is wrong with an endpoint's description, if anything. */
export function descriptionFault(description: string | null | undefined): Problem | undefined {
  if (!description) return undefined;
  const forbidden = findForbiddenText(description);
  if (forbidden)
    return problem(
      "text_invalid",
      `It must not hold ${forbidden.codePoint}, ${forbidden.reason}.`,
      "/description",
    );
  return undefined;
}
