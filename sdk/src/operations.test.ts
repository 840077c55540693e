import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Kassa } from "./index.ts";
import type { operations } from "./schema.ts";

/** The operations of the API, without those that Kassa calls at the merchant: webhooks. */
type Operation = Exclude<keyof operations, `on${string}`>;

const file = { content: new Uint8Array([1]), mediaType: "application/pdf", name: "receipt.pdf" } as const;
const month = { month: "2026-11" };
const urls = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };

/** How each operation is called. An operation that is missing here, or here only, is an error of the compiler. */
const calls: Record<Operation, (kassa: Kassa) => Promise<unknown>> = {
  getBalance: ({ balance }) => balance.get(),
  createBankAccount: ({ bankAccounts }) =>
    bankAccounts.create({
      type: "iban",
      currency: "EUR",
      iban: "DE89370400440532013000",
      holder: "Fern & Bloom",
    }),
  listBankAccounts: ({ bankAccounts }) => bankAccounts.list({ limit: 2 }),
  updateBankAccount: ({ bankAccounts }) => bankAccounts.update("ba_1", {}),
  getBankAccount: ({ bankAccounts }) => bankAccounts.get("ba_1"),
  listBankEntries: ({ bankEntries }) => bankEntries.list({ account: "ba_1" }),
  getBankEntry: ({ bankEntries }) => bankEntries.get("be_1"),
  ignoreBankEntry: ({ bankEntries }) => bankEntries.ignore("be_1"),
  matchBankEntry: ({ bankEntries }) => bankEntries.match("be_1"),
  unmatchBankEntry: ({ bankEntries }) => bankEntries.unmatch("be_1"),
  createBankRefundFile: ({ bankRefundFiles }) => bankRefundFiles.create({ account: "ba_1" }),
  listBankRefundFiles: ({ bankRefundFiles }) => bankRefundFiles.list(),
  updateBankRefundFile: ({ bankRefundFiles }) => bankRefundFiles.update("brf_1", { status: "sent" }),
  getBankRefundFile: ({ bankRefundFiles }) => bankRefundFiles.get("brf_1"),
  getBankRefundFileContent: ({ bankRefundFiles }) => bankRefundFiles.content("brf_1"),
  listBankRefunds: ({ bankRefunds }) => bankRefunds.list(),
  updateBankRefund: ({ bankRefunds }) => bankRefunds.update("br_1", { status: "sent" }),
  getBankRefund: ({ bankRefunds }) => bankRefunds.get("br_1"),
  importBankStatement: ({ bankStatements }) =>
    bankStatements.import({ content: "<Document/>", mediaType: "application/xml", name: "today.xml" }),
  listStatementImports: ({ bankStatements }) => bankStatements.list(),
  getStatementImport: ({ bankStatements }) => bankStatements.get("bsi_1"),
  createCheckoutSession: ({ checkout }) => checkout.sessions.create(urls),
  listCheckoutSessions: ({ checkout }) => checkout.sessions.list({ status: "open" }),
  updateCheckoutSession: ({ checkout }) => checkout.sessions.update("cs_1", { metadata: {} }),
  getCheckoutSession: ({ checkout }) => checkout.sessions.get("cs_1", { expand: "payment" }),
  expireCheckoutSession: ({ checkout }) => checkout.sessions.expire("cs_1"),
  getReceipt: ({ checkout }) => checkout.sessions.receipt("cs_1"),
  createPaymentLink: ({ paymentLinks }) =>
    paymentLinks.create({ name: "Concert", amount: 2500, currency: "EUR", maxPayments: 200 }),
  listPaymentLinks: ({ paymentLinks }) => paymentLinks.list({ active: "true" }),
  updatePaymentLink: ({ paymentLinks }) => paymentLinks.update("pl_1", { active: false }),
  getPaymentLink: ({ paymentLinks }) => paymentLinks.get("pl_1"),
  createConnectorAccount: ({ connectorAccounts }) =>
    connectorAccounts.create({ connector: "stripe", label: "Stripe", credentials: { apiKey: "sk_test" } }),
  listConnectorAccounts: ({ connectorAccounts }) => connectorAccounts.list(),
  updateConnectorAccount: ({ connectorAccounts }) => connectorAccounts.update("ca_1", {}),
  getConnectorAccount: ({ connectorAccounts }) => connectorAccounts.get("ca_1"),
  deleteConnectorAccount: ({ connectorAccounts }) => connectorAccounts.delete("ca_1"),
  checkConnectorAccount: ({ connectorAccounts }) => connectorAccounts.check("ca_1"),
  rotateConnectorCredentials: ({ connectorAccounts }) =>
    connectorAccounts.rotateCredentials("ca_1", { credentials: { apiKey: "sk_test" }, overlapHours: 24 }),
  registerConnectorNotifications: ({ connectorAccounts }) => connectorAccounts.registerNotifications("ca_1"),
  simulateRouting: ({ connectorAccounts }) =>
    connectorAccounts.simulateRouting({ amount: 5_000, currency: "EUR", method: "card", country: "IT" }),
  listDisputes: ({ disputes }) => disputes.list({ stage: "inquiry" }),
  getDispute: ({ disputes }) => disputes.get("dp_1"),
  acceptDispute: ({ disputes }) => disputes.accept("dp_1"),
  provideDisputeEvidence: ({ disputes }) => disputes.provideEvidence("dp_1", { submit: true }),
  uploadDisputeFile: ({ disputes }) => disputes.uploadFile("dp_1", file),
  getDisputeFile: ({ disputes }) => disputes.downloadFile("dp_1", "file_1"),
  listEvents: ({ events }) => events.list({ type: "payment.*" }),
  getEvent: ({ events }) => events.get("evt_1"),
  resendEvent: ({ events }) => events.resend("evt_1"),
  listExpectedTransfers: ({ expectedTransfers }) => expectedTransfers.list({ session: "cs_1" }),
  getExpectedTransfer: ({ expectedTransfers }) => expectedTransfers.get("et_1"),
  listLedgerDifferences: ({ ledger }) => ledger.periods.differences(month),
  listLedgerEntries: ({ ledger }) => ledger.entries.list({ account: "surplus" }),
  exportLedgerEntries: ({ ledger }) => ledger.entries.exportCsv({ currency: "EUR" }),
  closeLedgerPeriod: ({ ledger }) => ledger.periods.close(month),
  listLedgerPeriods: ({ ledger }) => ledger.periods.list(),
  reopenLedgerPeriod: ({ ledger }) => ledger.periods.reopen({ ...month, reason: "A fee came late" }),
  listPayments: ({ payments }) => payments.list({ search: "order-7" }),
  updatePayment: ({ payments }) => payments.update("pay_1", { metadata: {} }),
  getPayment: ({ payments }) => payments.get("pay_1"),
  listPaymentNotes: ({ payments }) => payments.notes.list("pay_1"),
  createPaymentNote: ({ payments }) => payments.notes.create("pay_1", { text: "Call back" }),
  deletePaymentNote: ({ payments }) => payments.notes.delete("pay_1", "note_1"),
  tagPayment: ({ payments }) => payments.tag("pay_1", { add: ["gift"] }),
  capturePayment: ({ payments }) => payments.capture("pay_1", { amount: 1000 }),
  reviewPayment: ({ payments }) => payments.review("pay_1", { decision: "accept" }),
  voidPayment: ({ payments }) => payments.void("pay_1"),
  createExport: ({ exports }) => exports.create({ resource: "payments", format: "csv" }),
  listExports: ({ exports }) => exports.list(),
  getExport: ({ exports }) => exports.get("exp_1"),
  downloadExport: ({ exports }) => exports.download("exp_1"),
  deleteExport: ({ exports }) => exports.delete("exp_1"),
  createRefund: ({ refunds }) => refunds.create({ payment: "pay_1" }),
  listRefunds: ({ refunds }) => refunds.list({ payment: "pay_1" }),
  updateRefund: ({ refunds }) => refunds.update("re_1", { metadata: {} }),
  getRefund: ({ refunds }) => refunds.get("re_1"),
  getDisputesReport: ({ reports }) => reports.disputes(month),
  getFeesReport: ({ reports }) => reports.download("fees", { ...month, format: "csv" }),
  getPaymentsReport: ({ reports }) => reports.payments(month),
  getPayoutsReport: ({ reports }) => reports.payouts({ from: "2026-11-01", to: "2026-11-30" }),
  getRefundsReport: ({ reports }) => reports.refunds(month),
  createSandboxClock: ({ sandbox }) => sandbox.clocks.create(),
  listSandboxClocks: ({ sandbox }) => sandbox.clocks.list(),
  getSandboxClock: ({ sandbox }) => sandbox.clocks.get("clk_1"),
  deleteSandboxClock: ({ sandbox }) => sandbox.clocks.delete("clk_1"),
  advanceSandboxClock: ({ sandbox }) => sandbox.clocks.advance("clk_1", { by: "P2D" }),
  getSandboxClockAdvance: ({ sandbox }) => sandbox.clocks.lastAdvance("clk_1"),
  updateSettings: ({ settings }) => settings.update({ displayName: "Fern & Bloom" }),
  getSettings: ({ settings }) => settings.get(),
  uploadLogo: ({ settings }) => settings.uploadLogo({ content: new Uint8Array([1]), mediaType: "image/png" }),
  deleteLogo: ({ settings }) => settings.deleteLogo(),
  listSettlementLines: ({ settlementLines }) => settlementLines.list({ payment: "pay_1" }),
  importSettlementReport: ({ settlements }) =>
    settlements.importReport({ account: "ca_1", content: "Company Account,…" }),
  listSettlements: ({ settlements }) => settlements.list(),
  createWebhookEndpoint: ({ webhookEndpoints }) =>
    webhookEndpoints.create({ url: "https://shop.example/kassa" }),
  listWebhookEndpoints: ({ webhookEndpoints }) => webhookEndpoints.list(),
  updateWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.update("we_1", { status: "enabled" }),
  getWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.get("we_1"),
  deleteWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.delete("we_1"),
  listWebhookDeliveries: ({ webhookEndpoints }) => webhookEndpoints.deliveries("we_1", { status: "pending" }),
  rotateWebhookSecret: ({ webhookEndpoints }) => webhookEndpoints.rotateSecret("we_1"),
  testWebhookEndpoint: ({ webhookEndpoints }) => webhookEndpoints.test("we_1"),
};

