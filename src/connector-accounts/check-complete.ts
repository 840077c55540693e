import { type Problem, problem } from "../kernel/problem.ts";

/** What is wrong with a status that somebody wants, for an account that lacks these credentials. */
export function incompleteFaults(
  wanted: "enabled" | "disabled" | undefined,
  missing: readonly string[],
): Problem[] {
  if (wanted !== "enabled" || missing.length === 0) return [];
  const detail = `It lacks the credential ${missing.join(", ")}. Add it to the account, then enable it.`;
  return [problem("connector_account_incomplete", detail, "/status")];
}
