import type { Database } from "../../database/database.ts";
import { Counter, shouldLog } from "../../kernel/counter.ts";
import { addReports, type CountedViolation } from "../queries.ts";
import type { Violation } from "./violation.ts";

/** Violations by source, and rejected posts by reason, for the metrics. */
export const pageReports = new Counter<"page" | "browser" | "foreign" | "malformed" | "limited">([
  "page",
  "browser",
  "foreign",
  "malformed",
  "limited",
]);

/** The maximum of distinct kinds between two writes, and in the log of one day. Further ones are counted as "other". */
const maxKinds = 200;

const dayMs = 86_400_000;

export type ReportLog = { warn(fields: object, message: string): void };

/**
 * Counts violations in memory and stores the counts every few seconds in one small statement, however many violations are
 * reported. A killed process loses only the counts that it had not stored yet.
 */
export class ReportCounts {
  readonly #log: ReportLog;
  readonly #unwritten = new Map<string, CountedViolation>();
  /** How often each kind was reported today, for the log. */
  readonly #timesToday = new Map<string, number>();
  #day = -1;

  constructor(log: ReportLog) {
    this.#log = log;
  }

  /** @param nowMs milliseconds since 1970 */
  add(violation: Violation, nowMs: number): void {
    pageReports.add(violation.source);
    const counted = this.#unwritten.get(keyOf(violation)) ?? this.#begin(violation, nowMs);
    counted.count += 1;
    counted.lastAt = new Date(nowMs);
    if (violation.source === "page") this.#logSome(violation, nowMs);
  }

  /** Stores the counts. After an error it keeps them for the next call. */
  async write(database: Database): Promise<void> {
    const counted = [...this.#unwritten.values()];
    if (counted.length === 0) return;
    this.#unwritten.clear();
    try {
      await database.inWorker((trx) => addReports(trx, counted));
    } catch (error) {
      for (const one of counted) this.#restore(one);
      throw error;
    }
  }

  #begin(violation: Violation, nowMs: number): CountedViolation {
    const known = this.#unwritten.size < maxKinds ? violation : asOther(violation);
    const key = keyOf(known);
    const at = new Date(nowMs);
    const counted = this.#unwritten.get(key) ?? { ...known, count: 0, firstAt: at, lastAt: at };
    this.#unwritten.set(key, counted);
    return counted;
  }

  #restore(counted: CountedViolation): void {
    const newer = this.#unwritten.get(keyOf(counted));
    if (!newer) this.#unwritten.set(keyOf(counted), counted);
    else {
      newer.count += counted.count;
      newer.firstAt = counted.firstAt;
    }
  }

  /** Logs the first of a kind on a day, the tenth, the hundredth and so on, so that a flood of reports fills no log. */
  #logSome(violation: Violation, nowMs: number): void {
    const day = Math.floor(nowMs / dayMs);
    if (day !== this.#day) this.#timesToday.clear();
    this.#day = day;
    const key = keyOf(violation);
    const times = (this.#timesToday.get(key) ?? 0) + 1;
    if (times === 1 && this.#timesToday.size >= maxKinds) return;
    this.#timesToday.set(key, times);
    if (!shouldLog(times)) return;
    const { page, directive, blocked } = violation;
    this.#log.warn(
      { page, directive, blocked, timesToday: times },
      "browsers report a violation of a page's policy",
    );
  }
}

const asOther = (violation: Violation): Violation => ({ ...violation, directive: "other", blocked: "other" });

const keyOf = ({ page, source, directive, blocked }: Violation): string =>
  `${page} ${source} ${directive} ${blocked}`;
