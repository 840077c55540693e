import type { Shop } from "./merchant.ts";

/** A sandbox clock that one session lives by. */
export type TestClock = {
  readonly id: string;
  /**
   * A little: delayed outcomes and disputes come. To the end: everything that can still happen does. False when nobody
   * said that it arrived.
   */
  advance(far: "a little" | "to the end"): Promise<boolean>;
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
          method: "POST",
          path: `/sandbox/clocks/${id}/advance`,
          body: { by: far === "a little" ? "PT5S" : end },
          key: `${shop.label}-advance-${advances}`,
          withinMs: advanceWithinMs,
        },
        shop.random,
      );
      return answer.kind === "answered" && answer.status === 200 && answer.body.clock.status === "ready";
    },
  };
}

/** Has all clocks arrive where nothing can happen any more. */
export async function advanceToTheEnd(clocks: readonly TestClock[]): Promise<string[]> {
  const left = [...clocks];
  const late: string[] = [];
  const work = async (): Promise<void> => {
    for (let clock = left.pop(); clock !== undefined; clock = left.pop()) {
      let arrived = false;
      for (let tries = 0; !arrived && tries < 10; tries += 1) arrived = await clock.advance("to the end");
      if (!arrived) late.push(`clock ${clock.id} doesn't arrive`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return late;
}
