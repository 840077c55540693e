import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type OpenApiDocument, operationsOf } from "../../src/http/openapi/types.ts";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { disputed, upload } from "./disputing.ts";
import { authorize, pay } from "./paying.ts";
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
  capturePayment: async () => ({ path: (await authorize(kassa)).id }),
  createRefund: async () => ({ body: { payment: (await pay(kassa)).id } }),
  updateRefund: async () => ({ path: (await made("/api/refunds", { payment: (await pay(kassa)).id })).id }),
  createSandboxClock: async () => ({}),
  advanceSandboxClock: async () => ({ path: (await made("/api/sandbox/clocks")).id }),
  updateSettings: async () => ({}),
  createBankAccount: async () => ({}),
  updateBankAccount: async () => ({ path: (await bankAccount()).id }),
  createConnectorAccount: async () => ({ key: otherKey, body: { credentials: credentials() } }),
  updateConnectorAccount: async () => ({ key: otherKey, path: (await connectorAccount()).id }),
  rotateConnectorCredentials: async () => ({
    key: otherKey,
    path: (await connectorAccount()).id,
    body: { credentials: credentials() },
  }),
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
