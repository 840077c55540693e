import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ConnectorAccount } from "../connector-account.ts";
import type { ListLinesOutcome, SettlementLine, Settlements } from "../settlements.ts";
import { call, chargeAfter, type MollieRig, startMollieRig } from "./test-support.ts";

let rig: MollieRig;
let account: ConnectorAccount;
let settlements: Settlements;
before(async () => {
  rig = await startMollieRig();
  const { organization: organizationToken } = rig.fake.keys;
  account = { ...rig.account, settings: { ...rig.account.settings, organizationToken } };
  assert.ok(rig.connector.settlements);
  settlements = rig.connector.settlements;
});
after(() => rig.close());

const hourAgo = (): string => new Date((rig.fake.clock.now() - 3_600) * 1_000).toISOString();

async function linesSince(bookedAfter: string): Promise<SettlementLine[]> {
  const lines: SettlementLine[] = [];
  let cursor: string | null = null;
  do {
    const page: ListLinesOutcome = await settlements.listLines({ account, bookedAfter, cursor }, call);
    assert.ok(page.kind === "page", JSON.stringify(page));
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
}

test("reads the balance of each currency, page by page, and no further back than asked", async () => {
  await chargeAfter(rig, {}, { amount: 3_000 });
  await chargeAfter(rig, {}, { amount: 4_000, currency: "CHF" });
  for (let booking = 0; booking < 251; booking += 1) rig.fake.book("payment-fee", -1);
  const lines = await linesSince(hourAgo());
  assert.equal(lines.length, 253);
  assert.equal(new Set(lines.map(({ reference }) => reference)).size, 253);
  assert.deepEqual(
    lines.filter(({ type }) => type === "charge").map(({ currency, gross }) => `${currency} ${gross}`),
    ["EUR 3000", "CHF 4000"],
  );
  rig.fake.clock.advance(7_200);
  rig.fake.book("topup", 500_000);
  assert.deepEqual(
    (await linesSince(hourAgo())).map(({ category }) => category),
    ["topup"],
  );
});

test("a settlement names what it pays, and the types that it pays as soon as they are booked", async () => {
  const charge = await chargeAfter(rig, {}, { amount: 5_000 });
  const settlement = rig.fake.settle();
  const request = { account, createdAfter: hourAgo(), cursor: null };
  const page = await settlements.listBatches(request, call);
  assert.ok(page.kind === "page");
  const [batch] = page.batches;
  assert.deepEqual([batch?.reference, batch?.status], [settlement?.id, "paid"]);
  const about: unknown[] = [];
  let last: unknown;
  for (let cursor: string | null = null; ; ) {
    const contents = await settlements.listBatchLines(
      { account, batch: batch?.reference ?? "", cursor },
      call,
    );
    assert.ok(contents.kind === "contents", JSON.stringify(contents));
    about.push(...contents.contents.about);
    last = contents.contents.typesUntilThen;
    cursor = contents.next;
    if (cursor === null) break;
  }
  assert.ok(about.some((each) => JSON.stringify(each).includes(charge.pspReference)));
  assert.ok(Array.isArray(last) && last.includes("fee"));
});

test("is unavailable without an organization token, and unknown where Mollie refuses it or doesn't answer", async () => {
  const request = { bookedAfter: hourAgo(), cursor: null };
  const without = await settlements.listLines({ ...request, account: rig.account }, call);
  assert.equal(without.kind, "unavailable");
  const settings = { ...account.settings, organizationToken: "access_other0000000000000000" };
  const refused = await settlements.listLines({ ...request, account: { ...account, settings } }, call);
  assert.equal(refused.kind, "unknown");
  rig.fake.faults.add({ kind: "status_500_before", match: "/v2/balances" });
  assert.equal((await settlements.listLines({ ...request, account }, call)).kind, "unknown");
  const bad = await settlements.listLines({ ...request, account, cursor: "not a cursor" }, call);
  assert.equal(bad.kind, "unknown");
});
