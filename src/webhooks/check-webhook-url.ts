import dns from "node:dns";
import type { Mode } from "../kernel/mode.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { checkRedirectUrl } from "../kernel/url-rules.ts";
import { findReach, type Lookup, makeGuardedAgents } from "./delivery/guarded-agent.ts";

export type WebhookUrlRules = {
  readonly mode: Mode;
  /** Whether sandbox endpoints may be on this machine. */
  readonly allowLoopback: boolean;
  readonly lookup?: Lookup;
};

const forbidden = (detail: string): Problem => problem("url_forbidden", detail, "/url");

/** A name server that is slower than this must not keep the caller waiting; every connect asks again anyway. */
const lookupTimeoutMs = 2_000;

/**
 * Decides whether webhooks may be sent to an address, and answers with its ASCII form. A name that doesn't resolve yet
 * is taken: the same guard looks again at every connect.
 */
export async function checkWebhookUrl(raw: string, rules: WebhookUrlRules): Promise<Result<string, Problem>> {
  const spelling = checkRedirectUrl(raw, { mode: rules.mode });
  if (!spelling.ok) return failed(problem("url_invalid", spelling.detail, "/url"));
  const url = new URL(spelling.url);
  if (!isUsualPort(url.port))
    return failed(forbidden("The port has to be 80, 443 or one above 1023 that no other protocol owns."));
  const agents = makeGuardedAgents({ allowLoopback: loopbackAllowed(rules) });
  const reach = await findReach(agents, url.hostname, rules.lookup ?? dns.lookup, lookupTimeoutMs);
  return reach === "forbidden" ? failed(forbidden("The address has to be public.")) : success(spelling.url);
}

/** Only the sandbox may reach this machine, and only where the operator allows it. */
export function loopbackAllowed(rules: { readonly mode: Mode; readonly allowLoopback: boolean }): boolean {
  return rules.allowLoopback && rules.mode === "sandbox";
}

/** Ports above 1023 that the Fetch standard blocks too, for what listens there could take a request for its own protocol. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

function isUsualPort(text: string): boolean {
  if (text === "") return true;
  const port = Number(text);
  return port === 80 || port === 443 || (port > 1023 && !blockedPorts.has(port));
}
