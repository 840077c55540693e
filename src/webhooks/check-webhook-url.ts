import type { TenantScope } from "../database/transaction.ts";
import { type AgentsFor, findReach, isUsualPort } from "../kernel/guarded-agent.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { checkRedirectUrl } from "../kernel/url-rules.ts";

const forbidden = (detail: string): Problem => problem("url_forbidden", detail, "/url");

/** A slower name server doesn't keep the caller waiting: every connection checks the address again. */
const lookupTimeoutMs = 2_000;

/**
 * Decides whether webhooks may be sent to a URL, and returns its ASCII form. A host name that doesn't resolve yet is accepted: the
 * same guard checks the address at every connection.
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
    return failed(
      forbidden("The port has to be 80, 443, or one above 1023 that isn't assigned to another protocol."),
    );
  const reach = await findReach(agentsFor(scope), url.hostname, lookupTimeoutMs);
  return reach === "forbidden" ? failed(forbidden("The address has to be public.")) : success(spelling.url);
}
