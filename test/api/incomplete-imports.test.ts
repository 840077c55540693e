import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { type StripeShop, startStripeShop } from "./stripe-shop.ts";
import { assertProblem } from "./support.ts";

// A month is closed once what PSPs and banks booked in it is imported to its end.
let shop: StripeShop;
before(async () => {
  shop = await startStripeShop();
});
after(() => shop.close());

const now = new Date();
const startOf = (month: number): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month));
const dayMs = 86_400_000;
const end = startOf(0);
const lastMonth = startOf(-1).toISOString().slice(0, 7);
const lastDay = new Date(end.getTime() - dayMs).toISOString().slice(0, 10);
const dayBefore = new Date(end.getTime() - 2 * dayMs).toISOString().slice(0, 10);

const close = (more: object = {}) =>
  shop.kassa.call("POST", "/api/ledger/periods", {
    key: shop.kassa.tenant.keys.sandbox.secret,
    body: { month: lastMonth, ...more },
  });
const incomplete = async () =>
  (await shop.ask("GET", `/api/ledger/differences?month=${lastMonth}`)).incompleteImports;

/** Has everything that was posted, booked and imported so far belong to the last month. */
async function moveToLastMonth(): Promise<void> {
  const at = `${lastMonth}-20T00:00:00Z`;
  await shop.movePostings(at);
  await shop.kassa.db.sql("UPDATE settlement_lines SET booked_at = $1, imported_at = $1", [at]);
}

/** The last import was so long ago. */
const setCompleteUntil = (at: string) =>
  shop.kassa.db.sql("UPDATE settlement_imports SET complete_until = $1", [at]);

/** A statement of the account that `addAccount` makes, whose closing balance is of a day. */
function statement(day: string, { format = "camt.053", closing = "11.00", code = "CLBD" } = {}): string {
  const balance = (kind: string, amount: string, date: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
  const parts = [balance("PRCD", "10.00", day), balance(code, closing, day)];
  const entry = sampleEntry({ date: day, reference: `E-${day}` });
  return sampleCamt(`${parts.join("")}${entry}`, { format: format as "camt.053" | "camt.052" });
}

test("an account with charges that was never imported keeps the month open, and the sentence says what to run", async () => {
  await shop.pay();
  await moveToLastMonth();
  const refused = await close();
  assertProblem(refused, "ledger_imports_incomplete");
  assert.match(
    refused.body.detail,
    new RegExp(
      `settlements of ${shop.account} \\(Stripe\\) were never imported: run "kassa settlements import"`,
    ),
  );
  const [found, ...others] = await incomplete();
  assert.deepEqual([found.account, found.completeUntil, others], [shop.account, null, []]);
});

test("an import that ended before the month did is incomplete, and one that finds nothing new completes it", async () => {
  await shop.importSettlements();
  await moveToLastMonth();
  const before = new Date(end.getTime() - 1).toISOString();
  await setCompleteUntil(before);
  const [found] = await incomplete();
  assert.equal(found.completeUntil, before);
  const told = await shop.command("ledger", "close", lastMonth, "--mode", "sandbox");
  assert.equal(told.code, 2);
  assert.match(told.stderr, new RegExp(`after ${end.toISOString()}.*--despite-differences`, "s"));
  const began = new Date();
  assert.equal((await shop.importSettlements()).stored, 0);
  assert.deepEqual(await incomplete(), []);
  const [row] = await shop.kassa.db.sql<{ until: Date }>(
    "SELECT complete_until AS until FROM settlement_imports",
  );
  assert.ok(row && row.until >= began, "it is complete until the import began, not until the newest booking");
  await setCompleteUntil(end.toISOString());
  assert.deepEqual(await incomplete(), [], "the first moment after the month is enough");
});

test("an account that was imported is waited for also in a month without postings", async () => {
  await shop.movePostings(now.toISOString());
  await setCompleteUntil(`${lastMonth}-20T00:00:00Z`);
  assert.deepEqual(
    (await incomplete()).map(({ account }: { account: string }) => account),
    [shop.account],
  );
  await shop.importSettlements();
});

test("a bank account is waited for until a statement of a closed day reaches the month's last day", async () => {
  const account = await addAccount(shop.kassa);
  await imported(shop.kassa, statement(dayBefore));
  assert.deepEqual(await incomplete(), [], "the account was made after the month");
  await shop.kassa.db.sql("UPDATE bank_accounts SET created_at = $1", [startOf(-1).toISOString()]);
  const [found] = await incomplete();
  assert.deepEqual([found.account, found.completeUntil], [account, dayBefore]);
  assert.match(found.detail, new RegExp(`closing balance or period reaches ${lastDay}`));
  await imported(shop.kassa, statement(lastDay, { format: "camt.052", code: "ITBD" }));
  await imported(shop.kassa, statement(lastDay, { closing: "99.00" }));
  assert.equal((await incomplete()).length, 1, "a report of the day, and a statement that doesn't add up");
  await imported(shop.kassa, statement(lastDay));
  assert.deepEqual(await incomplete(), []);
  await imported(shop.kassa, statement(dayBefore));
  assert.deepEqual(await incomplete(), [], "an older statement changes nothing");
});

test("a month is closed although an import is incomplete only on purpose, and the list stays with it", async () => {
  await moveToLastMonth();
  await setCompleteUntil(`${lastMonth}-20T00:00:00Z`);
  const list = await incomplete();
  assert.equal(list.length, 1);
  assertProblem(await close(), "ledger_imports_incomplete");
  const closed = await close({ despiteDifferences: true });
  assert.deepEqual([closed.status, closed.body.incompleteImports], [200, list], closed.text);
  const listed = await shop.command("ledger", "periods", "--mode", "sandbox");
  assert.match(listed.stdout, new RegExp(`${lastMonth} +closed .*import of ${shop.account} incomplete`));
});
