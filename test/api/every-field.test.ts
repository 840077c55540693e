import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { pay } from "./paying.ts";
import { optionalFields, sessionBody, sessionsPath } from "./support.ts";

// Every field of a request must be in its response and in later reads. The fields come from the OpenAPI document: a
// new one
// fails here until this test sends it and Kassa stores it.

let kassa: TestApp;
let stripe: FakeStripe;
let document: JsonBody;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_STRIPE_URL: stripe.url });
  document = await (await fetch(`${kassa.url}/openapi.json`)).json();
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

const resolved = (schema: JsonBody): JsonBody =>
  schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)] : schema;

/** Fails unless a value has every field of its schema, at any depth. */
function assertHasEveryField(schema: JsonBody, value: unknown, path: string): void {
  const { properties = {}, items, anyOf } = resolved(schema);
  if (anyOf) {
    const objects = anyOf.map(resolved).filter((one: JsonBody) => one.properties || one.items);
    for (const one of objects) assertHasEveryField(one, value, path);
  }
  if (items && Array.isArray(value)) assertHasEveryField(items, value[0], `${path}/0`);
  for (const [name, inner] of Object.entries(properties)) {
    const given = (value as Record<string, unknown> | undefined)?.[name];
    assert.ok(given !== undefined && given !== null, `${path}/${name} is not sent: give it a value here`);
    assertHasEveryField(inner as JsonBody, given, `${path}/${name}`);
  }
}

type Sent = {
  /** As in the OpenAPI document. */
  readonly path: string;
  readonly body: JsonBody;
  /** Fields that this request omits because another request of the test sends them. */
  readonly without?: readonly string[];
  /** Values of this request in place of those of `body`, whose fields can't all be sent at once. */
  readonly instead?: JsonBody;
  readonly headers?: Record<string, string>;
};

/** Sends a body with every field, and compares the response and a later read with it. */
async function sendAll({ path, body, without = [], instead = {}, headers = {} }: Sent): Promise<JsonBody> {
  assertHasEveryField(document.paths[path].post.requestBody.content["application/json"].schema, body, path);
  const said = Object.fromEntries(
    Object.entries({ ...body, ...instead }).filter(([name]) => !without.includes(name)),
  );
  const answer = await kassa.call("POST", path, { body: said, headers });
  assert.equal(answer.status, 200, answer.text);
  const read = await kassa.call("GET", answer.body.id ? `${path}/${answer.body.id}` : path);
  for (const [name, value] of Object.entries(said)) {
    assert.deepEqual(answer.body[name], value, `${name} in the answer`);
    assert.deepEqual(read.body[name], value, `${name} as it is read`);
  }
  return answer.body;
}

const question = { key: "size", label: "Size" };
const lengths = { minLength: 1, maxLength: 5 };
const limits = { minimum: 1, maximum: 9 };
const options = { options: [{ value: "s", label: "Small" }] };

/** Everything that a session can ask its customer for. The billing address includes the postcode, and a question has one type. */
const wholeCollect = {
  email: "required",
  name: "optional",
  phone: "optional",
  billingAddress: "required",
  shippingAddress: { countries: ["DE"] },
  postalCode: "optional",
  terms: "required",
  customFields: [{ ...question, type: "text", optional: true, ...lengths, ...limits, ...options }],
};
const { postalCode, ...withAddress } = wholeCollect;
const collects = [
  {
    ...withAddress,
    customFields: [
      { ...question, type: "text", optional: true, ...lengths },
      { ...question, key: "guests", type: "number", ...limits },
      { ...question, key: "colour", type: "choice", ...options },
    ],
  },
  { postalCode },
];

/** Everything by which a session's customer may change its amount. A code has one kind of discount, and tips have one kind of suggestion. */
const adjustable = {
  promotionCodes: [{ code: "SUMMER10", percentOff: "10", amountOff: 100 }],
  tips: { percentages: ["10"], amounts: [100], custom: true, maximum: 5000 },
};
const amountsOnce = [
  {
    promotionCodes: [{ code: "SUMMER10", percentOff: "12.5" }],
    tips: { percentages: ["10"], custom: true, maximum: 5000 },
  },
  { promotionCodes: [{ code: "FIVE", amountOff: 500 }], tips: { amounts: [100, 200] } },
];

