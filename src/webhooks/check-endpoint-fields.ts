import type { TenantScope } from "../database/transaction.ts";
import type { AgentsFor } from "../kernel/guarded-agent.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText } from "../kernel/text-rules.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import type { UpdateEndpointBody } from "./schemas.ts";

/** Checks what a schema can't. Returns the URL to store: in ASCII, or undefined when the request names none. */
export async function checkEndpointFields(
  { url, description }: UpdateEndpointBody,
  scope: TenantScope,
  agentsFor: AgentsFor,
): Promise<Result<string | undefined, Problem>> {
  const checked = url === undefined ? success(undefined) : await checkWebhookUrl(url, scope, agentsFor);
  const problems = [checked.ok ? undefined : checked.failure, checkDescription(description)];
  const combined = combineProblems(problems.filter((one) => one !== undefined));
  return combined ? failed(combined) : checked;
}

function checkDescription(description: string | null | undefined): Problem | undefined {
  const forbidden = description ? findForbiddenText(description) : undefined;
  if (!forbidden) return undefined;
  const detail = `It must not contain ${forbidden.codePoint}: ${forbidden.reason}.`;
  return problem("text_invalid", detail, "/description");
}
