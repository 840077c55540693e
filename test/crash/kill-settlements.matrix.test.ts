import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { type SettlingShop, startSettlingShop } from "../api/settling.ts";
import { type StripeShop, startStripeShop } from "../api/stripe-shop.ts";
import { type FakeAdyen, startFakeAdyen } from "../psp/adyen/fake-adyen.ts";
import { hmacKey, merchantAccount } from "../psp/adyen/test-support.ts";
import type { JsonBody } from "../support/app.ts";
import type { CommandEnding } from "../support/command.ts";
import { until } from "../support/until.ts";

// The process dies at each step of importing settlements: between the PSP's pages, between the transactions that store them, and between
// the steps after them. The next import completes it: each line is stored and posted once, and the books have the PSP's amounts.

type SettlementPoint = Extract<CrashPoint, `settlements:${string}`>;

/** At which PSP each step is reached: Stripe lists lines and payouts, Adyen makes report files. The compiler rejects a point without one. */
const reachedAt: Readonly<Record<SettlementPoint, readonly ("stripe" | "adyen")[]>> = {
  "settlements:begun": ["stripe", "adyen"],
  "settlements:lines-listed": ["stripe"],
  "settlements:lines-stored": ["stripe", "adyen"],
  "settlements:lines-imported": ["stripe"],
  "settlements:batches-listed": ["stripe"],
  "settlements:batches-stored": ["stripe"],
  "settlements:batches-imported": ["stripe"],
  "settlements:batch-listed": ["stripe"],
  "settlements:batch-completed": ["stripe"],
  "settlements:batch-imported": ["stripe"],
  "settlements:exceptions-matched": ["stripe"],
  "settlements:entries-matched": ["stripe", "adyen"],
  "settlements:import-noted": ["stripe"],
  "settlements:report-downloaded": ["adyen"],
  "settlements:report-checked": ["adyen"],
  "settlements:report-noted": ["adyen"],
  "settlements:report-imported": ["adyen"],
};

const pointsAt = (psp: "stripe" | "adyen"): SettlementPoint[] =>
  (Object.keys(reachedAt) as SettlementPoint[]).filter((point) => reachedAt[point].includes(psp));

const assertDied = ({ code, stdout, output }: CommandEnding): void => {
  assert.deepEqual([code, stdout], [128 + constants.signals.SIGKILL, ""], output);
};

type Rig = {
  /** A customer pays 100.00 EUR, and the PSP pays that out. Returns the payment. */
  payAndPayOut(): Promise<JsonBody>;
  /** `kassa settlements import` that dies at a point. */
  importAndDie(point: SettlementPoint): Promise<CommandEnding>;
  importSettlements(): Promise<JsonBody>;
  linesOf(payment: JsonBody): Promise<JsonBody[]>;
  accounts(): Promise<JsonBody>;
  assertVerified(): Promise<void>;
};

async function dieAndImportAgain(rig: Rig, point: SettlementPoint): Promise<void> {
  const before = await rig.accounts();
  const payment = await rig.payAndPayOut();
  assertDied(await rig.importAndDie(point));
  const done = await rig.importSettlements();
  assert.deepEqual([done.complete, done.exceptions], [true, 0]);
  const lines = (await rig.linesOf(payment)).map(({ type, status, gross }) => `${type} ${status} ${gross}`);
  assert.deepEqual(lines, ["charge matched 10000"]);
  const now = await rig.accounts();
  const grown = (name: string): number => now[name] - before[name];
  assert.deepEqual([now.psp_clearing, now.psp_receivable, now.adjustments], [0, 0, 0]);
  assert.equal(grown("in_transit") + grown("processing_fees"), 10_000, "paid out, less the fee");
  await rig.assertVerified();
  assert.equal((await rig.importSettlements()).stored, 0);
  assert.deepEqual(await rig.accounts(), now, "another import changes nothing");
}

let stripe: StripeShop;
let adyen: FakeAdyen;
let shop: SettlingShop;
let folder: string;
/** With the form of a real one. */
const apiKey = `AQE${"x".repeat(60)}`;

after(async () => {
  await stripe.close();
  await shop.kassa.close();
  await adyen.close();
  await rm(folder, { recursive: true });
});

const atStripe: Rig = {
  payAndPayOut: async () => {
    const payment = await stripe.pay();
    stripe.payOut();
    return payment;
  },
  importAndDie: (point) => stripe.commandThatDies(point, "settlements", "import", "--json"),
  importSettlements: () => stripe.importSettlements(),
  linesOf: async ({ id }) => (await stripe.ask("GET", `/api/settlement-lines?payment=${id}`)).data,
  accounts: async () => (await stripe.balance()).accounts,
  assertVerified: () => stripe.assertVerified(),
};

async function payAtAdyen(): Promise<JsonBody> {
  const { session, page } = await shop.submit();
  adyen.pay(page.pathname.split("/").at(-1) ?? "", { outcome: "authorised" });
  await until(async () => {
    adyen.clock.advance(2);
    await adyen.notifications.settled();
    return (await shop.paymentOf(session)).status === "captured";
  }, "the payment is captured");
  return shop.paymentOf(session);
}

/** Adyen makes a batch. Kassa isn't told of its report, so that no other process imports it first. Returns the report. */
async function closeBatchSilently(): Promise<Buffer> {
  await adyen.notifications.settled();
  adyen.notifications.drop(1);
  const [name = ""] = adyen.closeBatch();
  return Buffer.from(adyen.reportOf(name));
}

const atAdyen: Rig = {
  payAndPayOut: async () => {
    const payment = await payAtAdyen();
    await closeBatchSilently();
    return payment;
  },
  importAndDie: (point) => shop.runAndDie(point, "import", "--json"),
  importSettlements: () => shop.importSettlements(),
  linesOf: ({ id }) => shop.linesOf(`payment=${id}`),
  accounts: () => shop.balance(),
  assertVerified: () => shop.assertVerified(),
};

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kassa-reports-"));
  stripe = await startStripeShop();
  adyen = await startFakeAdyen({ apiKey, webhookRetryMs: 20 });
  shop = await startSettlingShop({
    account: { connector: "adyen", credentials: { apiKey }, settings: { merchantAccount } },
    ...{ title: "Adyen", method: "card" },
    env: { KASSA_ADYEN_URL: adyen.url },
    complete: async ({ kassa, account, ask }) => {
      const path = `/api/connector-accounts/${account}`;
      await ask("POST", `${path}/credentials`, { credentials: { hmacKey, reportApiKey: apiKey } });
      await ask("POST", path, { status: "enabled" });
      adyen.notifications.connect({ url: `${kassa.url}/api/notifications/adyen/${account}`, hmacKey });
    },
  });
  await atStripe.payAndPayOut();
  await atStripe.importSettlements();
  // Kassa downloads the reports after the first one, which is handed over.
  await payAtAdyen();
  const file = path.join(folder, "report.csv");
  await writeFile(file, await closeBatchSilently());
  const { code, output } = await shop.run("import", "--account", shop.account, "--file", file);
  assert.equal(code, 0, output);
});

for (const [psp, rig] of [
  ["stripe", atStripe],
  ["adyen", atAdyen],
] as const)
  for (const point of pointsAt(psp))
    test(`${psp}: an import that died at ${point} is completed by the next one, in the PSP's amounts`, () =>
      dieAndImportAgain(rig, point));
