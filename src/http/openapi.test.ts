import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { disputed, upload } from "../../test/api/disputing.ts";
import { authorize, pay } from "../../test/api/paying.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { fixture } from "../bank-statements/test-support.ts";
import { type OpenApiDocument, operationsOf, type Response, resolve, type Schema } from "./openapi/types.ts";

const document: OpenApiDocument = JSON.parse(
  readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"),
);
const operations = operationsOf(document);
const body = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };

/**
 * Validates answers strictly: the document leaves answers open for later versions, but this version must send only the
 * documented fields and values.
 */
const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  keywords: [
    "x-problem",
    "components",
    {
      keyword: "x-extensible-enum",
      validate: (words: unknown[], value: unknown) => value === null || words.includes(value),
    },
  ],
});
addFormats.default(ajv);
ajv.addSchema({ $id: "openapi", components: closed(document.components) }, "openapi", undefined, false);

/** The schemas with `additionalProperties: false` everywhere. */
function closed<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (_name, value) =>
    isOpenObject(value) ? { ...value, additionalProperties: false } : value,
  );
}

function isOpenObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null || !("properties" in value)) return false;
  const { properties } = value;
  const named = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return named.length > 0 && !("additionalProperties" in value);
}

const kassa = useTestApp({
  KASSA_RATE_LIMIT: "live=1000,sandbox=1000",
  KASSA_SANDBOX_PENDING_MS: "100",
});

test("openapi.json is valid OpenAPI 3.1 and passes Redocly's recommended rules", async () => {
  assert.match(document.openapi, /^3\.1\./);
  const config = await createConfig({ extends: ["recommended"] });
  // A real server's URL, because Redocly warns about localhost.
  const published = { ...document, servers: [{ url: "https://pay.kassa.test" }] };
  const faults = await lintFromString({ source: JSON.stringify(published), config });
  assert.deepEqual(
    faults.map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
    [],
  );
});

test("every operation has a summary and description", () => {
  const silent = operations.filter(({ operation }) => !operation.description);
  assert.deepEqual(
    silent.map(({ operation }) => operation.operationId),
    [],
  );
});

test("every event sent matches its documented webhook", async () => {
  await pay(kassa);
  const { id } = await authorize(kassa);
  await kassa.call("POST", `/api/payments/${id}/void`);
  await disputed(kassa, "fraudulent");
  const seen = new Set<string>();
  for (let query = "?limit=100"; query !== ""; ) {
    const { body: page } = await kassa.call("GET", `/api/events${query}`);
    for (const event of page.data) {
      const webhook = document.webhooks?.[event.type]?.post;
      assertValid(webhook?.requestBody.content["application/json"]?.schema ?? false, event, event.type);
      seen.add(event.type);
    }
    query = page.hasMore ? `?limit=100&startingAfter=${page.data.at(-1).id}` : "";
  }
  const expected = ["checkout.session.completed", "dispute.opened", "payment.captured", "payment.voided"];
  for (const type of expected) assert.ok(seen.has(type), type);
});

test("every property and parameter has a description", () => {
  const silent = [
    ...operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).flatMap((parameter) =>
        isDescribed(parameter) ? [] : [`${operation.operationId}: a parameter`],
      ),
    ),
    ...silentProperties(document, ""),
  ];
  assert.deepEqual(silent, []);
});

const isDescribed = (part: object): boolean => "$ref" in part || "description" in part;

/** Pointers to the properties, at any depth, without a description or reference. */
function silentProperties(part: unknown, pointer: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, child]) => {
    const place = `${pointer}/${name}`;
    // Examples are skipped: they aren't schemas, even with a field of this name.
    if (name === "example" || name === "examples") return [];
    const here = name === "properties" ? Object.entries<object>(child) : [];
    const silent = here.filter(([, property]) => !isDescribed(property));
    return [...silent.map(([property]) => `${place}/${property}`), ...silentProperties(child, place)];
  });
}

test("every operation described exists, its id is unique, and every POST takes an Idempotency-Key", () => {
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
  for (const { method, path, operation } of operations) {
    const url = path.replaceAll(/\{(\w+)\}/g, ":$1");
    assert.ok(
      kassa.app.server.hasRoute({
        method: method === "get" ? "GET" : method === "post" ? "POST" : "DELETE",
        url,
      }),
      url,
    );
    const takes = operation.parameters?.some(
      (parameter) => "$ref" in parameter && parameter.$ref.endsWith("IdempotencyKey"),
    );
    assert.equal(takes, method === "post", operation.operationId);
  }
});

