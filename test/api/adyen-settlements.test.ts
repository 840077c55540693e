import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { askEveryMs } from "../../src/tenants/api-key-cache.ts";
import type { LogEntry } from "../psp/adyen/charge-log.ts";
import { type FakeAdyen, startFakeAdyen } from "../psp/adyen/fake-adyen.ts";
import type { OtherBooking } from "../psp/adyen/reports.ts";
import { hmacKey, merchantAccount } from "../psp/adyen/test-support.ts";
import type { CallResult, JsonBody } from "../support/app.ts";
import { until } from "../support/until.ts";
import { type SettlingShop, startSettlingShop } from "./settling.ts";

// A month at Adyen: payments, captures, refunds, disputes, fees, payouts. Its reports are handed over, and the books close.
let adyen: FakeAdyen;
let shop: SettlingShop;
let folder: string;
/** With the form of a real one. */
const apiKey = `AQE${"x".repeat(60)}`;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kassa-reports-"));
  adyen = await startFakeAdyen({ apiKey, webhookRetryMs: 20, multiplePartialCaptures: true });
  shop = await startSettlingShop({
    account: {
      connector: "adyen",
      credentials: { apiKey },
      settings: { merchantAccount, multiplePartialCaptures: "yes" },
    },
    ...{ title: "Adyen", method: "card" },
    env: { KASSA_ADYEN_URL: adyen.url },
    complete: async ({ kassa, account, ask }) => {
      await ask("POST", `/api/connector-accounts/${account}/credentials`, { credentials: { hmacKey } });
      await ask("POST", `/api/connector-accounts/${account}`, { status: "enabled" });
      adyen.notifications.connect({ url: `${kassa.url}/api/notifications/adyen/${account}`, hmacKey });
    },
  });
});
after(async () => {
  await shop.kassa.close();
  await adyen.close();
  await rm(folder, { recursive: true });
  assert.deepEqual(adyen.problems, []);
});

/** Lets time pass at Adyen until something is so in Kassa. */
const pass = (isSo: () => Promise<boolean>, what: string): Promise<unknown> =>
  until(async () => {
    adyen.clock.advance(2);
    await adyen.notifications.settled();
    return isSo();
  }, what);

/** A customer pays a new session on Adyen's page. */
async function pay(more: object = {}): Promise<JsonBody> {
  const { session, page } = await shop.submit(more);
  adyen.pay(page.pathname.split("/").at(-1) ?? "", { outcome: "authorised" });
  const isApproved = async () => (await shop.paymentOf(session)).attempts[0].status === "approved";
  await pass(isApproved, "the attempt is approved");
  return shop.paymentOf(session);
}

const referenceOf = (payment: JsonBody): string => payment.attempts[0].pspReference;

async function refund(payment: JsonBody, amount: number): Promise<void> {
  await shop.ask("POST", "/api/refunds", { payment: payment.id, amount });
  const isRefunded = async () => (await shop.paymentOf(payment.session)).amountRefunded === amount;
  await pass(isRefunded, "the refund has succeeded");
}

async function capture(payment: JsonBody, amount: number, final: boolean): Promise<void> {
  const before = (await shop.paymentOf(payment.session)).amountCaptured;
  await shop.ask("POST", `/api/payments/${payment.id}/capture`, { amount, final });
  const isCaptured = async () => (await shop.paymentOf(payment.session)).amountCaptured === before + amount;
  await pass(isCaptured, "captured");
}

/** The merchant defends a dispute in the Customer Area, which brings the money back for a time. */
async function defend(disputePspReference: string): Promise<void> {
  const call = async (operation: string, body: object): Promise<void> => {
    const answer = await fetch(`${adyen.url}/ca/services/DisputeService/v30/${operation}`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ merchantAccountCode: merchantAccount, disputePspReference, ...body }),
    });
    assert.match(await answer.text(), /"success":true/);
  };
  const document = { content: "JVBERi0=", contentType: "application/pdf" };
  const defenseDocuments = [{ ...document, defenseDocumentTypeCode: "DefenseMaterial" }];
  await call("supplyDefenseDocument", { defenseDocuments });
  await call("defendDispute", { defenseReasonCode: "SupplyDefenseMaterial" });
}

/** Adyen makes a batch, whose report is stored as a file. */
async function closeBatch(others: readonly OtherBooking[] = []): Promise<string> {
  const [name = ""] = adyen.closeBatch(others);
  const file = path.join(folder, name);
  await writeFile(file, adyen.reportOf(name));
  return file;
}

/** The same, and Kassa isn't told of the report: it can be imported at a moment of the test's. */
function closeBatchSilently(): Promise<string> {
  adyen.notifications.drop(1);
  return closeBatch();
}

