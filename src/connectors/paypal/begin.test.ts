import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enteredDetails } from "../../../test/conformance/entered-details.ts";
import type { HostedRequest } from "../contract.ts";
import { translateBegin } from "./begin.ts";
import { beginCharge, call, found, hostedRequest, type PayPalRig, startPayPalRig } from "./test-support.ts";

let rig: PayPalRig;
before(async () => {
  rig = await startPayPalRig();
});
after(() => rig.close());

async function bodyOf(changes: Partial<HostedRequest>) {
  await beginCharge(rig, changes);
  const sent = rig.fake.requests.at(-1);
  assert.deepEqual(sent?.problems, []);
  return sent?.body as {
    readonly intent: string;
    readonly purchase_units: readonly [
      {
        readonly description?: string;
        readonly soft_descriptor?: string;
        readonly amount: object;
        readonly items?: readonly object[];
        readonly shipping?: object;
      },
    ];
    readonly payment_source: {
      readonly paypal: { readonly experience_context: { readonly shipping_preference: string } };
    };
  };
}

test("an order has the amount, the attempt, the addresses, the language, and asks for no address of the customer", async () => {
  const request = hostedRequest(rig);
  await rig.connector.hosted?.begin(request, call);
  const sent = rig.fake.requests.at(-1);
  assert.deepEqual([sent?.requestId, sent?.problems], [request.idempotencyKey, []]);
  assert.deepEqual(sent?.body, {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: request.idempotencyKey,
        description: "Order 1",
        amount: { currency_code: "EUR", value: "25.99" },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          locale: "de-AT",
          shipping_preference: "NO_SHIPPING",
          user_action: "PAY_NOW",
          return_url: request.returnUrl,
          cancel_url: request.returnUrl,
        },
      },
    },
  });
  assert.equal((await bodyOf({ capture: "manual" })).intent, "AUTHORIZE");
  const [unit] = (await bodyOf({ statementDescriptor: "SHOP 1042" })).purchase_units;
  assert.equal(unit.soft_descriptor, "SHOP 1042");
});

test("an order has the payer's details, and the shipping address that the customer entered", async () => {
  const body = await bodyOf({ customer: enteredDetails, customerEmail: "ada@shop.example" });
  const { shipping } = body.purchase_units[0];
  assert.deepEqual(shipping, {
    type: "SHIPPING",
    name: { full_name: "Grace Hopper" },
    address: {
      address_line_1: "5 Jalan Ampang",
      address_line_2: "KLCC",
      admin_area_2: "Kuala Lumpur",
      admin_area_1: "Kuala Lumpur",
      postal_code: "50450",
      country_code: "MY",
    },
  });
  const { experience_context, ...payer } = body.payment_source.paypal;
  assert.equal(experience_context.shipping_preference, "SET_PROVIDED_ADDRESS");
  assert.deepEqual(payer, {
    email_address: "ada@shop.example",
    name: { given_name: "Ada King", surname: "Lovelace" },
    address: {
      address_line_1: "1 Main Street",
      address_line_2: "2nd floor",
      admin_area_2: "Springfield",
      admin_area_1: "IL",
      postal_code: "62701-1234",
      country_code: "US",
    },
  });
});

test("an order whose address PayPal refuses is made without the customer's details", async () => {
  const { shippingAddress } = enteredDetails;
  const customer = { ...enteredDetails, shippingAddress: { ...shippingAddress, city: null } };
  const body = await bodyOf({ customer, customerEmail: "ada@shop.example" });
  assert.equal(body.purchase_units[0].shipping, undefined);
  assert.deepEqual(Object.keys(body.payment_source.paypal), ["experience_context"]);
  assert.equal(body.payment_source.paypal.experience_context.shipping_preference, "NO_SHIPPING");
});

test("a currency that PayPal refuses isn't asked for again without the customer's details", async () => {
  const before = rig.fake.requests.length;
  await rig.connector.hosted?.begin(
    hostedRequest(rig, { currency: "ISK", amount: 100, customer: enteredDetails }),
    call,
  );
  assert.equal(rig.fake.requests.length - before, 1);
});

