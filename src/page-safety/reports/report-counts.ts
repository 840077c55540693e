import type { Database } from "../../database/database.ts";
import { Counter, isWorthALine } from "../../kernel/counter.ts";
import { addReports, type CountedViolation } from "../queries.ts";
import type { Violation } from "./violation.ts";

/** Posts and violations, for the metrics: what they were, or why they weren't read. */
export const pageReports = new Counter<"page" | "browser" | "foreign" | "malformed" | "limited">([
  "page",
  "browser",
  "foreign",
  "malformed",
  "limited",
]);

/** Kinds of violations told apart between two writes, and in the log of one day; further ones are lumped together. */
const maxKinds = 200;

const dayMs = 86_400_000;

export type ReportLog = { warn(fields: object, message: string): void };

/**
 * Counts violations in memory and writes them down every few seconds: however many come, the database sees one small
 * statement. What a killed process had not written yet is lost, and only that.
 */
export class ReportCounts {
  readonly #log: ReportLog;
  readonly #unwritten = new Map<string, CountedViolation>();
  /** How often each kind was seen on this day, for the log. */
  readonly #seen = new Map<string, number>();
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
    if (violation.source === "page") this.#logOnce(violation, nowMs);
  }

  /** Writes down what has come in; what can't be written now is kept for the next time. */
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
    const meanwhile = this.#unwritten.get(keyOf(counted));
    if (!meanwhile) this.#unwritten.set(keyOf(counted), counted);
    else {
      meanwhile.count += counted.count;
      meanwhile.firstAt = counted.firstAt;
    }
  }

  /** One line for the first of a kind on a day, the tenth, the hundredth and so on: a flood is told of, not copied. */
  #logOnce(violation: Violation, nowMs: number): void {
    const day = Math.floor(nowMs / dayMs);
    if (day !== this.#day) this.#seen.clear();
    this.#day = day;
    const key = keyOf(violation);
    const times = (this.#seen.get(key) ?? 0) + 1;
    if (times === 1 && this.#seen.size >= maxKinds) return;
    this.#seen.set(key, times);
    if (!isWorthALine(times)) return;
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
