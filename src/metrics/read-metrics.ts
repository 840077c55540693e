import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { type IdPrefix, idFloor } from "../kernel/id.ts";
import { dayStarts } from "./day-starts.ts";
import {
  countDeclines,
  countOpen,
  countPaymentsByDay,
  type DayBounds,
  type DayOfMoneyBack,
  type DayOfPayments,
  sumByMethod,
  sumDisputesByDay,
  sumRefundsByDay,
} from "./queries.ts";

/** Twice as many are read: the period and the one before. */
export const daysAtMost = 90;
const openAtMost = 100;

type Period = { readonly days: number; readonly zone: string; readonly nowMs: number };

/** What a tenant's payments came to in the last days, and in as many days before them. Amounts are minor units, by currency. */
export async function readMetrics(database: Database, scope: TenantScope, { days, zone, nowMs }: Period) {
  const starts = dayStarts(zone, 2 * days, nowMs);
  const boundsOf = (prefix: IdPrefix): DayBounds => {
    const ids = starts.map((start) => idFloor(prefix, scope.mode, scope.tenantId, start));
    return { from: ids[0] ?? "", before: ids.at(-1) ?? "", starts: ids };
  };
  const payments = boundsOf("pay");
  const current = [payments.starts[days] ?? "", payments.before] as const;
  // A person who only looks: the database refuses any write.
  const found = await database.inTenant({ ...scope, writes: [] }, async (trx) => ({
    byDay: await countPaymentsByDay(trx, payments),
    refunds: await sumRefundsByDay(trx, boundsOf("re")),
    disputes: await sumDisputesByDay(trx, boundsOf("dp")),
    parts: await sumByMethod(trx, ...current),
    declines: await countDeclines(trx, ...current),
    open: await countOpen(trx, openAtMost),
  }));
  const currencies = new Set(
    [...found.byDay, ...found.refunds, ...found.disputes].map((row) => row.currency),
  );
  return {
    object: "metrics",
    countedAt: new Date(nowMs).toISOString(),
    days,
    zone,
    starts: starts.slice(days, -1).map((start) => new Date(start).toISOString()),
    currencies: [...currencies].map((currency) => {
      const of = <Row extends { currency: string }>(rows: readonly Row[]): Row[] =>
        rows.filter((row) => row.currency === currency);
      const [byDay, refunds, disputes] = [of(found.byDay), of(found.refunds), of(found.disputes)];
      const sums = (isOf: (day: number) => boolean) => ({
        ...sumPayments(byDay.filter(({ day }) => isOf(day))),
        refunds: sumMoneyBack(refunds.filter(({ day }) => isOf(day))),
        disputes: sumMoneyBack(disputes.filter(({ day }) => isOf(day))),
      });
      return {
        currency,
        current: sums((day) => day > days),
        previous: sums((day) => day <= days),
        volumeByDay: Array.from(
          { length: days },
          (_, at) => byDay.find(({ day }) => day === days + at + 1)?.volume ?? 0,
        ),
        parts: of(found.parts).map(({ currency: _, ...part }) => part),
      };
    }),
    declines: found.declines,
    open: Object.fromEntries(found.open.map(({ kind, count }) => [kind, count])),
  };
}

function sumPayments(rows: readonly DayOfPayments[]) {
  const sum = (of: (row: DayOfPayments) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    volume: sum(({ volume }) => volume),
    payments: sum(({ payments }) => payments),
    decided: sum(({ decided }) => decided),
    succeeded: sum(({ succeeded }) => succeeded),
  };
}

const sumMoneyBack = (rows: readonly DayOfMoneyBack[]) => ({
  count: rows.reduce((total, { count }) => total + count, 0),
  amount: rows.reduce((total, { amount }) => total + amount, 0),
});
