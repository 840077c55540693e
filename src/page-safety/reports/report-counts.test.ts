import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../../test/support/database.ts";
import { listReports } from "./list-reports.ts";
import { ReportCounts } from "./report-counts.ts";
import type { Violation } from "./violation.ts";

const db = useTestDatabase();

const violation = (blocked: string): Violation => ({
  page: "payment",
  source: "page",
  directive: "script-src-elem",
  blocked,
});
/** Noon, so that a few minutes stay within the day. */
const noonMs = new Date().setUTCHours(12, 0, 0, 0);
const minutes = (count: number): number => noonMs + count * 60_000;

async function timesOf(blocked: string): Promise<{ count: number; firstAt: number; lastAt: number }> {
  const found = (await listReports(db.database, 2)).find((one) => one.blocked === blocked);
  assert.ok(found);
  return {
    count: Number(found.count),
    firstAt: (found.firstAt.getTime() - noonMs) / 60_000,
    lastAt: (found.lastAt.getTime() - noonMs) / 60_000,
  };
}

const makeCounts = () => new ReportCounts({ warn: () => {} });

test("keeps the first and the last time of each kind, also across processes", async () => {
  const [one, other] = [makeCounts(), makeCounts()];
  for (const at of [3, 5]) one.add(violation("https://a.example"), minutes(at));
  await one.write(db.database);
  assert.deepEqual(await timesOf("https://a.example"), { count: 2, firstAt: 3, lastAt: 5 });
  for (const at of [1, 4]) other.add(violation("https://a.example"), minutes(at));
  await other.write(db.database);
  assert.deepEqual(await timesOf("https://a.example"), { count: 4, firstAt: 1, lastAt: 5 });
  one.add(violation("https://a.example"), minutes(9));
  await one.write(db.database);
  assert.deepEqual(await timesOf("https://a.example"), { count: 5, firstAt: 1, lastAt: 9 });
});

test("keeps the first time after a failed write, also with new reports of the same kind", async () => {
  const counts = makeCounts();
  counts.add(violation("https://b.example"), minutes(2));
  const failing = {
    ...db.database,
    inWorker: async () => {
      counts.add(violation("https://b.example"), minutes(6));
      throw new Error("no database");
    },
  };
  await assert.rejects(counts.write(failing), /no database/);
  await counts.write(db.database);
  assert.deepEqual(await timesOf("https://b.example"), { count: 2, firstAt: 2, lastAt: 6 });
});
