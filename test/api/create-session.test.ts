import assert from "node:assert/strict";
import { test } from "node:test";
import { listCurrencies } from "../../src/kernel/currency.ts";
import { startTestApp } from "../support/app.ts";
import { citusNodes } from "../support/citus-databases.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem, makeSession, sessionBody, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const create = (changes: Record<string, unknown>, key?: string) =>
  kassa.call("POST", sessionsPath, { body: sessionBody(changes), ...(key === undefined ? {} : { key }) });

test("answers the documented request with 200 and the session", async () => {
  const response = await fetch(`${kassa.url}/api/checkout/sessions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${kassa.tenant.keys.live.secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      amount: 2599,
      currency: "EUR",
      successUrl: "https://shop.example/success",
      cancelUrl: "https://shop.example/cancel",
    }),
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  const session = (await response.json()) as Record<string, string>;
  const { id = "", createdAt = "", expiresAt = "", ...rest } = session;
  assert.match(id, /^cs_live_[0-9A-Za-z]{37}$/);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 24 * 60 * 60_000);
  assert.deepEqual(rest, {
    object: "checkout.session",
    mode: "live",
    status: "open",
    paymentStatus: "unpaid",
    url: `${kassa.url.replace("127.0.0.1", "localhost")}/pay/${id}`,
    amount: 2599,
    amountDetails: null,
    currency: "EUR",
    successUrl: "https://shop.example/success",
    cancelUrl: "https://shop.example/cancel",
    lineItems: null,
    adjustments: null,
    description: null,
    statementDescriptor: null,
    locale: "auto",
    customerEmail: null,
    clientReferenceId: null,
    metadata: null,
    captureMethod: "automatic",
    paymentMethods: null,
    connectorAccount: null,
    collect: null,
    collected: null,
    promotionCodes: null,
    tips: null,
    payment: null,
    clock: null,
    paymentLink: null,
    completedAt: null,
    warnings: [
      {
        code: "live_account_missing",
        text: "This tenant has no live account at a payment service provider yet. The payment page of this session says that it can't be paid.",
      },
    ],
  });
});

test("cancelUrl is optional; amount, currency and successUrl are required", async () => {
  assert.equal((await create({ cancelUrl: undefined })).body.cancelUrl, null);
  for (const name of ["amount", "currency", "successUrl"]) {
    assertProblem(await create({ [name]: undefined }), "parameter_missing", `/${name}`);
  }
});

test("accepts every currency in any case up to its limits, and returns it in upper case", async () => {
  for (const { code, minimumAmount, maximumAmount } of listCurrencies()) {
    const mixed = code.slice(0, 1) + code.slice(1).toLowerCase();
    const [least, most, above] = await Promise.all([
      create({ currency: code.toLowerCase(), amount: minimumAmount }),
      create({ currency: mixed, amount: maximumAmount }),
      create({ currency: code, amount: maximumAmount + 1 }),
    ]);
    assert.deepEqual([least.body.currency, least.body.amount], [code, minimumAmount], least.text);
    assert.deepEqual([most.body.currency, most.body.amount], [code, maximumAmount], most.text);
    assertProblem(above, "amount_invalid", "/amount", code);
  }
  for (const currency of [
    "EU",
    "EURO",
    "XXX",
    "XTS",
    "XAU",
    "BTC",
    "978",
    "eu€",
    "uſd",
    "",
    " EUR",
    "DEM",
    "BGN",
    978,
    null,
  ]) {
    assertProblem(await create({ currency }), "currency_invalid", "/currency", String(currency));
  }
});

test("at least one payment method must suit the currency and the capture method", async () => {
  const kept = await create({ currency: "usd", paymentMethods: ["bank_debit", "card"] });
  assert.deepEqual(
    kept.body.paymentMethods,
    ["bank_debit", "card"],
    "as sent: the page omits unsuitable methods",
  );
  assert.equal((await create({ currency: "eur", paymentMethods: ["bank_debit"] })).status, 200);
  for (const unsuitable of [
    { currency: "usd", paymentMethods: ["bank_debit"] },
    { captureMethod: "manual", paymentMethods: ["bank_debit", "bank_transfer"] },
  ])
    assertProblem(await create(unsuitable), "payment_methods_unsuitable", "/paymentMethods");
  const later = await create({ captureMethod: "manual", paymentMethods: ["bank_debit"] });
  assert.match(later.body.detail, /^A purchase in EUR that is captured later can't be paid by bank_debit\.$/);
  assertProblem(
    await create({ currency: "EU", paymentMethods: ["bank_debit"] }),
    "currency_invalid",
    "/currency",
  );
});

test("stores optional fields, and returns them as sent", async () => {
  const optional = {
    cancelUrl: "https://shop.example/cart?from=checkout#top",
    lineItems: [
      {
        name: "Shoes “Größe 42” 鞋",
        quantity: 2,
        unitAmount: 1000,
        imageUrl: "https://cdn.example/shoes.jpg",
      },
      { name: "Post", quantity: 1, unitAmount: 599 },
    ],
    description: "Order 17\nsent on Monday\twith care 🎁",
    locale: "pt-BR",
    customerEmail: "kim@shop.example",
    clientReferenceId: "order/17",
    metadata: { cart: "17", "key with spaces": "", größe: "42" },
    captureMethod: "manual",
    paymentMethods: ["bank_transfer", "card", "bank_debit", "wallet"],
  };
  const session = await makeSession(kassa, optional);
  const expected = JSON.parse(JSON.stringify(optional));
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(session[name], value, name);
  const again = await kassa.call("GET", `${sessionsPath}/${session.id}`);
  assert.equal(again.status, 200);
  assert.deepEqual(again.body, session);
});

test("line items must add up to the amount, to the minor unit", async () => {
  const item = (quantity: number, unitAmount: number) => ({ name: "x", quantity, unitAmount });
  for (const lineItems of [[item(1, 2599)], [item(2, 1000), item(599, 1)]])
    await makeSession(kassa, { lineItems });
  await makeSession(kassa, { amount: 2500, lineItems: Array.from({ length: 100 }, () => item(1, 25)) });
  for (const lineItems of [[item(1, 2598)], [item(2, 2599)], [item(1_000_000, 9_007_199_254_740_991)]]) {
    assertProblem(await create({ lineItems }), "line_items_mismatch", "/lineItems");
  }
  const bad: [unknown, string][] = [
    [[], "/lineItems"],
    [Array.from({ length: 101 }, () => item(1, 25)), "/lineItems"],
    ["shoes", "/lineItems"],
    [[item(0, 2599)], "/lineItems/0/quantity"],
    [[{ ...item(1, 2599), name: "" }], "/lineItems/0/name"],
    [[{ ...item(1, 2599), name: "x".repeat(251) }], "/lineItems/0/name"],
  ];
  for (const [lineItems, param] of bad)
    assertProblem(await create({ lineItems }), "parameter_invalid", param);
  assertProblem(await create({ lineItems: [item(1, -2599)] }), "amount_invalid", "/lineItems/0/unitAmount");
  const fraction = await kassa.call("POST", sessionsPath, {
    rawBody:
      '{"amount":3,"currency":"EUR","successUrl":"https://a.example/","lineItems":[{"name":"x","quantity":2,"unitAmount":1.5}]}',
  });
  assertProblem(fraction, "amount_invalid", "/lineItems/0/unitAmount");
  assertProblem(
    await create({ lineItems: [{ name: "x", quantity: 1 }] }),
    "parameter_missing",
    "/lineItems/0/unitAmount",
  );
});

test("a session lasts 30 minutes to 30 days", async () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  for (const expiresAt of [minutes(30), minutes(60), minutes(30 * 24 * 60)]) {
    const session = await makeSession(kassa, { expiresAt });
    assert.equal(session.expiresAt, expiresAt);
  }
  const zoned = `${minutes(60 + 120).slice(0, 19)}+02:00`;
  assert.equal(Date.parse((await makeSession(kassa, { expiresAt: zoned })).expiresAt), Date.parse(zoned));
  const bad = [
    ...[
      minutes(28),
      minutes(0),
      minutes(-60),
      minutes(30 * 24 * 60 + 2),
      "2026-11-22",
      "tomorrow",
      "",
      "2026-13-01T00:00:00Z",
    ],
    ...[minutes(60).replace("Z", ""), minutes(60).replace("T", " "), Date.now() + 3_600_000, null],
  ];
  for (const expiresAt of bad)
    assertProblem(await create({ expiresAt }), "expires_at_invalid", "/expiresAt", String(expiresAt));
});

test("a locale is a language tag or auto", async () => {
  for (const locale of ["auto", "de", "zh-Hant-TW", "es-419", "ar-EG", "en-us"]) {
    assert.equal((await makeSession(kassa, { locale })).locale, locale);
  }
  for (const locale of ["de_DE", "d", "*", "english please", "-de", "x".repeat(36), "", 7, null]) {
    assertProblem(await create({ locale }), "locale_invalid", "/locale", String(locale));
  }
});

test("a statement descriptor is what every PSP can show", async () => {
  for (const statementDescriptor of ["AB", "3M", "24h Shop", "TEAPOTS.EXAMPLE, no. 1", "x".repeat(22), null])
    assert.equal(
      (await makeSession(kassa, { statementDescriptor })).statementDescriptor,
      statementDescriptor,
    );
  for (const bad of [
    "A",
    "x".repeat(23),
    "1042",
    " Shop",
    "Shop ",
    "Café",
    "A*B",
    "A<B",
    "茶壺屋",
    "A\nB",
    "",
    7,
  ])
    assertProblem(
      await create({ statementDescriptor: bad }),
      "parameter_invalid",
      "/statementDescriptor",
      String(bad),
    );
});

test("metadata has at most 50 keys of 40 characters, with values of 500", async () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
  for (const metadata of [
    {},
    keys(50),
    { ["k".repeat(40)]: "v".repeat(500) },
    { ["🎁".repeat(40)]: "🎁".repeat(500) },
  ]) {
    assert.deepEqual((await makeSession(kassa, { metadata })).metadata, metadata);
  }
  const bad = [
    keys(51),
    { ["k".repeat(41)]: "v" },
    { "": "v" },
    { k: "v".repeat(501) },
    { k: 1 },
    { k: null },
    { k: { a: "b" } },
    ["k"],
    [[]],
    "k",
  ];
  assert.equal((await makeSession(kassa, { metadata: null })).metadata, null);
  // PHP encodes an empty map as a list.
  assert.deepEqual((await makeSession(kassa, { metadata: [] })).metadata, {});
  for (const metadata of bad) {
    const answer = await create({ metadata });
    assert.equal(answer.body.code, "metadata_invalid", `${JSON.stringify(metadata)} ${answer.text}`);
    assert.match(answer.body.param, /^\/metadata/);
  }
});

test("enforces the limits of the other fields", async () => {
  const bad: [Record<string, unknown>, string][] = [
    [{ description: "" }, "/description"],
    [{ description: "x".repeat(501) }, "/description"],
    [{ clientReferenceId: "" }, "/clientReferenceId"],
    [{ clientReferenceId: "x".repeat(201) }, "/clientReferenceId"],
    [{ customerEmail: "kim" }, "/customerEmail"],
    [{ customerEmail: "kim@a b" }, "/customerEmail"],
    [{ customerEmail: `${"x".repeat(250)}@a.example` }, "/customerEmail"],
    [{ captureMethod: "later" }, "/captureMethod"],
    [{ paymentMethods: [] }, "/paymentMethods"],
    [{ paymentMethods: ["card", "card"] }, "/paymentMethods"],
    [{ paymentMethods: ["cheque"] }, "/paymentMethods/0"],
    [{ paymentMethods: "card" }, "/paymentMethods"],
  ];
  for (const [changes, param] of bad)
    assertProblem(await create(changes), "parameter_invalid", param, JSON.stringify(changes));
});

test("live sessions have no clock, and sandbox sessions only existing ones", async () => {
  assertProblem(
    await create({ clock: "clock_1" }, kassa.tenant.keys.live.secret),
    "clock_not_allowed",
    "/clock",
  );
  assertProblem(await create({ clock: "clock_1" }), "clock_not_found", "/clock");
});

test("stores an internationalized URL in its ASCII form", async () => {
  const session = await makeSession(kassa, {
    successUrl: "https://bücher.example/danke?s={CHECKOUT_SESSION_ID}",
  });
  assert.equal(session.successUrl.startsWith("https://xn--bcher-kva.example/danke?s="), true);
  assert.match(session.successUrl, /CHECKOUT_SESSION_ID/);
});

/** By how many transactions sessions of one tenant were written. On Citus only the shard with the rows can tell. */
async function countTransactions(ids: readonly string[]): Promise<number> {
  const countIn = (table: string) =>
    `SELECT count(DISTINCT xmin::text)::int AS count FROM ${table} WHERE id = ANY('{${ids.join()}}')`;
  const [row] = await kassa.db.sql<{ count: number }>(
    citusNodes.length === 0
      ? countIn("checkout_sessions")
      : `SELECT sum(result::int)::int AS count FROM run_command_on_shards('checkout_sessions', $command$${countIn("%s")}$command$)`,
  );
  return row?.count ?? 0;
}

test("concurrent creates share transactions, and each acknowledged session is stored once", async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => create({})));
  const ids = answers.map(({ body }) => body.id as string);
  assert.equal(new Set(ids).size, 60);
  const found = await kassa.db.sql("SELECT id FROM checkout_sessions WHERE id = ANY($1)", [ids]);
  assert.equal(found.length, 60);
  const transactions = await countTransactions(ids);
  assert.ok(transactions < 60, `${transactions} transactions`);
});

test("KASSA_PUBLIC_URL keeps its port, even if Kassa listens on a free port", async (t) => {
  const behindProxy = await startTestApp({ KASSA_PUBLIC_URL: "https://pay.example" });
  t.after(() => behindProxy.close());
  const session = await makeSession(behindProxy);
  assert.equal(session.url, `https://pay.example/pay/${session.id}`);
});

test("successUrl may be the session's own page, whose address no other rule limits", async () => {
  const ownPage = `${kassa.url.replace("127.0.0.1", "localhost")}/pay/{CHECKOUT_SESSION_ID}`;
  const live = kassa.tenant.keys.live.secret;
  const { status, body } = await create({ successUrl: ownPage }, live);
  assert.deepEqual([status, body.mode, body.successUrl], [200, "live", ownPage]);
  assertProblem(await create({ successUrl: `${ownPage}/more` }, live), "url_invalid", "/successUrl");
});
