import { setTimeout as sleep } from "node:timers/promises";
import type { MerchantContext } from "./merchant-actions.ts";

/** The sandbox clock of one session. */
export type TestClock = {
  readonly id: string;
  /**
   * "a little" lets delayed outcomes and disputes arrive; "to the end" lets everything happen that still can. Returns undefined
   * once the clock has arrived, else Kassa's response as text.
   */
  advance(far: "a little" | "to the end"): Promise<string | undefined>;
};

/** Kassa answers an advance within 20 s. */
const advanceTimeoutMs = 30_000;
/** Longer than an authorization, a dispute's deadline for evidence, the bank's review and a refund's return together. */
const toTheEnd = "P45D";

/** Creates a clock that shows the present; undefined if the call got no successful response. */
export async function makeClock(context: MerchantContext): Promise<TestClock | undefined> {
  const made = await context.client.call(
    {
      merchant: context.merchant,
      label: context.label,
      method: "POST",
      path: "/sandbox/clocks",
      body: {},
      key: `${context.label}-clock`,
    },
    context.random,
  );
  if (made.kind !== "answered" || made.status !== 200) return undefined;
  const { id } = made.body as { id: string };
  let advances = 0;
  return {
    id,
    advance: async (far) => {
      advances += 1;
      const answer = await context.client.call(
        {
          merchant: context.merchant,
          label: context.label,
          method: "POST",
          path: `/sandbox/clocks/${id}/advance`,
          body: { by: far === "a little" ? "PT5S" : toTheEnd },
          key: `${context.label}-advance-${advances}`,
          timeoutMs: advanceTimeoutMs,
        },
        context.random,
      );
      if (answer.kind !== "answered") return "there was no response";
      const arrived = answer.status === 200 && answer.body.clock.status === "ready";
      return arrived ? undefined : `${answer.status} ${answer.text}`;
    },
  };
}

/**
 * How long a clock may take before it can advance to the end. After a kill, another instance takes it over when its lease of
 * 20 s has expired; it takes over a few clocks at a time, and each advance may take 20 s.
 */
const arrivalTimeoutMs = 120_000;

/** Advances all clocks to a time at which nothing more can happen. Returns a violation for each that doesn't arrive. */
export async function advanceToTheEnd(clocks: readonly TestClock[]): Promise<string[]> {
  const left = [...clocks];
  const stuck: string[] = [];
  const work = async (): Promise<void> => {
    for (let clock = left.pop(); clock !== undefined; clock = left.pop()) {
      const until = performance.now() + arrivalTimeoutMs;
      let problem = await clock.advance("to the end");
      while (problem !== undefined && performance.now() < until) {
        await sleep(1_000);
        problem = await clock.advance("to the end");
      }
      if (problem !== undefined) stuck.push(`clock ${clock.id} did not arrive: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return stuck;
}
