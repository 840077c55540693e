import { readdirSync, readFileSync } from "node:fs";

/**
 * The processor's time that a PostgreSQL has taken, in microseconds: of its first process and of those that it has started and
 * that still run, as the kernel's scheduler counts it. Linux only; undefined elsewhere.
 */
export function cpuOfPostgres(firstProcess: number): number | undefined {
  const processes = readProcesses();
  if (!processes.some(({ id }) => id === firstProcess)) return undefined;
  const own = processes.filter(({ id, parent }) => id === firstProcess || parent === firstProcess);
  return own.reduce((sum, { micros }) => sum + micros, 0);
}

type Process = { readonly id: number; readonly parent: number; readonly micros: number };

function readProcesses(): Process[] {
  return readdirOrNothing("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The parent is the second field behind the program's name, which stands in brackets.
        const [, parent] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) /)[1]?.split(" ") ?? [];
        const [nanoseconds] = readFileSync(`/proc/${name}/schedstat`, "utf8").split(" ");
        return [{ id: Number(name), parent: Number(parent), micros: Number(nanoseconds) / 1_000 }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function readdirOrNothing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
