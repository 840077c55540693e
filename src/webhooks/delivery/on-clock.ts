import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { AgentsFor } from "../../kernel/guarded-agent.ts";
import { retryUntil } from "../../kernel/retry-until.ts";
import { type AttemptDeps, attemptDelivery } from "./attempt-delivery.ts";
import { hasFirstAttempts, leaseOnClock, nextOnClock } from "./queries.ts";
import { attemptDeadlineMs } from "./start-delivery-worker.ts";

export { cancelOnClock } from "./queries.ts";

export type ClockDeliveryDeps = AttemptDeps & {
  readonly agentsFor: AgentsFor;
  /** Wakes this process's delivery worker. */
  readonly wake: () => void;
};

export type RetryDue = {
  readonly at: Date;
  readonly what: "webhook_delivery.retried";
  readonly id: string;
};

/** The first retry that is due on a clock, at or before a time. */
export async function nextRetryDue(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<RetryDue | undefined> {
  const due = await nextOnClock(trx, clockId, until);
  return due && { ...due, what: "webhook_delivery.retried" };
}

/** Makes a retry that is due. False while another process holds the delivery. */
export async function runRetryDue(
  deps: ClockDeliveryDeps,
  scope: TenantScope,
  clockId: string,
  due: RetryDue,
): Promise<boolean> {
  const lease = await deps.database.inTenant(scope, (trx) => leaseOnClock(trx, clockId, due.id));
  crashPoint("delivery:leased");
  if (!lease) return false;
  await attemptDelivery(deps, lease, { agents: deps.agentsFor(lease), deadlineMs: attemptDeadlineMs });
  return true;
}

/** Longer than one attempt can take. */
export const longestAttemptMs = attemptDeadlineMs + 2_000;

/**
 * Waits until the delivery worker has made the first attempts for a clock's sessions, which happens in real time: their retries count
 * from their failure. False when that took longer than `forMs`.
 */
export function waitForFirstAttempts(
  deps: ClockDeliveryDeps,
  scope: TenantScope,
  clockId: string,
  forMs: number,
): Promise<boolean> {
  deps.wake();
  return retryUntil(
    async () => !(await deps.database.inTenant(scope, (trx) => hasFirstAttempts(trx, clockId))),
    {
      forMs,
    },
  );
}
