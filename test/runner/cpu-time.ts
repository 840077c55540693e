import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10;

type Row = {
  readonly parent: number;
  readonly startedAt: string;
  /** Its own CPU time. */
  readonly ownMs: number;
  /** That of its children that have ended, and of theirs. */
  readonly endedMs: number;
};

/** A line of Linux' /proc; undefined if there is no such process, or if this isn't Linux. */
function readRow(pid: number | "self"): Row | undefined {
  try {
    // The name before the parenthesis may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = (...places: readonly number[]): number =>
      places.reduce((sum, place) => sum + Number(fields[place]), 0) * msPerTick;
    return {
      parent: Number(fields[1]),
      startedAt: fields[19] ?? "",
      ownMs: ticks(11, 12),
      endedMs: ticks(13, 14),
    };
  } catch {
    return undefined;
  }
}

/** The CPU time of this process and of its children that have ended, in milliseconds. */
export function cpuMsOfThisProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (readRow("self")?.endedMs ?? 0);
}

type Seen = {
  readonly row: Row;
  readonly parentKey: string;
  /** The number of the look at which it was seen last. */
  readonly look: number;
};

/**
 * The CPU time of a run: of this process and all that descend from it, whoever waits for them when they end. Linux adds a process' time
 * to its parent's only if the parent waits for it, and browsers don't always wait for what they have started. So the processes are looked
 * at every second, and the last that was seen of one that ended counts unless its parent has it.
 */
export class CpuMeter {
  /** By the number and the start of each process. */
  readonly #seen = new Map<string, Seen>();
  #looks = 0;
  readonly #roots: ReadonlySet<number>;
  readonly #timer: NodeJS.Timeout;

  /** @param others processes that belong to the run without descending from this one, such as its PostgreSQL */
  constructor(...others: readonly (number | undefined)[]) {
    this.#roots = new Set([process.pid, ...others.filter((pid) => pid !== undefined)]);
    this.#timer = setInterval(() => this.#look(), 1_000);
    this.#timer.unref();
  }

  /** Milliseconds until now; undefined where there is no /proc. */
  stop(): number | undefined {
    clearInterval(this.#timer);
    this.#look();
    const children = Map.groupBy(this.#seen, ([, { parentKey }]) => parentKey);
    const totalOf = (key: string, { row }: Seen): number => {
      let runningMs = 0;
      let endedMs = 0;
      for (const [childKey, child] of children.get(key) ?? []) {
        const ms = totalOf(childKey, child);
        if (child.look === this.#looks) runningMs += ms;
        else endedMs += ms;
      }
      return row.ownMs + runningMs + Math.max(row.endedMs, endedMs);
    };
    const tops = children.get("") ?? [];
    return tops.length === 0 ? undefined : tops.reduce((sum, [key, seen]) => sum + totalOf(key, seen), 0);
  }

  #look(): void {
    this.#looks += 1;
    const rows = new Map<number, Row>();
    for (const name of listProcesses()) {
      const row = readRow(name);
      if (row) rows.set(name, row);
    }
    const keyOf = (pid: number): string => `${pid} ${rows.get(pid)?.startedAt}`;
    const belongs = (pid: number): boolean => {
      const row = rows.get(pid);
      return row !== undefined && (this.#roots.has(pid) || this.#seen.has(keyOf(pid)) || belongs(row.parent));
    };
    for (const [pid, row] of rows) {
      if (!belongs(pid)) continue;
      const parentKey =
        this.#seen.get(keyOf(pid))?.parentKey ?? (this.#roots.has(pid) ? "" : keyOf(row.parent));
      this.#seen.set(keyOf(pid), { row, parentKey, look: this.#looks });
    }
  }
}

function listProcesses(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** What a loop that always does the same work costs here and now, in milliseconds of CPU time: the least of several tries. */
export function calibrationMs(): number {
  const text = JSON.stringify(
    Array.from({ length: 20_000 }, (_, number) => ({ number, name: `item ${number}` })),
  );
  const tries = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let times = 0; times < 5; times += 1) JSON.stringify(JSON.parse(text));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}
