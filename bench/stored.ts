import { Client } from "pg";
import { type BenchContext, createBody, createPath } from "./context.ts";
import { measure } from "./load.ts";
import { startServer } from "./processes.ts";
import { pairs, ratioLine } from "./report.ts";

/** Compares the create call with five million sessions stored to the create call with a thousand. */
export async function benchStored({ seconds, rounds, say, makeDatabase }: BenchContext): Promise<void> {
  const start = async (name: string, sessions: number) => {
    const databaseUrl = await makeDatabase(name);
    const server = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl });
    say(`  seeding ${sessions.toLocaleString("en")} sessions …`);
    await seed(databaseUrl, sessions);
    return server;
  };
  const few = await start("bench_few", 1_000);
  const many = await start("bench_many", 5_000_000);
  const rate = (server: typeof few) => async () =>
    (
      await measure({
        url: server.url,
        path: createPath,
        method: "POST",
        body: createBody,
        connections: 64,
        seconds,
        keys: server.keys,
      })
    ).perSecond;
  try {
    await rate(few)();
    await rate(many)();
    say(
      ratioLine(
        "5,000,000 sessions stored ÷ 1,000",
        await pairs(rounds, rate(many), rate(few)),
        { atLeast: 0.9 },
        "creates/s",
      ),
    );
  } finally {
    await Promise.all([few.stop(), many.stop()]);
  }
}

/** Inserts sessions of the server's tenant, created one second apart up to now. It reports progress in steps. */
async function seed(databaseUrl: string, sessions: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const step = 500_000;
  for (let done = 0; done < sessions; done += step) {
    await client.query(
      `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, client_reference_id, created_at, expires_at)
       SELECT t.tenant_id, 'cs_sandbox_' || substr(t.id, 5, 7) || '0V' || lpad(n::text, 8, '0') || substr(md5(n::text), 1, 20),
         'sandbox', 2599, 'EUR',
         '{"successUrl":"https://shop.example/thanks","cancelUrl":"https://shop.example/cart","lineItems":null,"description":null,"locale":"auto","captureMethod":"automatic","paymentMethods":null}',
         'order-' || n, now() - make_interval(secs => $2 - n), now() + interval '1 day'
       FROM tenants t, generate_series($1::int, LEAST($1 + $3, $2) - 1) AS n`,
      [done, sessions, step],
    );
    if (sessions > step) process.stdout.write(`\r  ${Math.min(done + step, sessions).toLocaleString("en")}`);
  }
  if (sessions > step) process.stdout.write("\n");
  await client.query("VACUUM ANALYZE checkout_sessions");
  await client.query("CHECKPOINT");
  await client.end();
}
