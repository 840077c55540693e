import type { PspClocks } from "../connectors/contract.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { Scope } from "../database/transaction.ts";
import { askAboutDisputes, type DisputeStanding, disputesOnClock } from "../disputes/on-clock.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { askAboutPayments, type WaitingPayments, waitingPayments } from "../payments/on-clock.ts";
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
  return answer.kind === "done";
}

/** What waits for the PSP, and how it stands: to be looked at before the PSP's clock is moved. */
export type Before = {
  readonly payments: WaitingPayments;
  readonly disputes: readonly DisputeStanding[];
};

export function lookBefore(deps: ClockDeps, scope: Scope, clockId: string): Promise<Before> {
  return deps.database.inScope(scope, async (trx) => ({
    payments: await waitingPayments(trx, scope, clockId),
    disputes: await disputesOnClock(trx, scope, clockId),
  }));
}

/** Asks the PSP about everything that waits for it, and answers with what changed since that look. */
export async function askPsp(
  deps: ClockDeps,
  scope: Scope,
  clockId: string,
  before: Before,
): Promise<Change[]> {
  const payments = await askAboutPayments(deps, scope, before.payments);
  crashPoint("clock:asking");
  return [...payments, ...(await askAboutDisputes(deps, scope, clockId, before.disputes))];
}
