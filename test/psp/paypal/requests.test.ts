import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../../support/until.ts";
import {
  approvedOrder,
  authorizedOrder,
  capturedOrder,
  closeTestbed,
  createdOrder,
  euros,
  fetchToken,
  issueOf,
  linkOf,
  orderBody,
  requestToken,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

let testbed: Testbed;
before(async () => {
  testbed = await startTestbed();
});
after(() => closeTestbed(testbed));

const create = (unit: object = {}, order: object = {}, requestId?: string) =>
  testbed.paypal("POST", "/v2/checkout/orders", {
    body: orderBody(unit, order),
    ...(requestId === undefined ? {} : { requestId }),
  });
const capture = (id: string, requestId?: string) =>
  testbed.paypal("POST", `/v2/checkout/orders/${id}/capture`, requestId === undefined ? {} : { requestId });
const refund = (id: string, body: object, requestId?: string) =>
  testbed.paypal("POST", `/v2/payments/captures/${id}/refund`, {
    body,
    ...(requestId === undefined ? {} : { requestId }),
  });

describe("access tokens of the fake of PayPal", () => {
  it("are given for the app's id and secret", async () => {
    const { url, app } = testbed.fake;
    const { status, body } = await requestToken(url, app.clientId, app.clientSecret);
    assert.deepEqual([status, body.token_type, body.expires_in], [200, "Bearer", 32_400]);
    const wrong = await requestToken(url, app.clientId, "wrong");
    assert.deepEqual(
      [wrong.status, wrong.body],
      [401, { error: "invalid_client", error_description: "Client Authentication failed" }],
    );
    const headers = {
      authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64")}`,
    };
    const other = await fetch(`${url}/v1/oauth2/token`, {
      method: "POST",
      headers,
      body: "grant_type=password",
    });
    assert.equal(other.status, 400);
  });

  it("are needed, expire, and can be revoked", async () => {
    const { fake, paypal } = testbed;
    const path = `/v2/checkout/orders/${await createdOrder(testbed)}`;
    const missing = await fetch(`${fake.url}${path}`);
    assert.deepEqual(
      [missing.status, ((await missing.json()) as { name: string }).name],
      [401, "AUTHENTICATION_FAILURE"],
    );
    const other = await startTestbed({ settings: { tokenSeconds: 60 } });
    const authorization = `Bearer ${await fetchToken(other.fake)}`;
    const get = () => other.paypal("GET", "/v1/notifications/webhooks", { authorization });
    assert.equal((await get()).status, 200);
    other.fake.clock.advance(60);
    const expired = await get();
    assert.deepEqual([expired.status, expired.body.error], [401, "invalid_token"]);
    await closeTestbed(other);
    const fresh = `Bearer ${await fetchToken(fake)}`;
    assert.equal((await paypal("GET", path, { authorization: fresh })).status, 200);
  });
});

describe("what the fake of PayPal refuses, as PayPal does", () => {
  it("with errors of PayPal's form", async () => {
    const id = await createdOrder(testbed);
    const { status, headers, body } = await capture(id);
    assert.equal(status, 422);
    assert.equal(headers.get("paypal-debug-id"), body.debug_id);
    const { debug_id, links, ...rest } = body;
    assert.match(String(debug_id), /^[0-9a-f]{13}$/);
    assert.ok(links);
    assert.deepEqual(rest, {
      name: "UNPROCESSABLE_ENTITY",
      details: [
        {
          issue: "ORDER_NOT_APPROVED",
          description:
            "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
        },
      ],
      message:
        "The requested action could not be performed, semantically incorrect, or failed business validation.",
    });
  });

  it("bodies that aren't JSON, even empty ones without a media type", async () => {
    const { fake, paypal } = testbed;
    const authorization = `Bearer ${await fetchToken(fake)}`;
    const path = `/v2/checkout/orders/${await createdOrder(testbed)}/capture`;
    assert.equal(
      (await fetch(`${fake.url}${path}`, { method: "POST", headers: { authorization } })).status,
      415,
    );
    const malformed = await paypal("POST", "/v2/checkout/orders", { body: "{" });
    assert.deepEqual([malformed.status, issueOf(malformed)], [400, "MALFORMED_REQUEST_JSON"]);
  });

  it("requests that the specification doesn't allow", async () => {
    const cases: readonly (readonly [object, object, string, string])[] = [
      [{ amount: undefined }, {}, "MISSING_REQUIRED_PARAMETER", "/purchase_units/0/amount"],
      [{}, { intent: "PAY" }, "INVALID_PARAMETER_VALUE", "/intent"],
      [{ custom_id: "x".repeat(128) }, {}, "INVALID_STRING_LENGTH", "/purchase_units/0/custom_id"],
      [{ amount: euros("10,00") }, {}, "INVALID_PARAMETER_SYNTAX", "/purchase_units/0/amount/value"],
      [{ costum_id: "x" }, {}, "INVALID_PARAMETER_VALUE", "/purchase_units/0/costum_id"],
    ];
    for (const [unit, order, issue, field] of cases) {
      const refused = await create(unit, order);
      const [detail] = refused.body.details as readonly { field: string }[];
      assert.deepEqual([refused.status, issueOf(refused), detail?.field], [400, issue, field]);
    }
    const { problems } = testbed.fake.requests.at(-1) ?? assert.fail();
    assert.deepEqual([problems[0]?.keyword, problems[0]?.property], ["additionalProperties", "costum_id"]);
    assert.equal(issueOf(await create({}, {}, "x".repeat(109))), "INVALID_STRING_LENGTH");
  });

  it("amounts with decimals that the currency doesn't have, and currencies that PayPal doesn't process", async () => {
    const refused = async (currency_code: string, value: string) =>
      issueOf(await create({ amount: { currency_code, value } }));
    for (const currency of ["HUF", "JPY", "TWD"]) {
      assert.equal(await refused(currency, "100.00"), "DECIMAL_PRECISION");
      assert.equal((await create({ amount: { currency_code: currency, value: "100" } })).status, 200);
    }
    assert.equal(await refused("EUR", "10.001"), "DECIMAL_PRECISION");
    assert.equal(await refused("EUR", "0.00"), "CANNOT_BE_ZERO_OR_NEGATIVE");
    assert.equal(await refused("EUR", "-1.00"), "CANNOT_BE_ZERO_OR_NEGATIVE");
    for (const currency of ["KWD", "ISK"])
      assert.equal(await refused(currency, "100"), "CURRENCY_NOT_SUPPORTED");
    assert.equal(await refused("QQQ", "100"), "INVALID_CURRENCY_CODE");
    // One decimal, or none, is enough for PayPal.
    assert.equal((await create({ amount: euros("10") })).status, 200);
  });

  it("sums that don't add up", async () => {
    const item = { name: "Book", quantity: "2", unit_amount: euros("4.00"), tax: euros("0.50") };
    const of = (value: string, breakdown: object, items: readonly object[] = [item]) => ({
      amount: { ...euros(value), breakdown },
      items,
    });
    const parts = { item_total: euros("8.00"), tax_total: euros("1.00"), shipping: euros("2.00") };
    assert.equal((await create(of("11.00", parts))).status, 200);
    assert.equal((await create(of("10.50", { ...parts, discount: euros("0.50") }))).status, 200);
    assert.equal(issueOf(await create(of("11.01", parts))), "AMOUNT_MISMATCH");
    assert.equal(issueOf(await create(of("11.00", { item_total: euros("11.00") }))), "ITEM_TOTAL_MISMATCH");
    assert.equal(
      issueOf(await create(of("11.00", { ...parts, tax_total: euros("2.00"), shipping: euros("1.00") }))),
      "TAX_TOTAL_MISMATCH",
    );
    assert.equal(issueOf(await create({ items: [item] })), "ITEM_TOTAL_REQUIRED");
    const dollars = { item_total: { currency_code: "USD", value: "8.00" } };
    assert.equal(issueOf(await create(of("8.00", dollars))), "MULTI_CURRENCY_ORDER");
  });

  it("unknown ids", async () => {
    const { paypal } = testbed;
    const unknown = ["/v2/checkout/orders/5O190127TN364715T", "/v2/payments/captures/5O190127TN364715T"];
    for (const path of [...unknown, "/v2/payments/authorizations/5O19012", "/v2/payments/refunds/5O19012"]) {
      const { status, body } = await paypal("GET", path);
      assert.deepEqual([status, body.name], [404, "RESOURCE_NOT_FOUND"], path);
    }
    const webhook = await paypal("GET", "/v1/notifications/webhooks/5O190127TN364715T");
    assert.deepEqual([webhook.status, webhook.body.name], [404, "INVALID_RESOURCE_ID"]);
    assert.equal((await paypal("GET", "/v1/customer/disputes/PP-R-ABC-123")).status, 404);
  });

  it("a second capture of an order, the other intent's call, and a second payment of an invoice", async () => {
    const id = await approvedOrder(testbed, { invoice_id: "invoice-1" });
    const { paypal } = testbed;
    const authorize = await paypal("POST", `/v2/checkout/orders/${id}/authorize`);
    assert.equal(issueOf(authorize), "ACTION_DOES_NOT_MATCH_INTENT");
    assert.equal((await capture(id)).status, 201);
    assert.equal(issueOf(await capture(id)), "ORDER_ALREADY_CAPTURED");
    assert.equal(issueOf(await create({ invoice_id: "invoice-1" })), "DUPLICATE_INVOICE_ID");
    const { order } = await authorizedOrder(testbed);
    assert.equal(issueOf(await capture(order)), "ACTION_DOES_NOT_MATCH_INTENT");
    const again = await paypal("POST", `/v2/checkout/orders/${order}/authorize`);
    assert.equal(issueOf(again), "ORDER_ALREADY_AUTHORIZED");
  });

  it("captures and voids that the authorization's state doesn't allow", async () => {
    const { paypal } = testbed;
    const { authorization } = await authorizedOrder(testbed);
    const path = `/v2/payments/authorizations/${authorization}`;
    const take = (body: object) => paypal("POST", `${path}/capture`, { body });
    assert.equal(issueOf(await take({ amount: euros("11.51") })), "MAX_CAPTURE_AMOUNT_EXCEEDED");
    const dollars = { amount: { currency_code: "USD", value: "1.00" } };
    assert.equal(issueOf(await take(dollars)), "AUTH_CAPTURE_CURRENCY_MISMATCH");
    assert.equal(issueOf(await paypal("POST", `${path}/reauthorize`)), "REAUTHORIZATION_TOO_SOON");
    assert.equal((await take({})).status, 201);
    assert.equal(issueOf(await take({})), "AUTHORIZATION_ALREADY_CAPTURED");
    assert.equal(issueOf(await paypal("POST", `${path}/void`)), "PREVIOUSLY_CAPTURED");
    const { authorization: voided } = await authorizedOrder(testbed);
    const other = `/v2/payments/authorizations/${voided}`;
    assert.equal((await paypal("POST", `${other}/void`)).status, 204);
    assert.equal(issueOf(await paypal("POST", `${other}/void`)), "PREVIOUSLY_VOIDED");
    assert.equal(issueOf(await paypal("POST", `${other}/capture`)), "AUTHORIZATION_VOIDED");
  });

  it("refunds of too much, in another currency, too late, or without money", async () => {
    const { fake } = testbed;
    const { capture: id } = await capturedOrder(testbed);
    assert.equal(issueOf(await refund(id, { amount: euros("10.01") })), "REFUND_AMOUNT_EXCEEDED");
    const dollars = { amount: { currency_code: "USD", value: "1.00" } };
    assert.equal(issueOf(await refund(id, dollars)), "REFUND_CAPTURE_CURRENCY_MISMATCH");
    fake.setBalanceShort(true);
    assert.equal(issueOf(await refund(id, {})), "REFUND_FAILED_INSUFFICIENT_FUNDS");
    fake.setBalanceShort(false);
    assert.equal((await refund(id, {})).status, 201);
    assert.equal(issueOf(await refund(id, {})), "CAPTURE_FULLY_REFUNDED");
    const { capture: yen } = await capturedOrder(testbed, { amount: { currency_code: "JPY", value: "500" } });
    const decimals = await refund(yen, { amount: { currency_code: "JPY", value: "1.00" } });
    assert.equal(issueOf(decimals), "DECIMALS_NOT_SUPPORTED");
    const { capture: pending } = await capturedOrder(testbed, {}, { pending: "ECHECK" });
    assert.equal(issueOf(await refund(pending, {})), "PENDING_CAPTURE");
    const other = await startTestbed();
    const { capture: old } = await capturedOrder(other);
    other.fake.clock.advance(180 * 86_400 + 1);
    const late = await other.paypal("POST", `/v2/payments/captures/${old}/refund`, {
      authorization: `Bearer ${await fetchToken(other.fake)}`,
    });
    assert.equal(issueOf(late), "REFUND_TIME_LIMIT_EXCEEDED");
    await closeTestbed(other);
  });

  it("webhooks with an unknown event, another scheme than https, or an address that is registered", async () => {
    const { paypal } = testbed;
    const register = (url: string, name: string) =>
      paypal("POST", "/v1/notifications/webhooks", { body: { url, event_types: [{ name }] } });
    assert.equal((await register("https://shop.example/hooks", "*")).status, 201);
    const again = await register("https://shop.example/hooks", "*");
    assert.deepEqual([again.status, again.body.name], [400, "WEBHOOK_URL_ALREADY_EXISTS"]);
    for (const [url, name] of [
      ["http://shop.example/hooks", "*"],
      ["https://shop.example/other", "PAYMENT.CAPTURE.EXPLODED"],
    ] as const)
      assert.equal((await register(url, name)).body.name, "VALIDATION_ERROR");
  });
});

describe("PayPal-Request-Id at the fake of PayPal", () => {
  it("answers a repetition with 200 and the latest state, whatever its body is", async () => {
    const { fake, paypal } = testbed;
    const first = await create({}, { payment_source: undefined }, "create-1");
    assert.deepEqual([first.status, first.body.status], [201, "CREATED"]);
    fake.pay(String(first.body.id));
    const again = await create({ amount: euros("99.00") }, {}, "create-1");
    assert.deepEqual([again.status, again.body.id, again.body.status], [200, first.body.id, "APPROVED"]);
    const { body } = await paypal("GET", `/v2/checkout/orders/${first.body.id}`);
    const [unit] = body.purchase_units as readonly { amount: object }[];
    assert.deepEqual(unit?.amount, euros("10.00"));
  });

  it("captures and refunds once", async () => {
    const { fake } = testbed;
    const order = await approvedOrder(testbed, { custom_id: "once" });
    assert.deepEqual([(await capture(order, "c1")).status, (await capture(order, "c1")).status], [201, 200]);
    const [id = ""] = fake.capturesOf(order);
    const first = await refund(id, { amount: euros("3.00") }, "r1");
    const again = await refund(id, { amount: euros("3.00") }, "r1");
    assert.deepEqual([first.status, again.status, again.body.id], [201, 200, first.body.id]);
    // Without an id, each request counts.
    await refund(id, { amount: euros("3.00") });
    const { times } = fake.movedAmounts().get("once") ?? assert.fail();
    assert.deepEqual([times.captured, times.refunded], [1, 2]);
    assert.deepEqual(
      fake.log.filter(({ reference }) => reference === "once").map(({ idempotencyKey }) => idempotencyKey),
      ["c1", "c1", "r1", null],
    );
  });

  it("is kept 6 hours by the Orders API and 45 days by the Payments API", async () => {
    const other = await startTestbed({ settings: { tokenSeconds: 100 * 86_400 } });
    const { capture: id } = await capturedOrder(other);
    const send = async (path: string, body: object, requestId: string) =>
      (await other.paypal("POST", path, { body, requestId })).body.id;
    const order = () => send("/v2/checkout/orders", orderBody(), "o");
    const back = () => send(`/v2/payments/captures/${id}/refund`, { amount: euros("1.00") }, "r");
    const [firstOrder, firstRefund] = [await order(), await back()];
    other.fake.clock.advance(6 * 3600 - 30);
    assert.equal(await order(), firstOrder);
    other.fake.clock.advance(30);
    assert.notEqual(await order(), firstOrder);
    // A few seconds before the end, because the clock runs on.
    other.fake.clock.advance(45 * 86_400 - 6 * 3600 - 30);
    assert.equal(await back(), firstRefund);
    other.fake.clock.advance(30);
    assert.notEqual(await back(), firstRefund);
    await closeTestbed(other);
  });

  it("isn't kept for a refusal, nor for another path", async () => {
    const { fake } = testbed;
    const order = await createdOrder(testbed);
    assert.equal((await capture(order, "same")).status, 422);
    fake.pay(order);
    assert.equal((await capture(order, "same")).status, 201);
    const second = await approvedOrder(testbed);
    assert.equal((await capture(second, "same")).status, 201);
  });

  it("is in use while the first request is carried out", async () => {
    const { fake } = testbed;
    const { capture: id } = await capturedOrder(testbed);
    fake.faults.add({ kind: "delay_answer", match: "/refund", delayMs: 2_000 });
    const first = refund(id, {}, "slow");
    const arrived = () => fake.requests.some(({ requestId }) => requestId === "slow") || undefined;
    await until(arrived, "the first request", 10_000);
    const second = await refund(id, {}, "slow");
    assert.deepEqual([second.status, issueOf(second)], [409, "PREVIOUS_REQUEST_IN_PROGRESS"]);
    assert.equal((await first).status, 201);
  });

  it("leaves minimal answers without amounts unless the whole is asked for", async () => {
    const { paypal } = testbed;
    const { capture: id } = await capturedOrder(testbed);
    const path = `/v2/payments/captures/${id}/refund`;
    const minimal = await paypal("POST", path, { body: { amount: euros("1.00") } });
    assert.deepEqual(Object.keys(minimal.body), ["id", "status", "links"]);
    assert.ok(linkOf(minimal, "up")?.endsWith(id));
    const whole = await paypal("POST", path, { body: { amount: euros("1.00") }, representation: true });
    assert.deepEqual(whole.body.amount, euros("1.00"));
  });
});
