import { type BenchContext, createBody, createPath } from "./context.ts";
import { createSession } from "./merchant.ts";
import { runStream, type Stream, type Streamed } from "./open-loop.ts";
import { type Server, startServer } from "./processes.ts";
import { percentile } from "./receivers.ts";
import { round } from "./report.ts";

/** How many times the best rate is sent. */
const overload = 3;
const leastServed = 0.8;
const refusedWithinMs = 100;

/** Each connection waits for one answer. There are more than the lane lets wait. */
const connections = 2_000;

/** `callers`: enough to reach the best rate, but so few that none is refused. */
type Target = Omit<Stream, "connections" | "seconds" | "perSecond"> & { readonly callers: number };

/** Sends three times what the server can do. It must go on serving at nearly its best rate and refuse the rest at once. */
export async function benchOverload({ seconds, say, makeDatabase }: BenchContext): Promise<void> {
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: await makeDatabase("bench_overload") });
  try {
    const targets = await targetsOf(kassa);
    for (const [name, { callers, ...target }] of targets) {
      const asAnswered = { ...target, connections: callers, perSecond: "as answered" } as const;
      await runStream({ ...asAnswered, seconds: 1 });
      const { streamed: best, micros } = await runMetered(kassa, { ...asAnswered, seconds });
      // With refusals this isn't the best rate, and every share below would be wrong.
      if (best.refusedMs.length > 0)
        throw new Error(
          `${name}: ${callers} callers were refused some requests; run again on a quieter machine`,
        );
      const peak = best.servedPerSecond;
      const servedMicros = micros / best.servedMs.length;
      say(`  ${name}, ${callers} callers: ${figures(best)}; ${round(servedMicros)} µs of the server each`);
      await kassa.loopDelay();
      for (const factor of [1, overload]) {
        const { streamed, micros } = await runMetered(kassa, {
          ...target,
          connections,
          seconds,
          perSecond: factor * peak,
        });
        say(verdict(name, factor, streamed, peak));
        if (factor !== 1) say(`      ${costs(streamed, micros, servedMicros)}`);
        const { p99Ms, maxMs } = await kassa.loopDelay();
        const sentLateMs = percentile(streamed.sentLateMs, 0.99);
        say(
          `      ${figures(streamed)}; requests sent late: p99 ${round(sentLateMs)} ms; the server's event loop: p99 ${round(p99Ms)}, longest ${round(maxMs)} ms`,
        );
      }
    }
  } finally {
    await kassa.stop();
  }
}

async function targetsOf(kassa: Server): Promise<[string, Target][]> {
  const key = kassa.keys[0] ?? "";
  const { id } = await createSession(kassa.url, key);
  const authorization = `Bearer ${key}`;
  const get = { callers: 64, url: kassa.url, method: "GET", body: "" } as const;
  return [
    [
      "create",
      {
        callers: 128,
        url: kassa.url,
        method: "POST",
        path: createPath,
        headers: { authorization, "content-type": "application/json" },
        body: createBody,
        served: '"id":"cs_',
      },
    ],
    [
      "get by id",
      { ...get, path: `${createPath}/${id}`, headers: { authorization }, served: `"id":"${id}"` },
    ],
    ["payment page", { ...get, path: `/pay/${id}`, headers: {}, served: `/pay/${id}` }],
  ];
}

/** Runs a stream and measures the CPU time that the server used for it, not counting opening the connections. */
async function runMetered(
  kassa: Server,
  stream: Stream,
): Promise<{ readonly streamed: Streamed; readonly micros: number }> {
  let before: Promise<number> | undefined;
  const streamed = await runStream(stream, () => {
    before = kassa.cpuMicros();
  });
  const after = await kassa.cpuMicros();
  return { streamed, micros: after - (await (before ?? after)) };
}

/**
 * The CPU time of a refusal, assuming that a served request costs as much as at the best rate. At the best rate the server answers C
 * requests a second that cost s each. While `overload` times C arrive, it serves a share x of C and refuses the rest at a cost
 * of r each: x s + (overload - x) r = s.
 */
function costs({ servedMs, refusedMs }: Streamed, micros: number, servedMicros: number): string {
  if (refusedMs.length === 0) return "nothing was refused";
  const refusedMicros = (micros - servedMs.length * servedMicros) / refusedMs.length;
  const ratio = refusedMicros / servedMicros;
  const share = (1 - overload * ratio) / (1 - ratio);
  return `${round(refusedMicros)} µs of the server for a refusal, which leaves ${share.toFixed(2)} for requests that are served`;
}

function verdict(name: string, factor: number, streamed: Streamed, peak: number): string {
  const share = streamed.servedPerSecond / peak;
  const p99Ms = percentile(streamed.refusedMs, 0.99);
  const refusedInTime = streamed.refusedMs.length === 0 || p99Ms <= refusedWithinMs;
  const isSent = streamed.sentPerSecond >= 0.98 * factor * peak;
  const mark = factor === 1 ? " " : !isSent ? "–" : share >= leastServed && refusedInTime ? "✓" : "✗";
  const sent = `${(streamed.sentPerSecond / peak).toFixed(1)} ×`;
  const refusals = streamed.refusedMs.length === 0 ? "nothing refused" : `refusals p99 ${round(p99Ms)} ms`;
  const offered = isSent ? `${sent} was sent` : `not measured: the sender could only send ${sent}`;
  return `${mark} ${name} at ${factor} × the best rate (${offered}): ${share.toFixed(2)} of it served (≥ ${leastServed}), ${refusals} (p99 ≤ ${refusedWithinMs} ms)`;
}

function figures(streamed: Streamed): string {
  const { servedPerSecond, servedMs, refusedPerSecond, refusedMs, refusedSinceSentMs } = streamed;
  const times = (ms: readonly number[]): string =>
    `p50 ${round(percentile(ms, 0.5))}, p99 ${round(percentile(ms, 0.99))} ms`;
  const served = `served ${round(servedPerSecond)}/s, ${times(servedMs)}`;
  if (refusedMs.length === 0) return `${served}; refused none`;
  return `${served}; refused ${round(refusedPerSecond)}/s, ${times(refusedMs)}, longest ${round(percentile(refusedMs, 1))} ms, since they were sent p99 ${round(percentile(refusedSinceSentMs, 0.99))} ms`;
}