const described = [
  [
    "a checkout session",
    ["CheckoutSession", "CheckoutSessionList", "CreateCheckoutSessionRequest", "LineItem"],
  ],
  ["a payment", ["Payment", "PaymentList", "CapturePaymentRequest", "Attempt"]],
  ["a refund", ["Refund", "RefundList", "CreateRefundRequest"]],
  ["a receipt", ["Receipt"]],
  [
    "a dispute",
    ["Dispute", "DisputeFile", "DisputeList", "ProvideDisputeEvidenceRequest", "DisputeEvidenceInput"],
  ],
  ["the ledger", ["LedgerEntry", "LedgerEntryList", "Balance", "CurrencyBalance"]],
] as const;

for (const [what, names] of described) {
  test(`every field of ${what} has a description`, () => {
    for (const name of names) {
      const fields = fieldsOf(document.components.schemas[name] ?? {});
      assert.ok(fields.length > 0, name);
      const silent = fields.filter(([, { description }]) => !description).map(([field]) => field);
      assert.deepEqual(silent, [], name);
    }
  });
}

/** The fields of an object and its nested objects, without referenced schemas. */
function fieldsOf(schema: Schema): [string, Schema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => {
    const isNamed = field.$ref !== undefined || field.anyOf?.[0]?.$ref !== undefined;
    return isNamed ? [] : [[name, field], ...fieldsOf(field)];
  });
}

test("every webhook's example matches its schema", () => {
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    const media = post.requestBody.content["application/json"];
    assert.ok(media);
    assertValid(media.schema, media.example, type);
  }
});

test("every example matches its schema", () => {
  for (const { operation } of operations) {
    const answer = resolve<Response>(document, operation.responses["200"] ?? { description: "" });
    for (const content of [operation.requestBody?.content, answer.content]) {
      const media = content?.["application/json"];
      if (media) assertValid(media.schema, media.example, operation.operationId);
    }
  }
});

test("the server serves the committed document with its own address, to any origin", async () => {
  const served = await kassa.call("GET", "/openapi.json", { key: null });
  assert.equal(served.headers.get("access-control-allow-origin"), "*");
  assert.deepEqual({ ...served.body, info: document.info, servers: document.servers }, document);
  assert.equal(served.body.info.contact.url, `${kassa.url}/docs`);
  assert.deepEqual(served.body.servers, [{ url: kassa.url }]);
});

test("the running server answers as documented", async () => {
  const session = await answered("createCheckoutSession", "POST", "/api/checkout/sessions", {
    ...body,
    lineItems: [{ name: "Mug", quantity: 1, unitAmount: 2599 }],
    metadata: { order: "1042" },
  });
  await answered("getCheckoutSession", "GET", `/api/checkout/sessions/${session.id}`);
  await answered("listCheckoutSessions", "GET", "/api/checkout/sessions");
  await answered("updateCheckoutSession", "POST", `/api/checkout/sessions/${session.id}`, { metadata: null });
  await answered("expireCheckoutSession", "POST", `/api/checkout/sessions/${session.id}/expire`);
  const events = await answered("listEvents", "GET", "/api/events");
  await answered("getEvent", "GET", `/api/events/${events.data[0].id}`);
});

test("payments and refunds answer as documented", async () => {
  const { id } = await authorize(kassa, { customerEmail: "ada@example.com" });
  await answered("capturePayment", "POST", `/api/payments/${id}/capture`, { amount: 1000 });
  await answered("voidPayment", "POST", `/api/payments/${id}/void`);
  const params = { payment: id, amount: 600, reason: "other", metadata: { order: "1042" } };
  const refund = await answered("createRefund", "POST", "/api/refunds", params);
  await answered("getRefund", "GET", `/api/refunds/${refund.id}`);
  await answered("listRefunds", "GET", "/api/refunds");
  const payment = await answered("getPayment", "GET", `/api/payments/${id}`);
  await answered("getReceipt", "GET", `/api/checkout/sessions/${payment.session}/receipt`);
  await answered("listPayments", "GET", "/api/payments?search=25.99");
});

test("balance and ledger answer as documented", async () => {
  await pay(kassa);
  await answered("getBalance", "GET", "/api/balance");
  await answered("listLedgerEntries", "GET", "/api/ledger/entries?limit=1");
  const { status, headers } = await kassa.call("GET", "/api/ledger/entries.csv");
  assert.equal(status, 200);
  const found = operations.find(({ operation }) => operation.operationId === "exportLedgerEntries");
  const described = resolve<Response>(document, found?.operation.responses["200"] ?? { description: "" });
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  assert.deepEqual(Object.keys(described.content ?? {}), [type]);
});

test("reports answer as documented, in each of their types", async () => {
  await pay(kassa);
  const month = new Date().toISOString().slice(0, 7);
  for (const name of ["Payments", "Refunds", "Disputes", "Fees", "Payouts"]) {
    const path = `/api/reports/${name.toLowerCase()}?month=${month}`;
    await answered(`get${name}Report`, "GET", path);
    const found = operations.find(({ operation }) => operation.operationId === `get${name}Report`);
    const described = resolve<Response>(document, found?.operation.responses["200"] ?? { description: "" });
    const types = await Promise.all(
      ["json", "csv", "xlsx"].map(async (format) => {
        const { status, headers } = await kassa.call("GET", `${path}&format=${format}`);
        assert.equal(status, 200);
        return (headers.get("content-type") ?? "").split(";")[0];
      }),
    );
    assert.deepEqual(Object.keys(described.content ?? {}), types);
  }
});

