import { readdirSync, readFileSync } from "node:fs";

/**
 * The CPU time that a PostgreSQL server has used, in microseconds: that of its postmaster and of its child processes that still
 * run, as the kernel's scheduler counts it. Linux only; undefined elsewhere.
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
        // The parent is the second field after the program's name, which is in parentheses.
        const [, parent] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) /)[1]?.split(" ") ?? [];
        const [nanoseconds] = readFileSync(`/proc/${name}/schedstat`, "utf8").split(" ");
        return [{ id: Number(name), parent: Number(parent), micros: Number(nanoseconds) / 1_000 }];
      } catch {
        // The process has ended in the meantime.
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
