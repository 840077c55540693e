import type { PspClocks } from "../connectors/psp-clocks.ts";
import type { ConnectorRoute } from "../connectors/registry.ts";
import type { TenantScope } from "../database/transaction.ts";
import { askAboutDisputes, type DisputeStanding, disputesOnClock } from "../disputes/on-clock.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import {
  accountsOnClock,
  reconcileWaitingPayments,
  type WaitingPayments,
  waitingPayments,
} from "../payments/on-clock.ts";
import type { StepKind } from "./clock.ts";
import type { ClockDeps } from "./deps.ts";

/** A change in Kassa caused by a change at the PSP. */
export type Change = { readonly what: StepKind; readonly id: string };

type Route = Pick<ConnectorRoute, "account"> & { readonly clocks: PspClocks };

/** The accounts that hold the clock's charges, and the one for its next charge; only those of PSPs that have clocks. */
async function routesOf(deps: ClockDeps, scope: TenantScope, clockId: string): Promise<Route[]> {
  const used = await deps.database.inTenant(scope, (trx) => accountsOnClock(trx, clockId));
  const current = await deps.connectors.routesForNewCharges(scope);
  const others = used.filter((id) => !current.some(({ account }) => account.id === id));
  const earlier = await Promise.all(others.map((id) => deps.connectors.routeForAccount(scope, id)));
  return [...current, ...earlier].flatMap((route) =>
    route?.connector.clocks ? [{ account: route.account, clocks: route.connector.clocks }] : [],
  );
}

/** When the PSP has something due next, at or before `until`; null if nothing is due; "unknown" if it didn't answer. */
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
 * Sets the clock at each of its accounts. The PSP has then carried out what fell due. False if an account didn't answer;
 * the call can be repeated, because setting a clock to the time that it already shows changes nothing.
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

/** What waits for the PSP and its current state, taken before the PSP's clock is set. */
export type WaitingSnapshot = {
  readonly payments: WaitingPayments;
  readonly disputes: readonly DisputeStanding[];
};

export function snapshotWaiting(
  deps: ClockDeps,
  scope: TenantScope,
  clockId: string,
): Promise<WaitingSnapshot> {
  return deps.database.inTenant(scope, async (trx) => ({
    payments: await waitingPayments(trx, clockId),
    disputes: await disputesOnClock(trx, clockId),
  }));
}

/** Asks the PSP about everything that waits for it, applies the answers and returns what changed since the snapshot. */
export async function fetchPspChanges(
  deps: ClockDeps,
  scope: TenantScope,
  clockId: string,
  before: WaitingSnapshot,
): Promise<Change[]> {
  const payments = await reconcileWaitingPayments(deps, scope, before.payments);
  crashPoint("clock:asking");
  return [...payments, ...(await askAboutDisputes(deps, scope, clockId, before.disputes))];
}
