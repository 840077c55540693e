import { type BenchContext, createBody, createPath } from "./context.ts";
import { type Load, measure } from "./load.ts";
import { startServer } from "./processes.ts";
import { pairs, ratioLine } from "./report.ts";
import { measureSingleInserts } from "./single-inserts.ts";

/** Compares the create call with its limits: the server without a database, the database without a server, and bare node:http. */
export async function benchCreate({ seconds, rounds, say, makeDatabase }: BenchContext): Promise<void> {
  const databaseUrl = await makeDatabase("bench_create");
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl, BENCH_TENANTS: "100" });
  const immediate = await startServer("kassa-server.ts", {
    DATABASE_URL: databaseUrl,
    BENCH_STORE: "immediate",
  });
  const bare = await startServer("bare-server.ts");
  const create = (url: string, load: Partial<Load>) => () =>
    measure({ url, path: createPath, method: "POST", body: createBody, connections: 64, seconds, ...load });
  const rate = (url: string, load: Partial<Load>) => async () => (await create(url, load)()).perSecond;
  const p99 = (url: string, load: Partial<Load>) => async () =>
    (await create(url, { connections: 8, ...load })()).p99Ms;
  const oneTenant = { keys: kassa.keys.slice(0, 1) };
  const durable = rate(kassa.url, oneTenant);
  try {
    await durable();
    await rate(bare.url, {})();
    await rate(immediate.url, { keys: immediate.keys })();
    say(
      ratioLine(
        "durable ÷ the same server with an immediate store",
        await pairs(rounds, durable, rate(immediate.url, { keys: immediate.keys })),
        { atLeast: 0.9 },
        "creates/s",
      ),
    );
    say(
      ratioLine(
        "durable ÷ one INSERT a commit, 32 connections, no HTTP",
        await pairs(rounds, durable, () => measureSingleInserts(databaseUrl, seconds)),
        { atLeast: 1.2 },
        "a second",
      ),
    );
    say(
      ratioLine(
        "durable ÷ bare node:http that echoes the JSON",
        await pairs(rounds, durable, rate(bare.url, {})),
        { atLeast: 0.4 },
        "requests/s",
      ),
    );
    say(
      ratioLine(
        "100 tenants in turn ÷ one tenant",
        await pairs(rounds, rate(kassa.url, { keys: kassa.keys }), durable),
        { atLeast: 0.95 },
        "creates/s",
      ),
    );
    say(
      ratioLine(
        "a fresh Idempotency-Key each ÷ none",
        await pairs(rounds, rate(kassa.url, { ...oneTenant, freshKeys: true }), durable),
        { atLeast: 0.8 },
        "creates/s",
      ),
    );
    say(
      ratioLine(
        "p99 at 8 connections ÷ bare p99",
        await pairs(rounds, p99(kassa.url, oneTenant), p99(bare.url, {})),
        { atMost: 4 },
        "ms",
      ),
    );
  } finally {
    await Promise.all([kassa.stop(), immediate.stop(), bare.stop()]);
  }
}