async function importReport(file: string): Promise<JsonBody> {
  const { code, stdout, stderr } = await shop.run(
    ...["import", "--account", shop.account, "--file", file, "--json"],
  );
  assert.deepEqual([code, stderr], [0, ""], stdout);
  return JSON.parse(stdout);
}

test("a month of payments, refunds, disputes, fees and payouts closes to zero differences", async () => {
  const files: string[] = [];
  const order = await pay({ clientReferenceId: "order-1" });
  await refund(order, 2_500);
  const inParts = await pay({ captureMethod: "manual", amount: 9_000 });
  await capture(inParts, 4_000, false);
  await capture(inParts, 3_000, true);
  files.push(await closeBatch([{ type: "DepositCorrection", amount: -1_000 }]));

  const [won, lost] = [await pay(), await pay({ amount: 4_200 })];
  const disputes = [won, lost].map((payment) => adyen.dispute(referenceOf(payment)));
  for (const payment of [won, lost])
    await pass(async () => (await shop.disputeOf(payment)) !== undefined, "the dispute is known");
  for (const dispute of disputes) await defend(dispute);
  await pay({ amount: 25_000 });
  files.push(
    await closeBatch([
      { type: "Fee", amount: -120 },
      { type: "Fee", amount: -120 },
    ]),
  );
  adyen.decideDispute(disputes[0] ?? "", true);
  adyen.decideDispute(disputes[1] ?? "", false);
  await pass(async () => (await shop.disputeOf(won))?.status === "won", "won");
  await pass(async () => (await shop.disputeOf(lost))?.status === "lost", "lost");
  await pay({ amount: 12_345 });
  files.push(
    await closeBatch([
      { type: "DepositCorrection", amount: 1_000 },
      { type: "InvoiceDeduction", amount: -300 },
    ]),
  );

  const done = [];
  for (const file of files) done.push(await importReport(file));
  assert.deepEqual(await shop.linesOf("status=exception"), []);
  assert.deepEqual(
    done.map(({ batches, exceptions }) => [batches, exceptions]),
    [
      [["1/EUR"], 0],
      [["2/EUR"], 0],
      [["3/EUR"], 0],
    ],
  );
  const now = await shop.balance();
  const { psp_clearing, psp_receivable, in_transit, processing_fees, reserves, adjustments } = now;
  const kept = 10_000 - 2_500 + 7_000 + 10_000 + 25_000 + 12_345;
  assert.deepEqual(
    { psp_clearing, psp_receivable, in_transit, adjustments, reserves },
    { psp_clearing: 0, psp_receivable: 0, in_transit: kept - processing_fees, adjustments: 0, reserves: 0 },
  );
  const counted = (await shop.payouts()).map((payout) => payout.split(" ").slice(1).join(" "));
  assert.deepEqual(counted.sort(), ["paid 4 0", "paid 5 0", "paid 9 0"]);
  await shop.assertVerified();

  for (const file of files) assert.equal((await importReport(file)).stored, 0, "nothing is stored twice");
  assert.deepEqual(await shop.balance(), now);
  const charge = (await shop.linesOf(`payment=${order.id}`)).find(({ type }) => type === "charge");
  assert.deepEqual(
    [charge?.status, charge?.gross, charge?.fee, charge?.orderReference, charge?.about, charge?.batch],
    ["matched", 10_000, 200, "order-1", referenceOf(order), "1/EUR"],
  );
});

test("money that Adyen gives back during a review is booked then, and taken again with a second chargeback", async () => {
  const payment = await pay({ amount: 6_400 });
  const reference = adyen.dispute(referenceOf(payment));
  await pass(async () => (await shop.disputeOf(payment)) !== undefined, "the dispute is known");
  await importReport(await closeBatch());
  const before = await shop.balance();
  assert.deepEqual([before.psp_clearing, before.disputes], [0, 6_400]);

  await defend(reference);
  const isBack = async () => (await shop.disputeOf(payment))?.amountReturned === 6_400;
  await pass(isBack, "the money is back for a time");
  const { psp_clearing, disputes } = await shop.balance();
  assert.deepEqual([psp_clearing, disputes], [6_400, 0], "given back, and not settled yet");
  await importReport(await closeBatch());
  assert.equal((await shop.balance()).psp_clearing, 0, "settled before the decision");
  assert.equal((await shop.paymentOf(payment.session)).amountDisputed, 6_400);
  await shop.assertVerified();

  adyen.decideDispute(reference, false);
  await pass(async () => (await shop.disputeOf(payment))?.status === "lost", "lost");
  const lost = await shop.balance();
  assert.deepEqual([lost.psp_clearing, lost.disputes], [-6_400, 0], "taken again, and not settled yet");
  await importReport(await closeBatch());
  assert.equal((await shop.balance()).psp_clearing, 0);
  assert.deepEqual(await shop.linesOf("status=exception"), []);
  await shop.assertVerified();
});

