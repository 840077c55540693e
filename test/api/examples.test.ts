import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { sampleCamt } from "../../src/bank-statements/test-support.ts";
import { expectFor, paidEntry } from "../../src/expected-transfers/test-support.ts";
import { type OpenApiDocument, operationsOf } from "../../src/http/openapi/types.ts";
import { imported } from "../../src/statement-imports/test-support.ts";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";
import { disputed, upload } from "./disputing.ts";
import { authorize, pay } from "./paying.ts";
import { openTransferShop, paymentOf, statusOf, take, waiting } from "./paying-by-transfer.ts";
import { startReview } from "./payment-in-review.ts";
import { makeSession } from "./support.ts";

// Sends every example body of the OpenAPI document, with ids of existing objects in place of the example's own.

const document: OpenApiDocument = JSON.parse(
  readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"),
);

let kassa: TestApp;
let stripe: FakeStripe;
/** The key of a tenant with accounts at Stripe. The other one's customers pay at the simulated PSP. */
let otherKey: string;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_SANDBOX_PENDING_MS: "600000", KASSA_STRIPE_URL: stripe.url });
  otherKey = (await kassa.makeTenant()).keys.sandbox.secret;
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

type Made = { readonly path?: string; readonly body?: Record<string, unknown>; readonly key?: string };

const made = async (path: string, body: object = {}, owner: { key?: string } = {}): Promise<JsonBody> =>
  (await kassa.call("POST", path, { body, ...owner })).body;
const endpoint = (): Promise<JsonBody> =>
  made("/api/webhook-endpoints", { url: "https://shop.example/hook" });
const credentials = () => ({
  apiKey: stripe.keys.test,
  webhookSecret: "whsec_0123456789abcdef0123456789abcdef",
});
const connectorAccount = (): Promise<JsonBody> => {
  const body = { connector: "stripe", label: "Shop", credentials: credentials() };
  return made("/api/connector-accounts", body, { key: otherKey });
};
/** The account of the example of createBankAccount: the other example's `statementAccounts` name it. */
async function bankAccount(): Promise<JsonBody> {
  const body = { type: "iban", holder: "Shop", currency: "EUR", iban: "DE89370400440532013000" };
  await kassa.call("POST", "/api/bank-accounts", { body });
  return (await kassa.call("GET", "/api/bank-accounts")).body.data[0];
}

/** A statement's entry that waits for a decision, of a tenant that expects a transfer. */
async function unmatchedEntry() {
  const { key } = await openTransferShop(kassa, { mode: "sandbox" });
  const { id: session } = await makeSession(kassa, {}, { key });
  const transfer = await expectFor(kassa, session);
  await imported(kassa, sampleCamt(paidEntry({ amount: "25.99", text: "thanks" })), { key });
  const { body } = await kassa.call("GET", "/api/bank-entries", { key });
  return { key, path: body.data[0].id as string, transfer: transfer.id };
}

/** A refund of a transfer that waits to be sent. */
async function waitingRefund() {
  const shop = await openTransferShop(kassa);
  const { session, reference } = await waiting(shop);
  await take(shop, { amount: "25.99", text: reference, name: "Ada", iban: "DE75512108001245126199" });
  await until(async () => (await statusOf(shop, session)) === "paid", "the session is paid");
  await shop.ask("POST", "/api/refunds", { payment: (await paymentOf(shop, session)).id });
  const { data } = await shop.ask("GET", "/api/bank-refunds");
  return { key: shop.key, account: shop.bankAccount, refund: data[0].id as string };
}

