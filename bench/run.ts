/**
 * Measures the create call as ratios to limits of the same machine in the same run, and everything else in absolute figures.
 *
 *     npm run bench                        everything, about ten minutes
 *     npm run bench -- create              the ratios of the create call only
 *     npm run bench -- --seconds 2 reads
 *
 * Parts: create, stored (5,000,000 sessions), reads, lists and exports (a million payments each), page, payments, begin, webhooks, overload, memory, statements, transfers, books, distributed. Servers run on this machine only and stop at the end.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openEmbeddedDatabase } from "../src/database/embedded/index.ts";
import { benchBegin } from "./begin.ts";
import { benchBooks } from "./books.ts";
import { type BenchContext, databaseIn } from "./context.ts";
import { measureSecondCore } from "./cores.ts";
import { cpuOfPostgres } from "./cpu-of-postgres.ts";
import { benchCreate } from "./create.ts";
import { benchDistributed } from "./distributed.ts";
import { benchExports } from "./exports.ts";
import { benchLists } from "./lists.ts";
import { generator } from "./load.ts";
import { benchMemory } from "./memory.ts";
import { benchOverload } from "./overload.ts";
import { benchPage } from "./page.ts";
import { benchPayments } from "./payments.ts";
import { benchReads } from "./reads.ts";
import { inserter } from "./single-inserts.ts";
import { benchStatements } from "./statements.ts";
import { benchStored } from "./stored.ts";
import { benchTransfers } from "./transfers.ts";
import { benchWebhooks } from "./webhooks.ts";

const parts = {
  create: benchCreate,
  stored: benchStored,
  reads: benchReads,
  lists: benchLists,
  exports: benchExports,
  page: benchPage,
  payments: benchPayments,
  begin: benchBegin,
  webhooks: benchWebhooks,
  overload: benchOverload,
  memory: benchMemory,
  statements: benchStatements,
  transfers: benchTransfers,
  books: benchBooks,
  distributed: benchDistributed,
};
type Part = keyof typeof parts;

const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, rounds: { type: "string", default: "3" } },
  allowPositionals: true,
});
const wanted = (positionals.length > 0 ? positionals : Object.keys(parts)) as Part[];
const unknown = wanted.find((part) => !(part in parts));
if (unknown) {
  console.error(`There is no part "${unknown}". Parts are: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

const dataDir = mkdtempSync(path.join(tmpdir(), "kassa-bench-"));
const embedded = await openEmbeddedDatabase({ dataDir, purpose: "serve" });
const firstProcess = Number.parseInt(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
const cleanUp = async (): Promise<void> => {
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
// PostgreSQL outlives its parent process on purpose, so an interrupted run has to stop it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}
const context: BenchContext = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  say: (line) => console.log(line),
  makeDatabase: databaseIn(embedded.connection),
  databaseCpuMicros: () => cpuOfPostgres(firstProcess),
};
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, PostgreSQL with fsync, ${generator}, ${inserter}`,
);
console.log(`two busy threads do ${(await measureSecondCore()).toFixed(2)} × the work of one`);
try {
  for (const part of wanted) {
    console.log(`\n${part}`);
    await parts[part](context);
  }
} finally {
  await cleanUp();
}