test("items are named with their prices, and left out where PayPal can't take a price exactly", async () => {
  const lineItems = [
    { name: "Teapot", quantity: 2, unitAmount: 1_000 },
    { name: "A gift", quantity: 1, unitAmount: 0 },
    { name: `Cup ${"👑".repeat(100)}`, quantity: 1, unitAmount: 599 },
  ];
  const { purchase_units } = await bodyOf({ lineItems });
  const money = (value: string) => ({ currency_code: "EUR", value });
  assert.deepEqual(purchase_units[0].amount, {
    ...money("25.99"),
    breakdown: { item_total: money("25.99") },
  });
  assert.deepEqual(purchase_units[0].items, [
    { name: "Teapot", quantity: "2", unit_amount: money("10.00") },
    { name: "A gift", quantity: "1", unit_amount: money("0.00") },
    { name: `Cup ${"👑".repeat(61)}`, quantity: "1", unit_amount: money("5.99") },
  ]);
  const halves = [{ name: "Half a forint", quantity: 2, unitAmount: 50 }];
  const inForint = await bodyOf({ currency: "HUF", amount: 100, lineItems: halves });
  assert.deepEqual(inForint.purchase_units[0].amount, { currency_code: "HUF", value: "1" });
  assert.equal(inForint.purchase_units[0].items, undefined);
});

test("a page expires three hours after its order was created, by PayPal's clock", async () => {
  const charge = await beginCharge(rig);
  const { outcome } = await found(rig, charge);
  assert.ok(outcome.kind === "action_required");
  const seconds = Date.parse(outcome.expiresAt ?? "") / 1_000 - rig.fake.clock.now();
  assert.ok(seconds > 3 * 3600 - 30 && seconds <= 3 * 3600, `${seconds}`);
});

test("an amount that PayPal can't take, and one that it refuses, make no page, and say so", async () => {
  const begin = (changes: Partial<HostedRequest>) =>
    rig.connector.hosted?.begin(hostedRequest(rig, changes), call);
  const before = rig.fake.requests.length;
  assert.deepEqual(await begin({ currency: "HUF", amount: 150 }), {
    kind: "refused",
    reason: "currency_not_supported",
    detail: "PayPal can't take 150 minor units of HUF exactly",
  });
  assert.equal(rig.fake.requests.length, before);
  assert.deepEqual(await begin({ currency: "ISK", amount: 100 }), {
    kind: "refused",
    reason: "currency_not_supported",
    detail: "status 422, CURRENCY_NOT_SUPPORTED at /purchase_units/0/amount/currency_code",
  });
});

test("only a created order with the attempt's id and a page is a page", () => {
  const order = {
    id: "5O190127TN364715T",
    intent: "CAPTURE",
    status: "PAYER_ACTION_REQUIRED",
    create_time: "2026-11-25T10:00:00Z",
    purchase_units: [{ custom_id: "att_1" }],
    links: [{ href: "https://www.paypal.com/checkoutnow?token=5O190127TN364715T", rel: "payer-action" }],
  };
  const begun = (body: object, status = 200) =>
    translateBegin({ kind: "response", status, body }, "att_1").kind;
  assert.equal(begun(order), "created");
  assert.equal(begun({ ...order, purchase_units: [{ custom_id: "att_2" }] }), "unknown");
  assert.equal(begun({ ...order, links: [] }), "unknown");
  assert.equal(begun({ ...order, status: "A_NEW_STATUS" }), "unknown");
  assert.equal(begun(order, 500), "unknown");
  const error = { name: "NOT_AUTHORIZED", debug_id: "1", details: [{ issue: "PERMISSION_DENIED" }] };
  assert.equal(begun(error, 403), "refused");
  assert.equal(begun({ error: "blocked by a firewall" }, 422), "unknown");
  assert.equal(begun(error, 401), "unknown");
});
