import http from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { type JobLog, startPoller } from "../jobs/poller.ts";
import { makeId } from "../kernel/id.ts";
import type { Keyring } from "../kernel/seal.ts";
import { newestApiVersion } from "../tenants/versions.ts";
import { makeAttempt } from "./delivery/attempt-delivery.ts";
import { isAccepted } from "./delivery/post-webhook.ts";
import {
  insertAttempt,
  type Lease,
  lockDelivery,
  nextForListener,
  saveProgress,
} from "./delivery/queries.ts";
import { type Attempt, toRow } from "./delivery/record-attempt.ts";
import { deleteListener, insertListener, touchListener } from "./queries.ts";
import { makeSecret, sealSecret } from "./secrets.ts";

export type ListenerOptions = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly tenantId: number;
  /** Where events are forwarded to. Any address: it is the developer's own machine. */
  readonly forwardTo: URL;
  readonly log: JobLog;
  /** Called after each attempt. */
  readonly onDelivery: (forwarded: Forwarded) => void;
  /** Ends the listener. */
  readonly signal: AbortSignal;
  /** How long to wait after the first, second, … failed attempt. After one more the event is given up. */
  readonly retryWaitsMs?: readonly number[];
};

export type Forwarded = {
  readonly eventId: string;
  readonly type: string;
  readonly session: string | null;
  /** The status of the receiver's response; null when there was none: `error` says why. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly next: "delivered" | "retrying" | "given up";
};

export type Listener = {
  /** The secret that signs the forwarded webhooks. */
  readonly secret: string;
  /** Resolves once the signal has stopped the listener and it is deleted from the database. */
  readonly done: Promise<void>;
};

const pollMs = 300;
const heartbeatMs = 5_000;
const deadlineMs = 15_000;
const agents = {
  http: new http.Agent({ keepAlive: false }),
  https: new https.Agent({ keepAlive: false }),
  close: () => {},
};

/**
 * Forwards a tenant's sandbox events from now on, including resends, one at a time in the order in which they happened. It works beside
 * a running server: in the database it is an endpoint that is deleted when its heartbeats stop.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { database, log, signal } = options;
  const scope: TenantScope = { tenantId: options.tenantId, mode: "sandbox" };
  const secret = makeSecret();
  let endpointId = await register(options, scope, secret);
  const heartbeat = startPoller({
    name: "listener heartbeat",
    everyMs: heartbeatMs,
    log,
    run: async () => {
      // After a laptop has slept for a minute its listener is gone. It registers again and forwards events from then on.
      const alive = await database.inTenant(scope, (trx) => touchListener(trx, endpointId));
      if (!alive) endpointId = await register(options, scope, secret);
      return false;
    },
  });
  const forwarding = startPoller({
    name: "listener",
    everyMs: pollMs,
    log,
    run: () => forwardNext(options, scope, endpointId),
  });
  const done = aborted(signal).then(async () => {
    await Promise.all([heartbeat.stop(), forwarding.stop()]);
    await database.inTenant(scope, (trx) => deleteListener(trx, endpointId));
  });
  return { secret, done };
}

async function register(
  { database, keyring, forwardTo }: ListenerOptions,
  scope: TenantScope,
  secret: string,
): Promise<string> {
  const id = makeId("we", scope.mode, scope.tenantId, Date.now());
  await database.inTenant(scope, (trx) =>
    insertListener(trx, {
      id,
      url: forwardTo.href,
      description: "kassa listen",
      events: ["*"],
      secretSealed: sealSecret(keyring, scope, id, secret),
      apiVersion: newestApiVersion,
    }),
  );
  return id;
}

/**
 * Attempts the oldest pending event; true when there was one. A failed event stays the oldest until it is given up, so no later
 * event overtakes it. No lease is needed: only this process uses the endpoint.
 */
async function forwardNext(
  options: ListenerOptions,
  scope: TenantScope,
  endpointId: string,
): Promise<boolean> {
  const { database, keyring, signal, retryWaitsMs = [1_000, 2_000, 5_000] } = options;
  const waiting = await database.inTenant(scope, (trx) => nextForListener(trx, endpointId));
  if (!waiting || signal.aborted) return false;
  // The receiver verifies the signature by the time of this machine, not of the database.
  const deps = { keyring, nowMs: Date.now };
  const attempt = await makeAttempt(deps, waiting, { agents, deadlineMs, signal });
  if (signal.aborted) return false;
  const { next, waitMs } = await record(database, waiting.lease, attempt, retryWaitsMs);
  const { id: eventId, type, sessionId: session } = waiting.event;
  const { status, error, durationMs } = attempt.outcome;
  options.onDelivery({ eventId, type, session, status, error, durationMs, next });
  if (waitMs !== undefined) await sleep(waitMs, undefined, { signal }).catch(() => {});
  return true;
}

type Result = { readonly next: Forwarded["next"]; readonly waitMs?: number | undefined };

function record(
  database: Database,
  lease: Lease,
  attempt: Attempt,
  retryWaitsMs: readonly number[],
): Promise<Result> {
  return database.inTenant(lease, async (trx): Promise<Result> => {
    const delivery = await lockDelivery(trx, lease);
    if (!delivery) return { next: "given up" };
    const attempts = delivery.attempts + 1;
    insertAttempt(trx, lease, toRow(attempts, attempt));
    const waitMs = retryWaitsMs[attempts - 1];
    const next = isAccepted(attempt.outcome) ? "delivered" : waitMs === undefined ? "given up" : "retrying";
    const status = ({ delivered: "delivered", "given up": "failed", retrying: "pending" } as const)[next];
    saveProgress(trx, lease, {
      status,
      attempts,
      lastStatus: attempt.outcome.status,
      waitMs: next === "retrying" ? (waitMs ?? null) : null,
    });
    return next === "retrying" ? { next, waitMs } : { next };
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
