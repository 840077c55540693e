import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../support/payments.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, faultsOf, makeSession, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const create = (collect: unknown, fields: Record<string, unknown> = {}, key?: string) =>
  kassa.call("POST", sessionsPath, {
    body: sessionBody({ collect, ...fields }),
    ...(key === undefined ? {} : { key }),
  });
const read = async (id: string) => (await kassa.call("GET", `${sessionsPath}/${id}`)).body;

const everything = {
  email: "required",
  name: "required",
  phone: "optional",
  terms: "required",
  customFields: [
    { key: "card", label: "Text on the card", type: "text", minLength: 2, maxLength: 20, optional: true },
    { key: "guests", label: "Guests", type: "number", minimum: 1, maximum: 8 },
    { key: "size", label: "Size", type: "choice", options: [{ value: "s", label: "Small" }] },
  ],
};
const answers = {
  email: "ada@shop.example",
  full_name: "Ada Łovelace-Ó Briain",
  phone: "+44 20 7946 0958",
  terms: "yes",
  custom_1: "For Grace 🎁",
  custom_2: "3",
  custom_3: "s",
};

/** Submits the page's form with an approved card, and returns the answer. */
async function submit(
  id: string,
  fields: Record<string, string>,
  number: string = cards.approved,
): Promise<{ readonly status: number; readonly page: string }> {
  const url = `${kassa.url}/pay/${id}`;
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? "";
  const body = new URLSearchParams({
    token,
    method: "card",
    number,
    expiry: "12 / 34",
    cvc: "123",
    ...fields,
  });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return { status: answer.status, page: await answer.text() };
}

/** The ids of the fields that the error summary names. */
const namedIn = (page: string): string[] =>
  [...page.matchAll(/<li><a href="#([a-z0-9_]+)">/g)].map(([, name = ""]) => name);

test("what the page asks for is in the session, with null for what was entered", async () => {
  const { body } = await create(everything);
  assert.deepEqual([body.collect, body.collected], [everything, null]);
  assert.deepEqual((await read(body.id)).collect, everything);
  const plain = await makeSession(kassa);
  assert.deepEqual([plain.collect, plain.collected], [null, null]);
});

test("refuses what the page can't ask for, and says where it stands", async () => {
  const custom = (...customFields: unknown[]) => ({ customFields });
  const field = { key: "a", label: "A", type: "text" };
  const choice = { key: "c", label: "C", type: "choice" };
  const refused: [unknown, string][] = [
    [{ email: "always" }, "parameter_invalid /collect/email"],
    [{ emial: "required" }, "unknown_field /collect/emial"],
    [{ terms: "optional" }, "parameter_invalid /collect/terms"],
    [custom(field, field), "parameter_invalid /collect/customFields/1/key"],
    [custom({ ...field, key: "a b" }), "parameter_invalid /collect/customFields/0/key"],
    [custom({ ...field, minimum: 1 }), "parameter_invalid /collect/customFields/0/minimum"],
    [custom({ ...field, minLength: 5, maxLength: 4 }), "parameter_invalid /collect/customFields/0/minLength"],
    [
      custom({ ...field, type: "number", minimum: 5, maximum: 4 }),
      "parameter_invalid /collect/customFields/0/minimum",
    ],
    [custom(choice), "parameter_invalid /collect/customFields/0/options"],
    [
      custom({ ...choice, options: [1, 2].map(() => ({ value: "x", label: "X" })) }),
      "parameter_invalid /collect/customFields/0/options/1/value",
    ],
    [custom({ ...field, label: "A\u202eB" }), "text_invalid /collect/customFields/0/label"],
  ];
  for (const [collect, fault] of refused) assert.deepEqual(faultsOf(await create(collect)), [fault]);
  const four = ["a", "b", "c", "d"].map((key) => ({ ...field, key }));
  assertProblem(await create(custom(...four)), "parameter_invalid", "/collect/customFields");
});

