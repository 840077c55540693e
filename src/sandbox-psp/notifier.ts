import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/database.ts";
import { deliverNotification, retryDelayMs } from "./deliver-notification.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { isAnythingDue } from "./queries/due.ts";
import {
  type LeasedNotification,
  leaseNotifications,
  markDelivered,
  postponeNotification,
} from "./queries/notifications.ts";
import { runOneDue } from "./run-due.ts";
import { checkSecretKey } from "./secrets.ts";

export type NotifierDeps = Pick<SandboxPspDeps, "secretKey" | "publicUrl" | "pendingMs" | "challengeMs"> & {
  readonly database: Pick<Database, "inSandboxPsp" | "readAs">;
  /** The absolute URL of an account's notification endpoint. */
  readonly notificationUrl: (account: string) => string;
  readonly log?: Pick<FastifyBaseLogger, "warn">;
  /** How long to wait before polling again when nothing was due; `defaultPollMs` by default. */
  readonly pollMs?: number;
};

export type Notifier = {
  /** Ends the loop and aborts the deliveries in flight. Undelivered notifications are leased again later. */
  stop(): Promise<void>;
};

export const defaultPollMs = 500;
const deliveryTimeoutMs = 10_000;
/** Longer than a delivery may take, so that no other process delivers the same notification meanwhile. */
const leaseMs = 15_000;
const deliveriesMax = 50;
const keptDays = 3;

/**
 * The simulated PSP's background work: it carries out what falls due in real time and delivers notifications. Any number
 * of processes may run one.
 */
export function startSandboxPspNotifier(deps: NotifierDeps): Notifier {
  checkSecretKey(deps.secretKey);
  const stopping = new AbortController();
  const deliveries = new InFlightDeliveries(deps, stopping.signal);
  const finished = runLoop(deps, deliveries, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await finished;
      await deliveries.settled();
    },
  };
}

async function runLoop(
  deps: NotifierDeps,
  deliveries: InFlightDeliveries,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const { database } = deps;
      if (await database.readAs("sandboxPsp", (trx) => isAnythingDue(trx, keptDays)))
        await carryOut(deps, deliveries, stopping);
    } catch (error) {
      deps.log?.warn({ err: error }, "the simulated PSP's notifier will try again");
    }
    await deliveries.pause(deps.pollMs ?? defaultPollMs);
  }
}

async function carryOut(
  deps: NotifierDeps,
  deliveries: InFlightDeliveries,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted && (await runOneDue(deps))) {
    // One due item per transaction, so that each lock is held only briefly.
  }
  await deliveries.startDue();
}

/** The deliveries in flight: at most one per account, so that a slow receiver delays no other account. */
class InFlightDeliveries {
  readonly #deps: NotifierDeps;
  readonly #stopping: AbortSignal;
  readonly #byAccount = new Map<string, Promise<void>>();
  #wake: () => void = () => {};

  constructor(deps: NotifierDeps, stopping: AbortSignal) {
    this.#deps = deps;
    this.#stopping = stopping;
    stopping.addEventListener("abort", () => this.#wake());
  }

  /** Leases the notifications that are due and starts to deliver them, without waiting for any receiver. */
  async startDue(): Promise<void> {
    const limit = deliveriesMax - this.#byAccount.size;
    if (limit <= 0 || this.#stopping.aborted) return;
    const wanted = { busyAccounts: [...this.#byAccount.keys()], limit, leaseMs, keptDays };
    const leased = await this.#deps.database.inSandboxPsp((trx) => leaseNotifications(trx, wanted));
    for (const notification of leased) {
      const delivery = this.#deliver(notification).finally(() => {
        this.#byAccount.delete(notification.account);
        this.#wake();
      });
      this.#byAccount.set(notification.account, delivery);
    }
  }

  /** Waits `ms`, or until a delivery ends and the account's next one can start. */
  async pause(ms: number): Promise<void> {
    if (this.#stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async settled(): Promise<void> {
    await Promise.all(this.#byAccount.values());
  }

  async #deliver(notification: LeasedNotification): Promise<void> {
    const { database, secretKey, notificationUrl, log } = this.#deps;
    const { id, account, body, attempts } = notification;
    const signal = AbortSignal.any([this.#stopping, AbortSignal.timeout(deliveryTimeoutMs)]);
    try {
      const failure = await deliverNotification({
        url: notificationUrl(account),
        account,
        body,
        secretKey,
        signal,
      });
      if (failure === undefined) return await database.inSandboxPsp((trx) => markDelivered(trx, id));
      await database.inSandboxPsp((trx) => postponeNotification(trx, id, retryDelayMs(attempts)));
      if (!this.#stopping.aborted)
        log?.warn({ notification: id, attempts, failure }, "a sandbox notification failed");
    } catch (error) {
      // The notification is due again when its lease ends.
      log?.warn({ notification: id, err: error }, "a sandbox notification's outcome could not be stored");
    }
  }
}
