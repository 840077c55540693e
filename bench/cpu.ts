import type { BenchContext } from "./context.ts";
import type { Server } from "./processes.ts";
import { round } from "./report.ts";

/** CPU time in microseconds; NaN where the system doesn't say. */
export type Cpu = { readonly node: number; readonly database: number };

/** Starts to measure CPU time. The returned function says how much a server and PostgreSQL have used since then. */
export async function startCpu(
  { databaseCpuMicros }: BenchContext,
  server: Server,
): Promise<() => Promise<Cpu>> {
  const read = async (): Promise<Cpu> => ({
    node: await server.cpuMicros(),
    database: databaseCpuMicros() ?? Number.NaN,
  });
  const before = await read();
  return async () => {
    const after = await read();
    return { node: after.node - before.node, database: after.database - before.database };
  };
}

/** What one of `count` operations used. */
export function cpuOfEach({ node, database }: Cpu, count: number): string {
  const each = (micros: number): string => (Number.isNaN(micros) ? "unknown" : round(micros / count / 1_000));
  return `CPU of each: ${each(node)} ms in Node, ${each(database)} ms in PostgreSQL`;
}