const wholeSession = (clock: string, connectorAccount: string) =>
  sessionBody({
    ...optionalFields,
    collect: wholeCollect,
    ...adjustable,
    connectorAccount,
    expiresAt: new Date(Math.ceil(Date.now() / 1000 + 3600) * 1000).toISOString(),
    clock,
  });

async function makeAccount(): Promise<string> {
  const credentials = { apiKey: stripe.keys.test };
  const body = { connector: "stripe", label: "Shop", credentials };
  const { id } = (await kassa.call("POST", "/api/connector-accounts", { body })).body;
  await kassa.call("POST", `/api/connector-accounts/${id}/register-notifications`, { body: {} });
  return id;
}

test("a session keeps every field, in each of the ways in which sessions are stored", async () => {
  const clock = await sendAll({
    path: "/api/sandbox/clocks",
    body: { name: "A clock", now: new Date(Math.floor(Date.now() / 1000) * 1000).toISOString() },
  });
  const body = wholeSession(clock.id, await makeAccount());
  for (const [index, collect] of collects.entries()) {
    const instead = { collect, ...amountsOnce[index] };
    const headers = { "idempotency-key": `all-${index}` };
    await sendAll({ path: sessionsPath, body, instead });
    await sendAll({ path: sessionsPath, body, instead, without: ["clock"] });
    await sendAll({ path: sessionsPath, body, instead, without: ["clock"], headers });
  }
});

test("a bank account keeps every field, of each type", async () => {
  const identifying = {
    iban: "DE89370400440532013000",
    qrIban: "CH4431999123000889012",
    sortCode: "601613",
    accountNumber: "31926819",
    pixKey: "pix@loja.example",
    upiId: "shop@bank",
  };
  const address = {
    street: "Main Street",
    buildingNumber: "1",
    postalCode: "10115",
    town: "Berlin",
    country: "DE",
  };
  const whole = { holder: "Ada", bic: "COBADEFFXXX", label: "Sales", address, ...identifying };
  for (const { type, currency, fields, hasBic } of [
    { type: "iban", currency: "EUR", fields: ["iban"], hasBic: true },
    { type: "qr_iban", currency: "CHF", fields: ["qrIban"], hasBic: true },
    { type: "uk_account", currency: "GBP", fields: ["sortCode", "accountNumber"], hasBic: false },
    { type: "pix_key", currency: "BRL", fields: ["pixKey"], hasBic: false },
    { type: "upi_id", currency: "INR", fields: ["upiId"], hasBic: false },
  ]) {
    const without = [
      ...Object.keys(identifying).filter((name) => !fields.includes(name)),
      ...(hasBic ? [] : ["bic"]),
    ];
    const body = { ...whole, type, currency, statementAccounts: [`${type} account`] };
    await sendAll({ path: "/api/bank-accounts", body, without });
  }
});

test("a refund, an endpoint and the settings keep every field", async () => {
  const payment = await pay(kassa);
  await sendAll({
    path: "/api/refunds",
    body: { payment: payment.id, amount: 100, reason: "requested_by_customer", metadata: { ticket: "9" } },
  });
  await sendAll({
    path: "/api/webhook-endpoints",
    body: { url: "https://shop.example/hook", events: ["payment.captured"], description: "Stock" },
  });
  await sendAll({
    path: "/api/settings",
    body: {
      displayName: "Ada's shop",
      supportEmail: "help@shop.example",
      supportUrl: "https://shop.example/help",
      supportPhone: "+49301234567",
      termsUrl: "https://shop.example/terms",
      privacyUrl: "https://shop.example/privacy",
      imprintUrl: "https://shop.example/imprint",
      defaultLocale: "de",
      brandColor: "#0055aa",
      lateFunds: "keep",
      amountLimits: { EUR: { minimum: 50, maximum: 500_000 } },
      transferRules: {
        waitDays: 30,
        tolerance: 5,
        tooLittle: "accept",
        tooMuch: "refund",
        late: "accept",
        wrongCurrency: "refund",
      },
      timeExtensions: 3,
      texts: { de: { submitNote: "Du bestellst bei Ada.", paidNote: "Danke." } },
    },
  });
});
