import type { PspClocks } from "../connectors/contract.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { TenantScope } from "../database/transaction.ts";
import { askAboutDisputes, type DisputeStanding, disputesOnClock } from "../disputes/on-clock.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import {
  accountsOnClock,
  askAboutPayments,
  type WaitingPayments,
  waitingPayments,
} from "../payments/on-clock.ts";
import type { StepKind } from "./clock.ts";
import type { ClockDeps } from "./deps.ts";

/** What changed at Kassa by what happened at the PSP. */
export type Change = { readonly what: StepKind; readonly id: string };

type Route = Pick<ConnectorRoute, "account"> & { readonly clocks: PspClocks };

/**
 * The accounts at which the charges of a clock are, and the one at which its next charge will be made. Those of PSPs that
 * simulate no time are left out.
 */
async function routesOf(deps: ClockDeps, scope: TenantScope, clockId: string): Promise<Route[]> {
  const used = await deps.database.inTenant(scope, (trx) => accountsOnClock(trx, clockId));
  const current = deps.connectors.connectorFor(scope);
  const others = used.filter((account) => account !== current?.account.id);
  return [current, ...others.map((account) => deps.connectors.routeTo(scope, account))].flatMap((route) =>
    route?.connector.clocks ? [{ account: route.account, clocks: route.connector.clocks }] : [],
  );
}

/** When something is due at the PSP, at or before a time; null when nothing is. "unknown" when it didn't answer. */
export async function nextDueAtPsp(
  deps: ClockDeps,
  scope: TenantScope,
  clockId: string,
  until: Date,
): Promise<Date | null | "unknown"> {
  const routes = await routesOf(deps, scope, clockId);
  crashPoint("clock:asking");
  const request = { clock: clockId, until: until.toISOString() };
  const answers = await Promise.all(
    routes.map(({ account, clocks }) =>
      clocks.nextDue({ ...request, account }, { timeoutMs: deps.pspTimeoutMs }),
    ),
  );
  crashPoint("clock:asking");
  const times: number[] = [];
  for (const answer of answers) {
    if (answer.kind === "unknown") return "unknown";
    if (answer.at !== null) times.push(Date.parse(answer.at));
  }
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * Sets the clock at each account that it is at. What falls due there has happened after it. False when one didn't answer;
 * setting a clock to the time that it shows already changes nothing.
 */
export async function setPspClock(
  deps: ClockDeps,
  scope: TenantScope,
  clockId: string,
  now: Date,
): Promise<boolean> {
  const routes = await routesOf(deps, scope, clockId);
  crashPoint("clock:asking");
  const clock = { id: clockId, now: now.toISOString() };
  const answers = await Promise.all(
    routes.map(({ account, clocks }) => clocks.set({ account, clock }, { timeoutMs: deps.pspTimeoutMs })),
  );
  crashPoint("clock:asking");
  return answers.every(({ kind }) => kind === "done");
}

/** What waits for the PSP, and how it stands: to be looked at before the PSP's clock is moved. */
export type Before = {
  readonly payments: WaitingPayments;
  readonly disputes: readonly DisputeStanding[];
};

export function lookBefore(deps: ClockDeps, scope: TenantScope, clockId: string): Promise<Before> {
  return deps.database.inTenant(scope, async (trx) => ({
    payments: await waitingPayments(trx, clockId),
    disputes: await disputesOnClock(trx, clockId),
  }));
}

/** Asks the PSP about everything that waits for it, and answers with what changed since that look. */
export async function askPsp(
  deps: ClockDeps,
  scope: TenantScope,
  clockId: string,
  before: Before,
): Promise<Change[]> {
  const payments = await askAboutPayments(deps, scope, before.payments);
  crashPoint("clock:asking");
  return [...payments, ...(await askAboutDisputes(deps, scope, clockId, before.disputes))];
}
