import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { type Heard, type Listener, listen } from "./http.ts";

/** What became of the notifications that passed. */
export type RelayCounts = {
  passed: number;
  /** Refused once, so that the PSP sends it again after others: the order changes. */
  postponed: number;
  repeated: number;
  forged: number;
};

/** The network between the PSP and Kassa's notification address: it repeats, delays, reorders and forges. */
export type Relay = Listener & {
  readonly counts: RelayCounts;
  /** Kassa took a notification whose signature was wrong, in words. */
  readonly violations: string[];
  /** From now on everything passes as it is. */
  calm(): void;
  /** Resolves when no repetition is on its way any more. */
  settled(): Promise<void>;
};

const shares = { postponed: 0.08, repeated: 0.15, forged: 0.02 } as const;
const longestDelayMs = 6_000;

/** @param pick the address of one of Kassa's processes, another one each time */
export async function startRelay(random: Random, pick: () => string, faults: boolean): Promise<Relay> {
  const counts: RelayCounts = { passed: 0, postponed: 0, repeated: 0, forged: 0 };
  const violations: string[] = [];
  const onTheirWay = new Set<Promise<unknown>>();
  let calm = !faults;

  const repeatLater = async (heard: Heard): Promise<void> => {
    await sleep(random.integer(10, longestDelayMs));
    counts.repeated += 1;
    await pass(pick(), heard);
  };
  const forge = async (heard: Heard): Promise<void> => {
    counts.forged += 1;
    const status = await pass(pick(), { ...heard, body: heard.body.replace(/.$/, " }") });
    if (status !== undefined && status < 300)
      violations.push(`[12] a forged notification was taken: ${heard.body}`);
  };
  const start = (work: Promise<void>): void => {
    onTheirWay.add(work);
    void work.finally(() => onTheirWay.delete(work));
  };
  const listener = await listen(async (heard, response) => {
    if (!calm && random.chance(shares.postponed)) {
      counts.postponed += 1;
      response.writeHead(500).end();
      return;
    }
    if (!calm && random.chance(shares.forged)) start(forge(heard));
    if (!calm && random.chance(shares.repeated)) {
      for (let copies = random.integer(1, 3); copies > 0; copies -= 1) start(repeatLater(heard));
    }
    const status = await pass(pick(), heard);
    if (status !== undefined && status < 300) counts.passed += 1;
    response.writeHead(status ?? 502).end();
  });
  return {
    ...listener,
    counts,
    violations,
    calm: () => {
      calm = true;
    },
    settled: async () => {
      await Promise.all(onTheirWay);
    },
  };
}

/** The status of the answer; undefined when there was none. */
async function pass(address: string, { url, headers, body }: Heard): Promise<number | undefined> {
  try {
    const response = await fetch(address + url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "sandbox-signature": String(headers["sandbox-signature"]),
      },
      body,
      signal: AbortSignal.timeout(5_000),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
