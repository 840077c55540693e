import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { makeReference } from "../src/expected-transfers/make-reference.ts";
import { type BenchContext, createBody } from "./context.ts";
import { type Cpu, startCpu } from "./cpu.ts";
import { makeOpenTransfers } from "./open-transfers.ts";
import { type Server, startServer } from "./processes.ts";
import { round } from "./report.ts";
import { entries, iban, importStatement, largeStatement, megabytes, post } from "./statements.ts";

/** What some work took: of time, of CPU time, and of memory in each fifth of the time. */
type Taken = { readonly seconds: number; readonly cpu: Cpu; readonly peaks: readonly number[] };

/**
 * Imports 100,000 entries, once while nobody waits for a transfer, and once while 100,000 open sessions do, whose customers have been shown
 * where to transfer the money: each entry pays one of them. The first is the bare measure: the same file, and nothing to match. The second
 * is measured until the last session is paid, with its ledger entries and events.
 */
export async function benchTransfers(context: BenchContext): Promise<void> {
  const { say } = context;
  const bare = await withServer(context, "bench_transfers_bare", async (kassa) => {
    const account = { type: "iban", holder: "Ada", currency: "EUR", iban };
    const [key = ""] = kassa.keys;
    await post(`${kassa.url}/api/bank-accounts`, key, "application/json", JSON.stringify(account));
    const references = Array.from({ length: entries }, () => makeReference("iban"));
    return measure(context, kassa, () => importAll(kassa, references));
  });
  say(`  nobody waits:            ${lineOf(bare)}`);
  await withServer(context, "bench_transfers", async (kassa, databaseUrl) => {
    const began = performance.now();
    const references = await makeOpenTransfers(kassa, databaseUrl, entries);
    say(
      `  ${entries.toLocaleString("en")} open sessions were made in ${round((performance.now() - began) / 1_000)} s`,
    );
    const paid = await measure(context, kassa, async () => {
      const importing = performance.now();
      await importAll(kassa, references);
      const seconds = (performance.now() - importing) / 1_000;
      say(`  the statement was imported in ${seconds.toFixed(1)} s, while payments began to be made`);
      await allPaid(databaseUrl, say);
    });
    say(`  each pays a session:     ${lineOf(paid)}`);
    const cpuOf = ({ cpu: { node, database } }: Taken): number => node + database;
    say(`  import, match and pay: ${round(cpuOf(paid) / cpuOf(bare))} × the CPU time of the bare import`);
    const [, second = 0] = paid.peaks;
    const last = paid.peaks.at(-1) ?? 0;
    say(
      `${last <= second * 1.15 ? "✓" : "✗"} ${(last / second).toFixed(2).padStart(6)} (≤ 1.15)  memory, last fifth ÷ second: ${megabytes(last)} ÷ ${megabytes(second)}`,
    );
  });
}

const lineOf = ({ seconds, cpu, peaks }: Taken): string =>
  [
    `${seconds.toFixed(1)} s, ${Math.round(entries / seconds).toLocaleString("en")} entries/s`,
    `CPU of each: ${round(cpu.node / entries)} µs in Node, ${round(cpu.database / entries)} µs in PostgreSQL`,
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

/** All entries have the amount of a session. */
async function importAll(kassa: Server, references: readonly string[]): Promise<void> {
  const { amount } = JSON.parse(createBody) as { amount: number };
  const file = largeStatement(
    (number) => `Order ${number}, ${references[number]}, thank you`,
    () => (amount / 100).toFixed(2),
  );
  const [key = ""] = kassa.keys;
  await importStatement(kassa.url, key, file);
}

/** Waits until every session is paid, and says how many are each minute. */
async function allPaid(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let second = 0; ; second += 1) {
      const { rows } = await client.query<{ open: number }>(
        "SELECT count(*)::integer AS open FROM checkout_sessions WHERE payment_status <> 'paid'",
      );
      const open = rows[0]?.open ?? 0;
      if (open === 0) return;
      if (second % 60 === 59) say(`  … ${open.toLocaleString("en")} are open`);
      await sleep(1_000);
    }
  } finally {
    await client.end();
  }
}

async function measure(context: BenchContext, kassa: Server, work: () => Promise<unknown>): Promise<Taken> {
  const cpu = await startCpu(context, kassa);
  const began = performance.now();
  const done = work();
  const samples = await memoryWhile(kassa, done);
  const seconds = (performance.now() - began) / 1_000;
  await done;
  return { seconds, cpu: await cpu(), peaks: peaksInFifths(samples) };
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
    await sleep(100);
  }
  return samples;
}

const peaksInFifths = (samples: readonly number[]): number[] => {
  const length = Math.ceil(samples.length / 5);
  return [0, 1, 2, 3, 4].map((fifth) => Math.max(...samples.slice(fifth * length, (fifth + 1) * length)));
};
