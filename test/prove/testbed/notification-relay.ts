import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { type HttpListener, type HttpRequest, listen } from "./http-listener.ts";

/** How many notifications the relay handled in each way. */
export type NotificationRelayCounts = {
  passed: number;
  /** Refused once. The PSP sends it again after later ones, so that the order changes. */
  postponed: number;
  repeated: number;
  forged: number;
};

/** The network between the PSP and Kassa's notification URL. It repeats, delays, reorders and forges notifications. */
export type NotificationRelay = HttpListener & {
  readonly counts: NotificationRelayCounts;
  /** Describes each notification that Kassa accepted with an invalid signature. */
  readonly violations: string[];
  /** From now on every notification passes once and unchanged. */
  stopFaults(): void;
  /** Resolves when no copy is in transit. */
  settled(): Promise<void>;
};

const probabilities = { postponed: 0.08, repeated: 0.15, forged: 0.02 } as const;
const longestDelayMs = 6_000;

/** @param pick returns the URL of a random instance */
export async function startNotificationRelay(
  random: Random,
  pick: () => string,
  faults: boolean,
): Promise<NotificationRelay> {
  const counts: NotificationRelayCounts = { passed: 0, postponed: 0, repeated: 0, forged: 0 };
  const violations: string[] = [];
  const inTransit = new Set<Promise<unknown>>();
  let faultsOff = !faults;

  const repeatLater = async (notification: HttpRequest): Promise<void> => {
    await sleep(random.integer(10, longestDelayMs));
    counts.repeated += 1;
    await pass(pick(), notification);
  };
  const forge = async (notification: HttpRequest): Promise<void> => {
    counts.forged += 1;
    const forged = { ...notification, body: notification.body.replace(/.$/, " }") };
    const status = await pass(pick(), forged);
    if (status !== undefined && status < 300)
      violations.push(`a forged notification was accepted: ${forged.body}`);
  };
  const start = (work: Promise<void>): void => {
    inTransit.add(work);
    void work.finally(() => inTransit.delete(work));
  };
  const listener = await listen(async (notification, response) => {
    if (!faultsOff && random.chance(probabilities.postponed)) {
      counts.postponed += 1;
      response.writeHead(500).end();
      return;
    }
    if (!faultsOff && signsBody(notification) && random.chance(probabilities.forged))
      start(forge(notification));
    if (!faultsOff && random.chance(probabilities.repeated)) {
      for (let copies = random.integer(1, 3); copies > 0; copies -= 1) start(repeatLater(notification));
    }
    const status = await pass(pick(), notification);
    if (status !== undefined && status < 300) counts.passed += 1;
    response.writeHead(status ?? 502).end();
  });
  return {
    ...listener,
    counts,
    violations,
    stopFaults: () => {
      faultsOff = true;
    },
    settled: async () => {
      await Promise.all(inTransit);
    },
  };
}

/** Mollie doesn't sign, and Adyen signs some fields only, so that other bytes around them aren't a forgery. */
const signsBody = ({ url }: HttpRequest): boolean => !/\/notifications\/(?:mollie|adyen)\//.test(url);

/** All headers but those of the connection, which fetch sets itself. */
const isOfSender = (name: string): boolean =>
  !["host", "connection", "content-length", "keep-alive", "transfer-encoding", "expect"].includes(name);

/** The status of the response; undefined if there was none. */
async function pass(origin: string, { url, headers, body }: HttpRequest): Promise<number | undefined> {
  try {
    const response = await fetch(origin + url, {
      method: "POST",
      headers: Object.fromEntries(
        Object.entries(headers).filter(
          (entry): entry is [string, string] => typeof entry[1] === "string" && isOfSender(entry[0]),
        ),
      ),
      body,
      signal: AbortSignal.timeout(5_000),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