/** Creates what an operation's example needs: the id in its path, and ids in its body. */
const arrangements: Record<string, () => Promise<Made>> = {
  createCheckoutSession: async () => ({}),
  updateCheckoutSession: async () => ({ path: (await makeSession(kassa)).id }),
  provideDisputeEvidence: async () => {
    const dispute = await disputed(kassa, "fraudulent");
    const { body } = await upload(kassa, dispute.id);
    return { path: dispute.id, body: { files: [body.files[0].id] } };
  },
  resendEvent: async () => {
    await pay(kassa);
    const { body } = await kassa.call("GET", "/api/events");
    return { path: body.data[0].id, body: { endpoint: (await endpoint()).id } };
  },
  updatePayment: async () => ({ path: (await pay(kassa)).id }),
  createPaymentNote: async () => ({ path: (await pay(kassa)).id }),
  tagPayment: async () => ({ path: (await pay(kassa)).id }),
  capturePayment: async () => ({ path: (await authorize(kassa)).id }),
  createExport: async () => ({}),
  createRefund: async () => ({ body: { payment: (await pay(kassa)).id } }),
  updateRefund: async () => ({ path: (await made("/api/refunds", { payment: (await pay(kassa)).id })).id }),
  createSandboxClock: async () => ({}),
  advanceSandboxClock: async () => ({ path: (await made("/api/sandbox/clocks")).id }),
  updateSettings: async () => ({}),
  createPaymentLink: async () => ({}),
  updatePaymentLink: async () => {
    const link = await made("/api/payment-links", { name: "Concert", amount: 2500, currency: "EUR" });
    return { path: link.id };
  },
  createBankAccount: async () => ({}),
  updateBankAccount: async () => ({ path: (await bankAccount()).id }),
  matchBankEntry: async () => {
    const { transfer, ...entry } = await unmatchedEntry();
    return { ...entry, body: { expectedTransfer: transfer } };
  },
  ignoreBankEntry: async () => {
    const { key, path } = await unmatchedEntry();
    return { key, path };
  },
  unmatchBankEntry: async () => {
    const { key, path } = await unmatchedEntry();
    await made(`/api/bank-entries/${path}/ignore`, {}, { key });
    return { key, path };
  },
  updateBankRefund: async () => {
    const { key, refund } = await waitingRefund();
    return { key, path: refund };
  },
  createBankRefundFile: async () => {
    const { key, account } = await waitingRefund();
    return { key, body: { account } };
  },
  updateBankRefundFile: async () => {
    const { key, account } = await waitingRefund();
    return { key, path: (await made("/api/bank-refund-files", { account }, { key })).id };
  },
  createConnectorAccount: async () => ({ key: otherKey, body: { credentials: credentials() } }),
  updateConnectorAccount: async () => ({ key: otherKey, path: (await connectorAccount()).id }),
  rotateConnectorCredentials: async () => ({
    key: otherKey,
    path: (await connectorAccount()).id,
    body: { credentials: credentials() },
  }),
  closeLedgerPeriod: async () => ({}),
  reopenLedgerPeriod: async () => {
    const { key } = await openTransferShop(kassa, { mode: "sandbox" });
    await made("/api/ledger/periods", { month: "2026-10" }, { key });
    return { key };
  },
  createWebhookEndpoint: async () => ({}),
  updateWebhookEndpoint: async () => ({ path: (await endpoint()).id }),
};

const examples = operationsOf(document).flatMap(({ path, operation }) => {
  const example = operation.requestBody?.content["application/json"]?.example;
  return example === undefined ? [] : [{ path, id: operation.operationId, example: example as object }];
});

for (const { path, id, example } of examples.filter(({ id }) => id !== "reviewPayment")) {
  test(`the example of ${id} works`, async () => {
    const arrange = arrangements[id];
    assert.ok(arrange, `add what the example of ${id} needs to arrangements`);
    const { path: ownId = "", body = {}, ...owner } = await arrange();
    const sent = { body: { ...example, ...body }, ...owner };
    const answer = await kassa.call("POST", path.replace("{id}", ownId), sent);
    assert.equal(answer.status, 200, answer.text);
  });
}

test("the example of reviewPayment works after a PSP approved less than requested", async (context) => {
  const found = examples.find(({ id }) => id === "reviewPayment");
  assert.ok(found);
  const { shop, psp, payment } = await startReview(context);
  const path = found.path.replace("{id}", payment.id);
  const answer = await shop.call("POST", path, { body: found.example });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.body.status, answer.body.amountCaptured], ["captured", psp.approvedOf(2599)]);
});
