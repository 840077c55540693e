import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "./merchant.ts";

/** A sandbox clock that one session lives by. */
export type TestClock = {
  readonly id: string;
  /**
   * A little: delayed outcomes and disputes come. To the end: everything that can still happen does. Undefined once it
   * has arrived; else what was said, in words.
   */
  advance(far: "a little" | "to the end"): Promise<string | undefined>;
};

/** Kassa answers after 20 s in any case. */
const advanceWithinMs = 30_000;
/** Longer than an authorization, evidence, a bank's review and a refund's return take together. */
const end = "P45D";

/** Makes a clock that shows the present; undefined when nobody could tell whether it was made. */
export async function makeClock(shop: Shop): Promise<TestClock | undefined> {
  const made = await shop.client.call(
    {
      merchant: shop.merchant,
      label: shop.label,
      method: "POST",
      path: "/sandbox/clocks",
      body: {},
      key: `${shop.label}-clock`,
    },
    shop.random,
  );
  if (made.kind !== "answered" || made.status !== 200) return undefined;
  const { id } = made.body as { id: string };
  let advances = 0;
  return {
    id,
    advance: async (far) => {
      advances += 1;
      const answer = await shop.client.call(
        {
          merchant: shop.merchant,
          label: shop.label,
          method: "POST",
          path: `/sandbox/clocks/${id}/advance`,
          body: { by: far === "a little" ? "PT5S" : end },
          key: `${shop.label}-advance-${advances}`,
          withinMs: advanceWithinMs,
        },
        shop.random,
      );
      if (answer.kind !== "answered") return "there was no answer";
      const arrived = answer.status === 200 && answer.body.clock.status === "ready";
      return arrived ? undefined : `${answer.status} ${answer.text}`;
    },
  };
}

/**
 * How long a clock may need before it can be sent to its end: one whose process was killed is taken over when its lease
 * of 20 s is over, a few at a time, and each of those has 20 s.
 */
const patienceMs = 120_000;

/** Has all clocks arrive where nothing can happen any more. */
export async function advanceToTheEnd(clocks: readonly TestClock[]): Promise<string[]> {
  const left = [...clocks];
  const late: string[] = [];
  const work = async (): Promise<void> => {
    for (let clock = left.pop(); clock !== undefined; clock = left.pop()) {
      const until = performance.now() + patienceMs;
      let said = await clock.advance("to the end");
      while (said !== undefined && performance.now() < until) {
        await sleep(1_000);
        said = await clock.advance("to the end");
      }
      if (said !== undefined) late.push(`clock ${clock.id} doesn't arrive: ${said}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return late;
}
