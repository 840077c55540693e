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
  /** Where events go: the developer's own machine, so any address will do. */
  readonly forwardTo: URL;
  readonly log: JobLog;
  /** Told of each attempt. */
  readonly onDelivery: (forwarded: Forwarded) => void;
  /** Ends the listener. */
  readonly signal: AbortSignal;
  /** How long to wait after the first, second, … failed attempt, in milliseconds; after the last one it is given up. */
  readonly retryWaitsMs?: readonly number[];
};

export type Forwarded = {
  readonly eventId: string;
  readonly type: string;
  readonly session: string | null;
  /** The receiver's answer; null when there was none, and `error` says why. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly next: "delivered" | "retrying" | "given up";
};

export type Listener = {
  /** What the forwarded webhooks are signed with, for the receiver to verify. */
  readonly secret: string;
  /** Resolves when the signal has ended the listener and nothing of it is left. */
  readonly done: Promise<void>;
};

const lookEveryMs = 300;
const heartbeatEveryMs = 5_000;
const deadlineMs = 15_000;
const agents = {
  http: new http.Agent({ keepAlive: false }),
  https: new https.Agent({ keepAlive: false }),
  close: () => {},
};

/**
 * Forwards a tenant's sandbox events from now on, resends included, one after the other in the order in which they
 * happened. Works beside a running server: it is an endpoint of its own in the database, for as long as it is heard of.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { database, log, signal } = options;
  const scope: TenantScope = { tenantId: options.tenantId, mode: "sandbox" };
  const secret = makeSecret();
  let endpointId = await register(options, scope, secret);
  const heartbeat = startPoller({
    name: "listener heartbeat",
    everyMs: heartbeatEveryMs,
    log,
    run: async () => {
      // A laptop that slept for a minute was taken for dead: it registers again and hears of what comes from now on.
      const alive = await database.inTenant(scope, (trx) => touchListener(trx, endpointId));
      if (!alive) endpointId = await register(options, scope, secret);
      return false;
    },
  });
  const forwarding = startPoller({
    name: "listener",
    everyMs: lookEveryMs,
    log,
    run: () => forwardNext(options, scope, endpointId),
  });
  const done = ended(signal).then(async () => {
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
 * Makes one attempt of the oldest event that is waiting; true when there was one. A failed one stays the oldest until it
 * is given up, so nothing overtakes it. No lease is needed: only this process knows the endpoint.
 */
async function forwardNext(
  options: ListenerOptions,
  scope: TenantScope,
  endpointId: string,
): Promise<boolean> {
  const { database, keyring, signal, retryWaitsMs = [1_000, 2_000, 5_000] } = options;
  const waiting = await database.inTenant(scope, (trx) => nextForListener(trx, endpointId));
  if (!waiting || signal.aborted) return false;
  // This machine's own time dates the signature, for the receiver that verifies it is on this machine.
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

type Next = { readonly next: Forwarded["next"]; readonly waitMs?: number | undefined };

function record(
  database: Database,
  lease: Lease,
  attempt: Attempt,
  retryWaitsMs: readonly number[],
): Promise<Next> {
  return database.inTenant(lease, async (trx): Promise<Next> => {
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

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
