import { Client } from "pg";
import { makeReference } from "../src/expected-transfers/make-reference.ts";
import { makeId } from "../src/kernel/id.ts";
import { type BenchContext, runSql } from "./context.ts";
import { type Server, startServer } from "./processes.ts";
import { round } from "./report.ts";
import { amountOf, entries, iban, largeStatement, megabytes, post } from "./statements.ts";

/** What an import took: in all, of CPU time for each entry, and of memory in each fifth of the time. */
type Taken = {
  readonly seconds: number;
  readonly nodeMicros: number;
  readonly databaseMicros: number;
  readonly peaks: readonly number[];
};

/**
 * Imports 100,000 entries, once while nobody waits for a transfer, and once while 100,000 sessions do, each of which one entry pays. The
 * first is the bare measure: the same file and database, and nothing to match. The payments aren't there, so that only the import is measured.
 */
export async function benchTransfers(context: BenchContext): Promise<void> {
  const { say } = context;
  const references = [...new Set(Array.from({ length: entries + 1_000 }, () => makeReference("iban")))];
  const importInto = (name: string, isExpected: boolean) =>
    withServer(context, name, async (kassa, databaseUrl) => {
      const account = { type: "iban", holder: "Ada", currency: "EUR", iban };
      const [key = ""] = kassa.keys;
      await post(`${kassa.url}/api/bank-accounts`, key, "application/json", JSON.stringify(account));
      if (isExpected) await expectTransfers(databaseUrl, references);
      const taken = await importAll(context, kassa, references);
      const [row] = await runSql<{ paid: string }>(
        databaseUrl,
        "SELECT count(*) AS paid FROM expected_transfers WHERE status = 'paid'",
      );
      if (Number(row?.paid) !== (isExpected ? entries : 0))
        throw new Error(`${row?.paid} transfers are paid`);
      return taken;
    });
  const bare = await importInto("bench_transfers_bare", false);
  const matched = await importInto("bench_transfers", true);
  say(`  nobody waits:            ${lineOf(bare)}`);
  say(`  ${entries.toLocaleString("en")} sessions wait:   ${lineOf(matched)}`);
  const cpu = ({ nodeMicros, databaseMicros }: Taken): number => nodeMicros + databaseMicros;
  say(
    `  matching and paying: ${round(cpu(matched) / cpu(bare))} × the CPU time of the bare import, ${round(matched.seconds / bare.seconds)} × its time`,
  );
  const [, second = 0] = matched.peaks;
  const last = matched.peaks.at(-1) ?? 0;
  say(
    `${last <= second * 1.15 ? "✓" : "✗"} ${(last / second).toFixed(2).padStart(6)} (≤ 1.15)  memory, last fifth ÷ second: ${megabytes(last)} ÷ ${megabytes(second)}`,
  );
}

const lineOf = ({ seconds, nodeMicros, databaseMicros, peaks }: Taken): string =>
  [
    `${seconds.toFixed(1)} s, ${Math.round(entries / seconds).toLocaleString("en")} entries/s`,
    `CPU of each: ${round(nodeMicros / entries)} µs in Node, ${round(databaseMicros / entries)} µs in PostgreSQL`,
    `memory in fifths: ${peaks.map(megabytes).join(", ")}`,
  ].join("; ");

async function withServer<Value>(
  { makeDatabase }: BenchContext,
  name: string,
  work: (kassa: Server, databaseUrl: string) => Promise<Value>,
): Promise<Value> {
  const databaseUrl = await makeDatabase(name);
  const kassa = await startServer("kassa-server.ts", { DATABASE_URL: databaseUrl });
  try {
    return await work(kassa, databaseUrl);
  } finally {
    await kassa.stop();
  }
}

/** A transfer for each entry, as if a customer of a session of its own had been shown its reference. */
async function expectTransfers(databaseUrl: string, references: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT tenant_id, id FROM bank_accounts");
    const tenantId = Number(rows[0].tenant_id);
    const ids = (prefix: "etr" | "att" | "cs") =>
      Array.from({ length: entries }, () => makeId(prefix, "sandbox", tenantId, Date.now()));
    await client.query(
      `INSERT INTO expected_transfers (tenant_id, id, mode, attempt_id, session_id, bank_account_id, reference, amount, currency,
         expires_at, created_at)
       SELECT $1, t.id, 'sandbox', t.attempt, t.session, $2, t.reference, t.amount, 'EUR', now() + interval '14 days', now()
       FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS t (id, attempt, session, reference, amount)`,
      [
        tenantId,
        rows[0].id,
        ...(["etr", "att", "cs"] as const).map(ids),
        references.slice(0, entries),
        Array.from({ length: entries }, (_, number) => amountOf(number)),
      ],
    );
    await client.query("ANALYZE expected_transfers");
  } finally {
    await client.end();
  }
}

async function importAll(
  { databaseCpuMicros }: BenchContext,
  kassa: Server,
  references: readonly string[],
): Promise<Taken> {
  const before = { node: await kassa.cpuMicros(), database: databaseCpuMicros() ?? Number.NaN };
  const began = performance.now();
  const file = largeStatement((number) => `Order ${number}, ${references[number]}, thank you`);
  const [key = ""] = kassa.keys;
  const done = post(`${kassa.url}/api/bank-statements`, key, "application/xml", file);
  const samples = await memoryWhile(kassa, done);
  const seconds = (performance.now() - began) / 1_000;
  await done;
  return {
    seconds,
    nodeMicros: (await kassa.cpuMicros()) - before.node,
    databaseMicros: (databaseCpuMicros() ?? Number.NaN) - before.database,
    peaks: peaksInFifths(samples),
  };
}

/** The server's resident memory in bytes, asked for ten times a second until the work is done. */
async function memoryWhile(kassa: Server, work: Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    samples.push(await kassa.memory());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return samples;
}

const peaksInFifths = (samples: readonly number[]): number[] => {
  const length = Math.ceil(samples.length / 5);
  return [0, 1, 2, 3, 4].map((fifth) => Math.max(...samples.slice(fifth * length, (fifth + 1) * length)));
};
