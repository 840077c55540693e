import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { enteredDetails } from "../../../test/conformance/entered-details.ts";
import { unreferenced } from "../../../test/conformance/rig.ts";
import { mollieLocale } from "./locales.ts";
import { toIdempotencyKey } from "./metadata.ts";
import {
  call,
  hostedRequest,
  type MollieRig,
  newAttempt,
  notificationUrl,
  startMollieRig,
} from "./test-support.ts";

let rig: MollieRig;
before(async () => {
  rig = await startMollieRig();
});
afterEach(() => rig.fake.faults.clear());
after(() => rig.close());

const begin = (changes: Parameters<typeof hostedRequest>[2] = {}, attempt = newAttempt()) =>
  rig.connector.hosted?.begin(hostedRequest(rig, attempt, changes), call);

describe("a payment at Mollie", () => {
  it("is created with all that Mollie needs to know", async () => {
    const attempt = newAttempt();
    const lineItems = [
      { name: "Hat", quantity: 2, unitAmount: 1_000 },
      { name: "Pin", quantity: 1, unitAmount: 599 },
    ];
    const begun = await begin({ lineItems, capture: "manual" }, attempt);
    assert.ok(begun?.kind === "created");
    assert.match(begun.hostedReference, /^tr_/);
    assert.equal(begun.pspReference, begun.hostedReference);
    assert.equal(begun.url, `${rig.fake.url}/checkout/${begun.hostedReference}`);
    assert.ok(Date.parse(begun.expiresAt) > Date.now());
    const sent = rig.fake.requests.at(-1);
    assert.equal(sent?.idempotencyKey, toIdempotencyKey(attempt));
    assert.deepEqual(sent?.body, {
      amount: { currency: "EUR", value: "25.99" },
      description: "Order 1",
      method: "creditcard",
      redirectUrl: "https://pay.example/pay/cs_1/return",
      cancelUrl: "https://pay.example/pay/cs_1/return",
      webhookUrl: notificationUrl,
      metadata: { kassa_attempt: attempt, kassa_session: `cs_of_${attempt}`, kassa_method: "card" },
      locale: "de_AT",
      captureMode: "manual",
      lines: [
        {
          description: "Hat",
          quantity: 2,
          unitPrice: { currency: "EUR", value: "10.00" },
          totalAmount: { currency: "EUR", value: "20.00" },
        },
        {
          description: "Pin",
          quantity: 1,
          unitPrice: { currency: "EUR", value: "5.99" },
          totalAmount: { currency: "EUR", value: "5.99" },
        },
      ],
    });
  });

  it("has the customer's addresses with name, e-mail address and phone number", async () => {
    await begin({ customer: enteredDetails, customerEmail: "ada@shop.example" });
    const { billingAddress, shippingAddress } = rig.fake.requests.at(-1)?.body ?? {};
    const reached = { email: "ada@shop.example", phone: "+442079460958" };
    assert.deepEqual(billingAddress, {
      givenName: "Ada King",
      familyName: "Lovelace",
      ...reached,
      streetAndNumber: "1 Main Street",
      streetAdditional: "2nd floor",
      postalCode: "62701-1234",
      city: "Springfield",
      region: "IL",
      country: "US",
    });
    assert.deepEqual(shippingAddress, {
      givenName: "Grace",
      familyName: "Hopper",
      ...reached,
      streetAndNumber: "5 Jalan Ampang",
      streetAdditional: "KLCC",
      postalCode: "50450",
      city: "Kuala Lumpur",
      region: "Kuala Lumpur",
      country: "MY",
    });
  });

  it("is created without the customer's details if Mollie refuses an address", async () => {
    const { billingAddress } = enteredDetails;
    const customer = { ...enteredDetails, billingAddress: { ...billingAddress, line1: "" } };
    const begun = await begin({ customer });
    assert.equal(begun?.kind, "created");
    const [refused, made] = rig.fake.requests.slice(-2);
    assert.ok(refused?.body?.billingAddress);
    assert.deepEqual([made?.body?.billingAddress, made?.body?.shippingAddress], [undefined, undefined]);
    assert.notEqual(made?.idempotencyKey, refused.idempotencyKey);
    const before = rig.fake.requests.length;
    assert.equal((await begin({ customer: enteredDetails, currency: "KWD" }))?.kind, "refused");
    assert.ok(rig.fake.requests.length - before <= 1, "another refusal isn't asked for twice");
  });

  it("has the session's id as description if there is none, and no more than 255 characters", async () => {
    const description = (): unknown => rig.fake.requests.at(-1)?.body.description;
    const attempt = newAttempt();
    await begin({ description: null }, attempt);
    assert.equal(description(), `cs_of_${attempt}`);
    await begin({ statementDescriptor: "SHOP 1042" });
    assert.equal(description(), "SHOP 1042", "before Kassa's own description");
    await begin({ description: `${"x".repeat(254)}🙂🙂` });
    assert.equal(description(), "x".repeat(254));
  });

  it("is made once for a repeated call, under a UUID of version 4", async () => {
    const attempt = newAttempt();
    const [one, other] = [await begin({}, attempt), await begin({}, attempt)];
    assert.deepEqual(one, other);
    assert.match(
      toIdempotencyKey(attempt),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.notEqual(toIdempotencyKey(attempt), toIdempotencyKey(newAttempt()));
  });

  it("is refused with a reason, and with Mollie's words for the log", async () => {
    const refusals = [
      await begin({ method: "bank_transfer", currency: "CHF" }),
      await begin({ amount: 1_000_001 }),
      await begin({ method: "wallet", capture: "manual" }),
    ];
    assert.deepEqual(refusals, [
      {
        kind: "refused",
        reason: "currency_not_supported",
        detail: "422 amount.currency: The currency is not supported by the payment method",
      },
      {
        kind: "refused",
        reason: "processing_error",
        detail: "422 amount: The amount is higher than the maximum",
      },
      {
        kind: "refused",
        reason: "processing_error",
        detail: "422 captureMode: The payment method does not support manual capture",
      },
    ]);
  });

  it("is unknown without a certain answer", async () => {
    const kinds = [
      "lose_answer_before",
      "lose_answer_after",
      "status_500_before",
      "status_500_after",
      "rate_limit",
      "truncate_answer",
    ] as const;
    for (const kind of kinds) {
      rig.fake.faults.add({ kind });
      assert.equal((await begin())?.kind, "unknown", kind);
    }
    rig.fake.faults.add({ kind: "stall_after" });
    const late = await rig.connector.hosted?.begin(hostedRequest(rig, newAttempt()), { timeoutMs: 50 });
    assert.deepEqual(late, { kind: "unknown", detail: "no response in time" });
  });

  it("is unknown with a wrong API key, which is never told", async () => {
    const account = { ...rig.account, settings: { apiKey: "test_wrongKey00000000000000000000000" } };
    assert.deepEqual(await begin({ account }), { kind: "unknown", detail: "status 401" });
  });
});

describe("a payment whose create call wasn't answered", () => {
  it("is found in the list, by its metadata", async () => {
    const attempt = newAttempt();
    rig.fake.faults.add({ kind: "lose_answer_after", match: "POST" });
    assert.equal((await begin({}, attempt))?.kind, "unknown");
    for (let other = 0; other < 3; other += 1) await begin();
    const outcome = await rig.connector.findCharge(unreferenced(hostedRequest(rig, attempt)), call);
    assert.ok(outcome.kind === "found" && outcome.outcome.kind === "action_required");
    assert.match(outcome.outcome.hostedReference ?? "", /^tr_/);
  });

  it("was never made if the list goes back to the attempt's start without it", async () => {
    rig.fake.faults.add({ kind: "lose_answer_before", match: "POST" });
    const attempt = newAttempt();
    assert.equal((await begin({}, attempt))?.kind, "unknown");
    const charge = unreferenced(hostedRequest(rig, attempt));
    assert.deepEqual(await rig.connector.findCharge(charge, call), { kind: "not_charged" });
    rig.fake.faults.add({ kind: "status_500_before", match: "GET /v2/payments" });
    assert.deepEqual(await rig.connector.findCharge(charge, call), { kind: "unknown", detail: "status 500" });
  });

  it("is searched for in several pages of the list", async () => {
    const busy = await startMollieRig();
    try {
      const attempt = newAttempt();
      busy.fake.faults.add({ kind: "lose_answer_after" });
      await busy.connector.hosted?.begin(hostedRequest(busy, attempt), call);
      for (let other = 0; other < 260; other += 1)
        await busy.connector.hosted?.begin(hostedRequest(busy, newAttempt()), call);
      const before = busy.fake.requests.length;
      const outcome = await busy.connector.findCharge(unreferenced(hostedRequest(busy, attempt)), call);
      assert.equal(outcome.kind, "found");
      assert.equal(busy.fake.requests.length - before, 3);
      const later = {
        ...unreferenced(hostedRequest(busy, newAttempt())),
        startedAt: new Date(Date.now() + 600_000),
      };
      assert.deepEqual(await busy.connector.findCharge(later, call), { kind: "not_charged" });
      assert.equal(busy.fake.requests.length - before, 4);
    } finally {
      await busy.close();
    }
  });
});

describe("what Mollie's page takes", () => {
  it("is card, PayPal and bank transfer, in their currencies", () => {
    const { hosted } = rig.connector;
    const takes = (method: "card" | "wallet" | "bank_transfer" | "bank_debit", currency: string) =>
      hosted?.takes?.(method, { amount: 100, currency, captureMethod: "automatic" });
    assert.deepEqual(hosted?.methods, ["card", "wallet", "bank_transfer"]);
    assert.deepEqual([takes("card", "JPY"), takes("card", "KWD")], [true, false]);
    assert.equal(takes("wallet", "USD"), true);
    assert.deepEqual([takes("bank_transfer", "EUR"), takes("bank_transfer", "USD")], [true, false]);
    assert.equal(takes("bank_debit", "EUR"), false);
  });

  it("is shown in the customer's language if Mollie has it", () => {
    const given = [
      "de-AT",
      "de",
      "en",
      "nl-BE",
      "pt-BR",
      "zh-Hant-TW",
      "nn",
      "ar",
      "fr-CH",
      "DE_at",
      "",
      null,
    ];
    assert.deepEqual(given.map(mollieLocale), [
      "de_AT",
      "de_DE",
      "en_US",
      "nl_BE",
      "pt_PT",
      undefined,
      "nb_NO",
      undefined,
      "fr_FR",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