type Described = {
  operationId: string;
  parameters?: ({ $ref: string } | { in: string; name: string })[];
  requestBody?: { content: Record<string, unknown> };
};
const document: { paths: Record<string, Record<string, Described>> } = JSON.parse(
  readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"),
);
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation.operationId)
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test("every operation of openapi.json has a call", () => {
  assert.deepEqual(described.map(({ operation }) => operation.operationId).sort(), Object.keys(calls).sort());
});

for (const { path, method, operation } of described) {
  test(`${operation.operationId} sends ${method} ${path}`, async () => {
    const sent: Request[] = [];
    const kassa = new Kassa("ks_sandbox_1", {
      baseUrl: "https://pay.example",
      fetch: async (url, init) => {
        sent.push(new Request(url, init));
        return Response.json({});
      },
    });
    await calls[operation.operationId as Operation](kassa);
    const [request] = sent;
    assert.ok(request);
    const url = new URL(request.url);
    assert.equal(request.method, method);
    assert.match(url.pathname, new RegExp(`^${path.replace(/\{\w+\}/g, "[a-z]+_1")}$`));
    assert.deepEqual(
      [...url.searchParams.keys()].filter((name) => !queryNames(operation).includes(name)),
      [],
    );
    const mediaType = request.headers.get("content-type");
    if (mediaType) assert.ok(operation.requestBody?.content[mediaType], mediaType);
  });
}

function queryNames({ parameters = [] }: Described): string[] {
  return parameters.flatMap((parameter) =>
    "in" in parameter && parameter.in === "query" ? [parameter.name] : [],
  );
}
