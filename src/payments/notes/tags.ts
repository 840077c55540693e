import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { mostTags, type TagPaymentBody } from "./schemas.ts";

/** The tags of a payment after a change, sorted. A tag that is added and removed at once is removed. */
export function changeTags(
  before: readonly string[],
  { add = [], remove = [] }: TagPaymentBody,
): Result<readonly string[], Problem> {
  const tags = new Set([...before, ...add]);
  for (const tag of remove) tags.delete(tag);
  if (tags.size > mostTags) {
    const detail = `A payment can have ${mostTags} tags. With these it would have ${tags.size}.`;
    return failed(problem("parameter_invalid", detail, "/add"));
  }
  return success([...tags].toSorted());
}