test("what the customer enters is in the session, its event and lists", async () => {
  const { body: session } = await create(everything);
  const paid = await submit(session.id, answers);
  assert.equal(paid.status, 303, paid.page);
  const after = await read(session.id);
  const { termsAcceptedAt, ...collected } = after.collected;
  assert.ok(Math.abs(Date.parse(termsAcceptedAt) - Date.now()) < 60_000);
  const expected = {
    email: answers.email,
    name: answers.full_name,
    phone: answers.phone,
    billingAddress: null,
    shippingAddress: null,
    postalCode: null,
    customFields: [
      { key: "card", label: "Text on the card", value: "For Grace 🎁" },
      { key: "guests", label: "Guests", value: "3" },
      { key: "size", label: "Size", value: "s" },
    ],
  };
  assert.deepEqual(collected, expected);
  assert.equal(after.customerEmail, answers.email);
  const { body: events } = await kassa.call("GET", `/api/events?session=${session.id}`);
  const completed = events.data.find(({ type }: { type: string }) => type === "checkout.session.completed");
  assert.deepEqual(completed.data.object.collected, after.collected);
  for (const list of ["/api/payments", sessionsPath]) {
    const found = await kassa.call("GET", `${list}?customerEmail=ADA@shop.example`);
    assert.equal(found.body.data.length, 1, list);
  }
});

test("a form with faults charges nothing, stores nothing, and keeps what was typed", async () => {
  const { body: session } = await create(everything);
  const faulty = await submit(session.id, {
    email: "ada@",
    full_name: " \u200b ",
    phone: "call me",
    custom_1: "x",
    custom_2: "9",
    custom_3: "xl",
  });
  assert.equal(faulty.status, 422);
  const names = ["email", "full_name", "phone", "custom_1", "custom_2", "custom_3", "terms"];
  assert.deepEqual(namedIn(faulty.page), names);
  for (const text of ['value="ada@"', 'value="call me"', 'value="x"', 'value="9"'])
    assert.ok(faulty.page.includes(text), text);
  const after = await read(session.id);
  assert.deepEqual([after.collected, after.payment, after.customerEmail], [null, null, null]);
});

test("optional fields may stay empty", async () => {
  const { body: session } = await create({ email: "optional", name: "optional", phone: "optional" });
  assert.equal((await submit(session.id, {})).status, 303);
  const { collected, customerEmail } = await read(session.id);
  const nothing = {
    email: null,
    name: null,
    phone: null,
    billingAddress: null,
    shippingAddress: null,
    postalCode: null,
    termsAcceptedAt: null,
    customFields: [],
  };
  assert.deepEqual([collected, customerEmail], [nothing, null]);
});

test("an address that the merchant has sent isn't asked for", async () => {
  const { body: session } = await create({ email: "required" }, { customerEmail: "kim@shop.example" });
  assert.equal((await submit(session.id, { email: "eve@shop.example" })).status, 303);
  const { collected, customerEmail } = await read(session.id);
  assert.deepEqual([collected.email, customerEmail], [null, "kim@shop.example"]);
});

test("a decline keeps what was entered; the next attempt changes it, in the payment, too", async () => {
  const { body: session } = await create({ email: "required", name: "required" });
  await submit(session.id, { email: "ada@shop.example", full_name: "Ada" }, cards.declined);
  assert.equal((await read(session.id)).customerEmail, "ada@shop.example");
  const page = await (await fetch(`${kassa.url}/pay/${session.id}`)).text();
  for (const text of ['value="ada@shop.example"', 'value="Ada"']) assert.ok(page.includes(text), text);
  await submit(session.id, { email: "grace@shop.example", full_name: "Grace" });
  const { collected, customerEmail, payment } = await read(session.id);
  assert.deepEqual([collected.name, customerEmail], ["Grace", "grace@shop.example"]);
  const { body } = await kassa.call("GET", `/api/payments/${payment}`);
  assert.equal(body.customerEmail, "grace@shop.example");
});

