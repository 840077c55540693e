import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { retryUntil } from "../kernel/retry-until.ts";
import { checkAttempt } from "./attempts/reconcile.ts";
import { readChargeRef } from "./charge-ref.ts";
import type { PaymentDeps } from "./deps.ts";
import { reportUnknownDisputes } from "./dispute-reports/report-dispute.ts";
import { lapseAuthorization } from "./movements/lapse-authorizations.ts";
import { checkMovement } from "./movements/reconcile-movements.ts";
import {
  attemptsWaitingOnClock,
  type ChargeOnClock,
  chargesOnClock,
  movementsWaitingOnClock,
  nextActionOnClock,
  nextLapseOnClock,
  statusesOf,
  type Waiting,
} from "./queries/on-clock.ts";

/** Work of payments that is due at a time of a clock. */
export type PaymentDue = {
  readonly at: Date;
  readonly what: "attempt.checked" | "authorization.lapsed";
  readonly id: string;
};

/** The first work of a clock's payments that is due at or before a time. */
export async function nextPaymentDue(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<PaymentDue | undefined> {
  const action = await nextActionOnClock(trx, clockId, until);
  const lapse = await nextLapseOnClock(trx, clockId, action?.at ?? until);
  if (lapse) return { ...lapse, what: "authorization.lapsed" };
  return action && { ...action, what: "attempt.checked" };
}

/** Does the work. False if it has to wait: another worker holds the lease, or movements are held. */
export function runPaymentDue(deps: PaymentDeps, scope: TenantScope, due: PaymentDue): Promise<boolean> {
  if (due.what === "attempt.checked") return checkAttempt(deps, scope, due.id);
  return lapseAuthorization(deps, scope, due.id);
}

/** The connector accounts of a clock's charges. */
export { accountsOnClock } from "./queries/on-clock.ts";

export type PaymentChange = {
  readonly what: "attempt.updated" | "capture.updated" | "void.updated" | "refund.updated";
  readonly id: string;
};

/** The attempts and movements of a clock's payments that wait for a customer or a bank. */
export type WaitingPayments = {
  readonly attempts: readonly Waiting[];
  readonly movements: readonly Waiting[];
};

export async function waitingPayments(trx: TenantTransaction, clockId: string): Promise<WaitingPayments> {
  const attempts = await attemptsWaitingOnClock(trx, clockId);
  return { attempts, movements: await movementsWaitingOnClock(trx, clockId) };
}

/**
 * Asks the PSP about the attempts and movements that were waiting before the clock was advanced. That is more reliable and
 * faster than waiting for notifications. Returns what has changed since, also if another worker applied it.
 */
export async function reconcileWaitingPayments(
  deps: PaymentDeps,
  scope: TenantScope,
  { attempts, movements }: WaitingPayments,
): Promise<PaymentChange[]> {
  for (const { id } of attempts) await retryUntil(() => checkAttempt(deps, scope, id));
  crashPoint("clock:asking");
  for (const { id } of movements) await retryUntil(() => checkMovement(deps, scope, id));
  crashPoint("clock:asking");
  const before = new Map([...attempts, ...movements].map(({ id, status }) => [id, status]));
  const after = await deps.database.inTenant(scope, (trx) => statusesOf(trx, [...before.keys()]));
  return after.filter(({ id, status }) => status !== before.get(id)).map(({ id }) => changeOf(id));
}

function changeOf(id: string): PaymentChange {
  if (id.startsWith("att_")) return { what: "attempt.updated", id };
  if (id.startsWith("cap_")) return { what: "capture.updated", id };
  return { what: /^(vd|co)_/.test(id) ? "void.updated" : "refund.updated", id };
}

/** More charges than anybody makes on one clock to test disputes. */
const chargesMax = 50;

/** Asks the PSP for the disputes of a clock's charges, and reports those that Kassa doesn't know. */
export async function lookForDisputes(deps: PaymentDeps, scope: TenantScope, clockId: string): Promise<void> {
  const charges = await deps.database.inTenant(scope, (trx) => chargesOnClock(trx, clockId, chargesMax));
  crashPoint("clock:asking");
  for (const charge of charges) await lookForDisputesOf(deps, scope, charge);
}

async function lookForDisputesOf(
  deps: PaymentDeps,
  scope: TenantScope,
  charge: ChargeOnClock,
): Promise<void> {
  const route = await deps.connectors.routeForAccount(scope, charge.connectorAccount);
  if (!route) return;
  const ref = await readChargeRef(deps, scope, route, { attempt: charge, payment: charge });
  const found = await route.connector.findCharge(ref, { timeoutMs: deps.pspTimeoutMs });
  crashPoint("clock:psp-found");
  if (found.kind !== "found") return;
  const { disputes } = found.charge;
  const disputed = { connectorAccount: charge.connectorAccount, attemptId: charge.id };
  await deps.database.inTenant(scope, (trx) => reportUnknownDisputes(trx, disputed, disputes));
}
