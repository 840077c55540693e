import type { TenantScope } from "../database/transaction.ts";
import { type AgentsFor, findReach, isUsualPort } from "../kernel/guarded-agent.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { checkRedirectUrl } from "../kernel/url-rules.ts";

const forbidden = (detail: string): Problem => problem("url_forbidden", detail, "/url");

/** A name server that is slower than this must not keep the caller waiting; every connect asks again anyway. */
const lookupTimeoutMs = 2_000;

/**
 * Decides whether webhooks may be sent to an address, and answers with its ASCII form. A name that doesn't resolve yet
 * is taken: the same guard looks again at every connect.
 */
export async function checkWebhookUrl(
  raw: string,
  scope: TenantScope,
  agentsFor: AgentsFor,
): Promise<Result<string, Problem>> {
  const spelling = checkRedirectUrl(raw, { mode: scope.mode });
  if (!spelling.ok) return failed(problem("url_invalid", spelling.detail, "/url"));
  const url = new URL(spelling.url);
  if (!isUsualPort(url.port))
    return failed(forbidden("The port has to be 80, 443 or one above 1023 that no other protocol owns."));
  const reach = await findReach(agentsFor(scope), url.hostname, lookupTimeoutMs);
  return reach === "forbidden" ? failed(forbidden("The address has to be public.")) : success(spelling.url);
}
