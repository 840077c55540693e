import { enterClock } from "../../database/clock-time.ts";
import type { Database } from "../../database/database.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { beginSweep, endSweep } from "../sweep/sweep-deliveries.ts";
import { isAccepted, type PostOutcome } from "./post-webhook.ts";
import {
  type EndpointHealth,
  insertAttempt,
  type Lease,
  type LockedDelivery,
  lockDelivery,
  lockHealth,
  saveProgress,
  setFailing,
  setStatus,
} from "./queries.ts";
import { nextWaitMs, parseRetryAfter, pauseAfterMs } from "./retry-schedule.ts";

export type Attempt = {
  readonly endpointId: string;
  /** Whether the endpoint was failing when the attempt began. */
  readonly endpointFailing: boolean;
  /** The clock of the event's session. */
  readonly livesOn: string | null;
  readonly startedAt: Date;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: PostOutcome;
};

/** The result of an attempt; `lost` when another process holds the lease or the delivery is no longer pending. */
export type Recorded =
  | "delivered"
  | "retrying"
  | "given up"
  | "endpoint paused"
  | "endpoint disabled"
  | "lost";

/** Records an attempt and what follows from it in one transaction, if the lease is still held. */
export function recordAttempt(database: Database, lease: Lease, attempt: Attempt): Promise<Recorded> {
  const accepted = isAccepted(attempt.outcome);
  return database.inTenant(lease, async (trx) => {
    if (attempt.livesOn !== null) await enterClock(trx, attempt.livesOn);
    // Most attempts succeed at working endpoints. They don't lock the endpoint: payments that record events would wait for it.
    const [health, delivery] = await Promise.all([
      accepted && !attempt.endpointFailing ? undefined : lockHealth(trx, attempt.endpointId),
      lockDelivery(trx, lease),
    ]);
    if (!delivery) return "lost";
    const attempts = delivery.attempts + 1;
    insertAttempt(trx, lease, toRow(attempts, attempt));
    if (!accepted) return recordFailure(trx, lease, { ...delivery, attempts }, attempt, health);
    saveProgress(trx, lease, {
      status: "delivered",
      attempts,
      lastStatus: attempt.outcome.status,
      waitMs: null,
    });
    if (health?.failing) setFailing(trx, attempt.endpointId, false);
    return "delivered";
  });
}

async function recordFailure(
  trx: TenantTransaction,
  lease: Lease,
  delivery: LockedDelivery,
  attempt: Attempt,
  health: EndpointHealth | undefined,
): Promise<Recorded> {
  const { outcome, endpointId } = attempt;
  const gone = outcome.status === 410;
  const retryAfterMs = parseRetryAfter(
    outcome.headers?.["retry-after"],
    attempt.startedAt.getTime() + outcome.durationMs,
  );
  const { attempts, ageMs } = delivery;
  const failure = { attempts, ageMs, retryAfterMs, random: Math.random() };
  const waitMs = gone ? undefined : nextWaitMs(failure);
  saveProgress(trx, lease, {
    status: waitMs === undefined ? "failed" : "pending",
    attempts: delivery.attempts,
    lastStatus: outcome.status,
    waitMs: waitMs ?? null,
  });
  setFailing(trx, endpointId, true);
  const isOver = health === undefined || health.status === "disabled";
  if (gone && !isOver) {
    setStatus(trx, endpointId, "disabled", "The receiver answered 410 Gone.");
    await beginSweep(trx, endpointId, "cancel");
    return "endpoint disabled";
  }
  if (health?.status === "enabled" && health.failingForMs >= pauseAfterMs) {
    await endSweep(trx, endpointId);
    setStatus(trx, endpointId, "paused", "Every attempt of the last 5 days failed. Its events are kept.");
    return "endpoint paused";
  }
  return waitMs === undefined ? "given up" : "retrying";
}

/** An attempt as a row. */
export function toRow(number: number, { startedAt, url, headers, outcome }: Attempt) {
  return {
    number,
    startedAt,
    durationMs: outcome.durationMs,
    requestUrl: url,
    requestHeaders: headers,
    responseStatus: outcome.status,
    responseHeaders: outcome.headers,
    responseBody: outcome.body,
    error: outcome.error,
  };
}