test("disputes answer as documented, and their files byte for byte", async () => {
  const { id } = await disputed(kassa, "fraudulent");
  const file = await upload(kassa, id);
  assertValid({ $ref: "#/components/schemas/Dispute" }, file.body, "uploadDisputeFile");
  const evidence = { texts: { customerName: "Ada", shippingDate: null }, files: [file.body.files[0].id] };
  await answered("provideDisputeEvidence", "POST", `/api/disputes/${id}/evidence`, evidence);
  await answered("getDispute", "GET", `/api/disputes/${id}`);
  await answered("listDisputes", "GET", "/api/disputes?stage=chargeback");
  await answered("acceptDispute", "POST", `/api/disputes/${id}/accept`);
});

test("bank accounts, imports and entries answer as documented", async () => {
  const account = { type: "iban", holder: "Ada", currency: "EUR", iban: "DE89370400440532013000" };
  const { id } = await answered("createBankAccount", "POST", "/api/bank-accounts", account);
  await answered("getBankAccount", "GET", `/api/bank-accounts/${id}`);
  await answered("listBankAccounts", "GET", "/api/bank-accounts");
  await answered("updateBankAccount", "POST", `/api/bank-accounts/${id}`, { label: "Sales" });
  const done = await kassa.call("POST", "/api/bank-statements", {
    rawBody: fixture("german-camt.053.001.02.xml").toString(),
    headers: { "content-type": "application/xml" },
  });
  assert.equal(done.status, 200, done.text);
  assertValid({ $ref: "#/components/schemas/StatementImport" }, done.body, "importBankStatement");
  await answered("getStatementImport", "GET", `/api/bank-statements/${done.body.id}`);
  await answered("listStatementImports", "GET", "/api/bank-statements");
  await answered("listBankEntries", "GET", "/api/bank-entries?limit=100");
});

test("webhook endpoints answer as documented", async () => {
  const url = "http://127.0.0.1:3999/hook";
  const { id } = await answered("createWebhookEndpoint", "POST", "/api/webhook-endpoints", { url });
  await answered("getWebhookEndpoint", "GET", `/api/webhook-endpoints/${id}`);
  await answered("listWebhookEndpoints", "GET", "/api/webhook-endpoints");
  await answered("updateWebhookEndpoint", "POST", `/api/webhook-endpoints/${id}`, { description: "Orders" });
  await answered("rotateWebhookSecret", "POST", `/api/webhook-endpoints/${id}/rotate-secret`);
  const delivery = await answered("testWebhookEndpoint", "POST", `/api/webhook-endpoints/${id}/test`);
  await answered("listWebhookDeliveries", "GET", `/api/webhook-endpoints/${id}/deliveries`);
  await answered("resendEvent", "POST", `/api/events/${delivery.event}/resend`);
  await answered("deleteWebhookEndpoint", "DELETE", `/api/webhook-endpoints/${id}`);
});

test("failures are answered as documented", async () => {
  const failures = [
    await kassa.call("POST", "/api/checkout/sessions", { body: { ...body, amount: -1, currency: "XXY" } }),
    await kassa.call("GET", "/api/checkout/sessions/cs_sandbox_nothing"),
    await kassa.call("GET", "/api/checkout/sessions", { key: null }),
  ];
  assert.deepEqual(
    failures.map(({ status }) => status),
    [400, 404, 401],
  );
  for (const { body: problem } of failures)
    assertValid({ $ref: "#/components/schemas/Problem" }, problem, problem.code);
});

/** Calls the operation and compares its answer, headers included, with the document. */
async function answered(operationId: string, method: string, path: string, sent?: object) {
  const {
    status,
    headers,
    body: answer,
    text,
  } = await kassa.call(method, path, sent === undefined ? {} : { body: sent });
  assert.equal(status, 200, `${operationId}: ${text}`);
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  const described = resolve<Response>(document, found?.operation.responses["200"] ?? { description: "" });
  assertValid(described.content?.["application/json"]?.schema ?? false, answer, operationId);
  for (const name of Object.keys(described.headers ?? {})) {
    if (name !== "Idempotent-Replayed")
      assert.ok(headers.has(name), `${operationId} answers without ${name}`);
  }
  return answer;
}

function assertValid(schema: object | boolean, value: unknown, what: string): void {
  const here = JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components', '"openapi#/components'));
  assert.ok(ajv.validate(here, value), `${what}: ${ajv.errorsText()} in ${JSON.stringify(value)}`);
}
