import { setTimeout as pause } from "node:timers/promises";
import { type BenchContext, createBody, createPath } from "./context.ts";
import { measure } from "./load.ts";
import { startServer } from "./processes.ts";

const portion = 300_000;

/** Resident memory when idle and after every 300,000 creates, up to a million. It must stop growing. */
export async function benchMemory({ say, makeDatabase }: BenchContext): Promise<void> {
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: await makeDatabase("bench_memory") });
  try {
    say(`  idle: ${megabytes(await kassa.memory())}`);
    const after: number[] = [];
    let total = 0;
    while (total < 1_000_000) {
      let done = 0;
      while (done < portion) {
        const seconds = 4;
        const { perSecond } = await measure({
          url: kassa.url,
          path: createPath,
          method: "POST",
          body: createBody,
          connections: 64,
          seconds,
          keys: kassa.keys,
        });
        done += perSecond * seconds;
      }
      total += done;
      await pause(1_000);
      after.push(await kassa.memory());
      say(`  after ${Math.round(total).toLocaleString("en")} creates: ${megabytes(after.at(-1) ?? 0)}`);
    }
    const [, second = 0, third = 0] = after;
    say(
      `${third <= second * 1.05 ? "✓" : "✗"} ${(third / second).toFixed(2).padStart(6)} (≤ 1.05)  third portion ÷ second: ${megabytes(third)} ÷ ${megabytes(second)}`,
    );
  } finally {
    await kassa.stop();
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;