test("a card number in another field is refused, and neither stored nor shown again", async () => {
  const { body: session } = await create(everything);
  const number = "4242 4242 4242 4242";
  for (const name of ["full_name", "phone", "custom_1"]) {
    const { status, page } = await submit(session.id, { ...answers, [name]: `${number} ` });
    assert.deepEqual([status, namedIn(page)], [422, [name]]);
    assert.ok(!page.replace(/<details class="drawer[\s\S]*?<\/details>/, "").includes(`value="${number}`));
  }
  assert.equal((await read(session.id)).collected, null);
});

test("markup, quotes and controls in what is typed stay text", async () => {
  const { body: session } = await create({ name: "required" });
  const hostile = `"><script>alert(1)</script>\u202e\u0000 O’Neil ${"x".repeat(200)}`;
  const { status, page } = await submit(session.id, { full_name: hostile });
  assert.equal(status, 422);
  assert.ok(!page.includes("<script>alert") && !page.includes('value="">'));
  const short = `<b>"O’Neil"</b>\u202e\r\n  Jr.`;
  assert.equal((await submit(session.id, { full_name: short })).status, 303);
  assert.equal((await read(session.id)).collected.name, '<b>"O’Neil"</b> Jr.');
});

test("digits of other scripts, national phone numbers and whole numbers as people write them are taken", async () => {
  const { body: session } = await create(everything);
  const entered = { ...answers, phone: "(030) 901820/0", custom_2: "٣" };
  assert.equal((await submit(session.id, entered)).status, 303);
  const { collected } = await read(session.id);
  assert.deepEqual([collected.phone, collected.customFields[1].value], ["(030) 901820/0", "3"]);
});

test("a repeat of the create call gets the first answer, without what was entered since", async () => {
  const body = sessionBody({ collect: { email: "required" } });
  const call = () => kassa.call("POST", sessionsPath, { body, headers: { "idempotency-key": "collect-1" } });
  const first = await call();
  await submit(first.body.id, { email: "ada@shop.example" });
  assert.deepEqual((await call()).body, first.body);
});

test("sessions of a payment link ask for what the link asks for", async () => {
  const { successUrl: _url, ...purchase } = sessionBody({ collect: everything, name: "Concert" });
  const { body: link } = await kassa.call("POST", "/api/payment-links", { body: purchase });
  assert.deepEqual(link.collect, everything);
  const page = await (await fetch(link.url)).text();
  const [, visit = ""] = /name="visit" value="([^"]+)"/.exec(page) ?? [];
  const [, token = ""] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  const form = { method: "POST", body: new URLSearchParams({ visit, token }), redirect: "manual" } as const;
  const started = await fetch(link.url, form);
  const id = started.headers.get("location")?.split("/").at(-1) ?? "";
  assert.equal((await submit(id, answers)).status, 303);
  assert.equal((await read(id)).collected.name, answers.full_name);
});

const berlin = {
  shipping_country: "DE",
  shipping_recipient: "Grace Hopper",
  shipping_line1: "Unter den Linden 5",
  shipping_postal_code: "10117",
  shipping_city: "Berlin",
};
const german = {
  country: "DE",
  line1: "Unter den Linden 5",
  line2: null,
  district: null,
  city: "Berlin",
  region: null,
  regionName: null,
};

test("a shipping address has the fields of its country, and may be the billing address", async () => {
  const { body: session } = await create({ billingAddress: "required", shippingAddress: {} });
  const incomplete = await submit(session.id, { shipping_country: "US", billing_same: "yes" });
  const ofTheUs = ["recipient", "line1", "city", "region", "postal_code"].map((part) => `shipping_${part}`);
  assert.deepEqual([incomplete.status, namedIn(incomplete.page)], [422, ofTheUs]);
  const { page } = await submit(session.id, { ...berlin, shipping_postal_code: "1011", billing_same: "yes" });
  assert.deepEqual(namedIn(page), ["shipping_postal_code"]);
  assert.match(page, /Check “Postcode”\. It should look like 26133\./);
  assert.equal((await submit(session.id, { ...berlin, billing_same: "yes" })).status, 303);
  const { billingAddress, shippingAddress, postalCode } = (await read(session.id)).collected;
  assert.deepEqual(shippingAddress, { recipient: "Grace Hopper", ...german, postalCode: "10117" });
  assert.deepEqual([billingAddress, postalCode], [{ ...german, postalCode: "10117" }, null]);
});

test("another billing address is asked for in full", async () => {
  const { body: session } = await create({ billingAddress: "required", shippingAddress: {} });
  assert.deepEqual(namedIn((await submit(session.id, berlin)).page), ["billing_country"]);
  const billing = {
    billing_country: "JP",
    billing_postal_code: "１５４-００２３",
    billing_region: "13",
    billing_line1: "世田谷区若林4-21-27",
  };
  assert.equal((await submit(session.id, { ...berlin, ...billing })).status, 303);
  assert.deepEqual((await read(session.id)).collected.billingAddress, {
    country: "JP",
    line1: "世田谷区若林4-21-27",
    line2: null,
    district: null,
    city: null,
    region: "13",
    regionName: "東京都",
    postalCode: "154-0023",
  });
});

test("a region is one of its country's list, or what was typed where there is none", async () => {
  const { body: session } = await create({ shippingAddress: {} });
  const american = { ...berlin, shipping_country: "US", shipping_postal_code: "62701" };
  const unknown = await submit(session.id, { ...american, shipping_region: "Illinois" });
  assert.deepEqual([unknown.status, namedIn(unknown.page)], [422, ["shipping_region"]]);
  assert.match(unknown.page, /<option value="IL">Illinois<\/option>/);
  assert.equal((await submit(session.id, { ...american, shipping_region: "IL" })).status, 303);
  const { region, regionName } = (await read(session.id)).collected.shippingAddress;
  assert.deepEqual([region, regionName], ["IL", "Illinois"]);
  const { body: another } = await create({ shippingAddress: {} });
  const chilean = { ...berlin, shipping_country: "CL", shipping_postal_code: "8340457" };
  assert.equal((await submit(another.id, { ...chilean, shipping_region: "Ñuble" })).status, 303);
  const typed = (await read(another.id)).collected.shippingAddress;
  assert.deepEqual([typed.region, typed.regionName], ["Ñuble", null]);
});

test("the goods go only to the countries that the merchant names", async () => {
  const { body: session } = await create({ shippingAddress: { countries: ["AT", "CH"] } });
  const page = await (await fetch(`${kassa.url}/pay/${session.id}?locale=en`)).text();
  const offered = [...page.matchAll(/<option value="([A-Z]{2})"/g)].map(([, code]) => code);
  assert.deepEqual(offered, ["AT", "CH"]);
  assert.deepEqual(namedIn((await submit(session.id, berlin)).page), ["shipping_country"]);
  for (const [shippingAddress, pointer] of [
    [{ countries: ["AT", "XX"] }, "/collect/shippingAddress/countries/1"],
    [{ countries: ["at"] }, "/collect/shippingAddress/countries/0"],
    [{ countries: [] }, "/collect/shippingAddress/countries"],
  ] as const)
    assertProblem(await create({ shippingAddress }), "parameter_invalid", pointer);
});

test("choosing a country shows its fields, keeps what was typed, and charges nothing", async () => {
  const { body: session } = await create({ email: "required", shippingAddress: {} });
  const fields = { email: "ada@shop.example", shipping_country: "JP", show_country: "shipping" };
  const { status, page } = await submit(session.id, fields);
  assert.equal(status, 200);
  assert.ok(page.includes('value="ada@shop.example"') && page.includes('name="shipping_region"'));
  assert.ok(!page.includes('name="shipping_city"') && !page.includes("aria-invalid"));
  assert.equal((await read(session.id)).payment, null);
});

test("a decline keeps the addresses", async () => {
  const { body: session } = await create({ billingAddress: "required", shippingAddress: {} });
  await submit(session.id, { ...berlin, billing_same: "yes" }, cards.declined);
  const page = await (await fetch(`${kassa.url}/pay/${session.id}`)).text();
  for (const text of ["Unter den Linden 5", "10117", "Grace Hopper"])
    assert.ok(page.includes(`value="${text}"`), text);
  assert.match(page, /<option value="DE" selected>/);
  assert.match(page, /name="billing_same" value="yes" checked/);
});

test("the postcode alone can be asked for, but not beside the billing address", async () => {
  const { body: session } = await create({ postalCode: "required" });
  assert.deepEqual(namedIn((await submit(session.id, {})).page), ["billing_postal_code"]);
  assert.equal((await submit(session.id, { billing_postal_code: "sw1a 1aa" })).status, 303);
  assert.equal((await read(session.id)).collected.postalCode, "SW1A 1AA");
  const both = await create({ postalCode: "required", billingAddress: "required" });
  assertProblem(both, "parameter_invalid", "/collect/postalCode");
});

test("the issuer gets the postcode and may decline because of it, alone or as part of the billing address", async () => {
  const mismatch = "4200000000008003";
  for (const [collect, fields] of [
    [{ postalCode: "required" }, { billing_postal_code: "10117" }],
    [
      { shippingAddress: {}, billingAddress: "required" },
      { ...berlin, billing_same: "yes" },
    ],
  ] as const) {
    const { body: session } = await create(collect);
    assert.equal((await submit(session.id, fields, mismatch)).status, 303);
    const page = await (await fetch(`${kassa.url}/pay/${session.id}?locale=en`)).text();
    assert.ok(page.includes("The postcode doesn’t match this card."));
  }
  const plain = await makeSession(kassa);
  await submit(plain.id, {}, mismatch);
  assert.equal((await read(plain.id)).paymentStatus, "paid");
});
