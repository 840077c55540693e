import type { PspClocks } from "../connectors/contract.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { Scope } from "../database/transaction.ts";
import { askAboutDisputes } from "../disputes/on-clock.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { askAboutPayments } from "../payments/on-clock.ts";
import type { StepKind } from "./clock.ts";
import type { ClockDeps } from "./deps.ts";

/** What changed at Kassa by what happened at the PSP. */
export type Change = { readonly what: StepKind; readonly id: string };

type Route = Pick<ConnectorRoute, "account"> & { readonly clocks: PspClocks };

/** The way to the clocks of the tenant's PSP; undefined when it simulates no time. */
function routeTo(deps: ClockDeps, scope: Scope): Route | undefined {
  const route = deps.connectors.connectorFor(scope);
  return route?.connector.clocks && { account: route.account, clocks: route.connector.clocks };
}

/** When something is due at the PSP, at or before a time; null when nothing is. "unknown" when it didn't answer. */
export async function nextDueAtPsp(
  deps: ClockDeps,
  scope: Scope,
  clockId: string,
  until: Date,
): Promise<Date | null | "unknown"> {
  const route = routeTo(deps, scope);
  if (!route) return null;
  const request = { account: route.account, clock: clockId, until: until.toISOString() };
  const answer = await route.clocks.nextDue(request, { timeoutMs: deps.pspTimeoutMs });
  crashPoint("clock:looked");
  if (answer.kind === "unknown") return "unknown";
  return answer.at === null ? null : new Date(answer.at);
}

/** Sets the PSP's clock. What falls due there has happened after it. False when it didn't answer. */
export async function setPspClock(
  deps: ClockDeps,
  scope: Scope,
  clockId: string,
  now: Date,
): Promise<boolean> {
  const route = routeTo(deps, scope);
  if (!route) return true;
  const request = { account: route.account, clock: { id: clockId, now: now.toISOString() } };
  const answer = await route.clocks.set(request, { timeoutMs: deps.pspTimeoutMs });
  crashPoint("clock:psp-set");
  return answer.kind === "done";
}

/** Asks the PSP about everything that waits for it, and answers with what changed. */
export async function askPsp(deps: ClockDeps, scope: Scope, clockId: string): Promise<Change[]> {
  const payments = await askAboutPayments(deps, scope, clockId);
  crashPoint("clock:asking");
  return [...payments, ...(await askAboutDisputes(deps, scope, clockId))];
}