test("a report that isn't one, is cut off or is of another account is refused, and nothing of it is stored", async () => {
  await pay({ amount: 6_000 });
  await refund(await pay({ amount: 5_000 }), 1_000);
  const file = await closeBatch([{ type: "ManualCorrected", amount: 55 }]);
  const report = adyen.reportOf(path.basename(file));
  const refused = async (content: string, text: RegExp): Promise<void> => {
    const other = path.join(folder, "other.csv");
    await writeFile(other, content);
    const { code, stdout } = await shop.run("import", "--account", shop.account, "--file", other);
    assert.equal(code, 1);
    assert.match(stdout, text);
  };
  await refused("a,b\n1,2\n", /no settlement details report/);
  await refused(report.replace("Net Debit (NC)", "Net"), /lacks the columns Net Debit \(NC\)/);
  await refused(report.slice(0, -20), /Line \d+ is cut off/);
  await refused(report.replaceAll(merchantAccount, "OtherECOM"), /no row of the merchant account/);
  await refused(report.replace("60.00", "60.001"), /isn't an amount/);
  assert.deepEqual(await shop.linesOf("batch=7/EUR"), []);
  const alone = await shop.run("import", "--file", file);
  assert.deepEqual([alone.code, /belong together/.test(alone.output)], [2, true]);

  assert.equal((await importReport(file)).exceptions, 1);
  const [line] = await shop.linesOf("status=exception");
  assert.deepEqual(
    [line?.gross, line?.exceptionReason, line?.category],
    [55, "unexplained", "ManualCorrected"],
  );
  const { psp_clearing, psp_receivable, adjustments } = await shop.balance();
  assert.deepEqual([psp_clearing, psp_receivable, adjustments], [0, 0, 55]);
  await shop.assertVerified();
});

test("a report is handed over by the API, once or twice, and nothing of one that can't be read is stored", async () => {
  const payment = await pay({ amount: 7_777 });
  const report = adyen.reportOf(path.basename(await closeBatchSilently()));
  const refused = (answer: CallResult, code: string, detail: RegExp): void => {
    assert.equal(answer.body.code, code, answer.text);
    assert.match(answer.body.detail, detail);
  };
  refused(await handOver(report.slice(0, -20)), "settlement_report_invalid", /Line \d+ is cut off/);
  refused(await handOver(report, { type: "application/pdf" }), "file_type_unsupported", /text\/csv/);
  const unknown = await handOver(report, { account: `${shop.account.slice(0, -1)}!` });
  refused(unknown, "connector_account_not_found", /no connector account with this id/);
  const simulated = `${shop.kassa.tenant.tenant.id}_sandbox`;
  const large = Buffer.alloc(33 * 1024 * 1024, "x");
  refused(await handOver(large), "file_too_large", /larger than 32 MB/);
  assert.equal((await handOver(report, { account: simulated })).status, 400);

  const first = await handOver(report);
  assert.equal(first.status, 200, first.text);
  const { object, connectorAccount, lines, stored, exceptions, batches } = first.body;
  assert.deepEqual([object, connectorAccount, exceptions], ["settlement_report_import", shop.account, 0]);
  assert.ok(lines > 0 && stored === lines && batches.length === 1);
  const again = await handOver(report);
  assert.deepEqual([again.body.lines, again.body.stored], [lines, 0]);
  const [line] = await shop.linesOf(`payment=${payment.id}`);
  assert.equal(line?.gross, 7_777);
  await shop.assertVerified();
});

/** Uploads a report as merchants do. */
async function handOver(
  content: string | Buffer,
  { account = shop.account, type = "text/csv" } = {},
): Promise<CallResult> {
  const response = await fetch(`${shop.kassa.url}/api/settlements?${new URLSearchParams({ account })}`, {
    method: "POST",
    headers: { authorization: `Bearer ${shop.kassa.tenant.keys.sandbox.secret}`, "content-type": type },
    body: Buffer.from(content),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}

test("an entry of a bank statement with a payout's amount and number moves it to the bank", async () => {
  await addAccount(shop.kassa);
  await pay({ amount: 8_888 });
  await importReport(await closeBatch());
  const payout = (await shop.ask("GET", "/api/settlements")).data.find(
    ({ pspReference }: JsonBody) => pspReference === "9/EUR",
  );
  const text = "TX9 batch 9, KassaECOM";
  const entry = { amount: (payout.amount / 100).toFixed(2), reference: "E1", text };
  await imported(shop.kassa, sampleCamt(sampleEntry(entry)));
  assert.equal((await shop.balance()).bank, payout.amount);
  await shop.assertVerified();
});

/** How many reports Adyen has announced that aren't imported. */
const reportsWaiting = async (): Promise<number> =>
  (await shop.ask("GET", "/api/balance")).currencies
    .flatMap((each: JsonBody) => each.connectorAccounts)
    .find((each: JsonBody) => each.connectorAccount === shop.account).reportsWaiting;

test("the reports after the newest one wait for the key of a report user, and are then downloaded once they are announced", async () => {
  assert.equal(await reportsWaiting(), 0);
  await pay({ amount: 7_000 });
  await closeBatch();
  await pass(async () => (await reportsWaiting()) === 1, "the account says that a report waits");
  const lacks = await shop.run("import");
  assert.match(lacks.stdout, new RegExp(`! ${shop.account}: Adyen lets only a report user`));
  const wrong = await shop.kassa.call("POST", `/api/connector-accounts/${shop.account}/credentials`, {
    body: { credentials: { reportApiKey: `AQE${"w".repeat(60)}` } },
  });
  assert.deepEqual([wrong.status, wrong.body.code], [422, "credentials_refused"]);
  await shop.ask("POST", `/api/connector-accounts/${shop.account}/credentials`, {
    credentials: { reportApiKey: apiKey },
  });
  // The server takes the accounts that it keeps in memory anew once it has asked whether any has changed.
  await sleep(2 * askEveryMs);
  const before = await shop.balance();
  const done = await shop.importSettlements();
  assert.deepEqual([done.complete, done.stored, done.exceptions], [true, 2, 0], "the one that was announced");
  assert.equal(await reportsWaiting(), 0);
  await pay({ amount: 3_000 });
  await closeBatch();
  await pass(async () => (await shop.balance()).psp_clearing === 0, "the notification has it imported");
  const { psp_clearing, psp_receivable, in_transit } = await shop.balance();
  assert.deepEqual([psp_clearing, psp_receivable, in_transit - before.in_transit], [0, 0, 10_000 - 200]);
  assert.equal((await shop.importSettlements()).stored, 0);
  assert.match(await shop.completeUntil(), /^20/);
  await shop.assertVerified();
});

test("lines that take failed captures back settle the failures, and those of a repetition settle that", async () => {
  const adjustedBefore = (await shop.balance()).adjustments;
  const [atOnce, inParts] = [
    await pay({ amount: 4_321 }),
    await pay({ captureMethod: "manual", amount: 9_000 }),
  ];
  await capture(inParts, 4_000, false);
  const captures = [atOnce, inParts].map((payment) => {
    const isItsCapture = (entry: LogEntry) =>
      entry.effect === "captured" && entry.payment === referenceOf(payment);
    return adyen.log.findLast(isItsCapture)?.object ?? "";
  });
  await importReport(await closeBatchSilently());
  for (const one of captures) adyen.fail(one);
  const early = await closeBatchSilently();
  const now = async (payment: JsonBody) => {
    const { status, amountCaptured } = await shop.paymentOf(payment.session);
    return `${status} ${amountCaptured}`;
  };
  await pass(async () => (await now(atOnce)) === "failed 0", "the payment has failed");
  await pass(async () => (await now(inParts)) === "authorized 0", "the capture has failed");
  assert.equal((await shop.balance()).psp_clearing, -4_321 - 4_000);
  assert.equal((await importReport(early)).exceptions, 0);
  const cleared = async () => {
    const { psp_clearing, adjustments } = await shop.balance();
    return [psp_clearing, adjustments - adjustedBefore];
  };
  assert.deepEqual(await cleared(), [0, 0]);
  const lines = await shop.linesOf(`payment=${atOnce.id}`);
  assert.deepEqual(lines.map(({ type, status, gross }) => `${type} ${status} ${gross}`).sort(), [
    "charge matched 4321",
    "charge_failure matched -4321",
  ]);
  await shop.assertVerified();

  for (const one of captures) adyen.recapture(one);
  await pass(async () => (await now(atOnce)) === "captured 4321", "the payment's money came after all");
  await pass(async () => (await now(inParts)) === "authorized 4000", "the capture was repeated");
  assert.deepEqual(await cleared(), [8_321, 0]);
  assert.equal((await importReport(await closeBatchSilently())).exceptions, 0);
  assert.deepEqual(await cleared(), [0, 0]);
  await shop.assertVerified();
});
