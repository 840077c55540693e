import { type BenchContext, createBody, createPath } from "./context.ts";
import { type Load, measure } from "./load.ts";
import { createSession } from "./merchant.ts";
import { startServer } from "./processes.ts";
import { round } from "./report.ts";

/** Getting a session by id, a list of ten, and the payment page. */
export async function benchReads({ seconds, say, makeDatabase }: BenchContext): Promise<void> {
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: await makeDatabase("bench_reads") });
  const get = (path: string, keys: readonly string[] = kassa.keys): Load => ({
    url: kassa.url,
    path,
    method: "GET",
    connections: 64,
    seconds,
    keys,
  });
  try {
    const { id } = await createSession(kassa.url, kassa.keys[0] ?? "");
    await measure({ ...get(createPath), method: "POST", body: createBody, seconds: 1 });
    const loads: [string, Load][] = [
      ["get by id", get(`${createPath}/${id}`)],
      ["list of 10", get(`${createPath}?limit=10`)],
      ["payment page", get(`/pay/${id}`, [])],
    ];
    for (const [name, load] of loads) {
      await measure({ ...load, seconds: 1 });
      const { perSecond, p50Ms, p99Ms } = await measure(load);
      say(
        `  ${name}: ${round(perSecond)} requests/s at 64 connections, p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms`,
      );
    }
  } finally {
    await kassa.stop();
  }
}
