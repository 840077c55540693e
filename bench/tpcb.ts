import { run } from "./load.ts";
import { inserter } from "./single-inserts.ts";

/**
 * PostgreSQL's own yardstick: pgbench's TPC-B-like transactions a second, 32 at a time, at scale 32, so that each has a branch of its own.
 * Undefined where pgbench isn't installed.
 */
export async function measureTpcB(
  makeDatabase: (name: string) => Promise<string>,
  seconds: number,
): Promise<number | undefined> {
  if (inserter !== "pgbench") return undefined;
  const databaseUrl = await makeDatabase("bench_tpcb");
  await run("pgbench", ["-i", "-q", "-s", "32", databaseUrl]);
  const output = await run("pgbench", [
    "-n",
    "-M",
    "prepared",
    "-c",
    "32",
    "-j",
    "1",
    "-T",
    String(seconds),
    databaseUrl,
  ]);
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}
