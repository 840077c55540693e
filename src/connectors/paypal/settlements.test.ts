import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ListLinesOutcome, SettlementLine, Settlements } from "../settlements.ts";
import { call, type PayPalRig, startPayPalRig } from "./test-support.ts";
import { payoutCodes } from "./transaction-codes.ts";

let rig: PayPalRig;
let settlements: Settlements;
before(async () => {
  rig = await startPayPalRig({
    settings: { reportingLagSeconds: 0, reportMaxTransactions: 600, tokenSeconds: 365 * 86_400 },
  });
  assert.ok(rig.connector.settlements);
  settlements = rig.connector.settlements;
});
after(() => rig.close());

const daysAgo = (days: number): string =>
  new Date((rig.fake.clock.now() - days * 86_400) * 1_000).toISOString();

/** All lines, and how many pages they had. */
async function linesSince(bookedAfter: string): Promise<{ lines: SettlementLine[]; pages: number }> {
  const lines: SettlementLine[] = [];
  let pages = 0;
  let cursor: string | null = null;
  do {
    const request = { account: rig.account, bookedAfter, cursor };
    const page: ListLinesOutcome = await settlements.listLines(request, call);
    assert.ok(page.kind === "page", JSON.stringify(page));
    lines.push(...page.lines);
    pages += 1;
    cursor = page.next;
  } while (cursor !== null);
  return { lines, pages };
}

const fee = (): string => rig.fake.book({ code: "T0100", currency: "EUR", amount: -1 });

test("a report has pages, and spans at most 31 days; one that is too large is read in halves", async () => {
  for (let booking = 0; booking < 550; booking += 1) fee();
  const paged = await linesSince(daysAgo(1));
  assert.deepEqual([paged.lines.length, paged.pages], [550, 2]);
  rig.fake.clock.advance(40 * 86_400);
  for (let booking = 0; booking < 100; booking += 1) fee();
  const all = await linesSince(daysAgo(45));
  assert.equal(new Set(all.lines.map(({ reference }) => reference)).size, 650);
  rig.fake.clock.advance(600);
  const newest = fee();
  const justOver = await linesSince(daysAgo(31.003));
  assert.ok(
    justOver.lines.some(({ reference }) => reference.startsWith(newest)),
    "the rest of a second span is read",
  );
  rig.fake.clock.advance(10 * 86_400);
  for (let booking = 0; booking < 550; booking += 1) fee();
  const halved = await linesSince(daysAgo(15));
  assert.equal(new Set(halved.lines.map(({ reference }) => reference)).size, 651);
});

test("withdrawals of each code are batches, and what comes back isn't", async () => {
  const booked = payoutCodes.map((code, index) => {
    const amount = 5_000 + index;
    return `${rig.fake.book({ code, currency: "EUR", amount: -amount })} ${amount}`;
  });
  for (const code of payoutCodes) rig.fake.book({ code, currency: "EUR", amount: 5_000 });
  const batches: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await settlements.listBatches(
      { account: rig.account, createdAfter: daysAgo(1), cursor },
      call,
    );
    assert.ok(page.kind === "page", JSON.stringify(page));
    batches.push(...page.batches.map(({ reference, amount }) => `${reference} ${amount}`));
    cursor = page.next;
  } while (cursor !== null);
  assert.deepEqual(batches.sort(), booked.sort());
});

test("is unavailable where the app may not read reports, and unknown where PayPal doesn't answer", async (t) => {
  const request = { account: rig.account, bookedAfter: daysAgo(1), cursor: null };
  rig.fake.faults.add({ kind: "status_500_before", match: "/v1/reporting/transactions" });
  assert.equal((await settlements.listLines(request, call)).kind, "unknown");
  assert.equal((await settlements.listLines({ ...request, cursor: "{}" }, call)).kind, "unknown");
  const other = await startPayPalRig({ settings: { mayReadReports: false } });
  t.after(() => other.close());
  const outcome = await other.connector.settlements?.listLines({ ...request, account: other.account }, call);
  assert.ok(outcome?.kind === "unavailable");
  assert.match(outcome.detail, /Transaction search/);
});
