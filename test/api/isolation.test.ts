import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RouteOptions } from "fastify";
import { pino } from "pino";
import { makeApp } from "../../src/app.ts";
import { noteRefund } from "../../src/bank-refunds/note-refund.ts";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { readConfig } from "../../src/config.ts";
import { expectFor, ownerOf } from "../../src/expected-transfers/test-support.ts";
import type { NewTenant } from "../../src/tenants/create-tenant.ts";
import { defaultKeys, type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type CallResult, startTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";
import { disputed, pdf, upload } from "./disputing.ts";
import { pay } from "./paying.ts";
import { assertProblem, makeSession, sessionsPath, withoutRequestId } from "./support.ts";

/**
 * The cross-tenant attack: calls every API route that takes an id with ids of others. The routes come from the server,
 * so new ones are included; if a route takes an object or a body that is unknown here, the test fails and says what to
 * add.
 */
let kassa: TestApp;
let stripe: FakeStripe;
let other: NewTenant;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_SANDBOX_PENDING_MS: "100", KASSA_STRIPE_URL: stripe.url });
  other = await kassa.makeTenant("Other");
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

/** Creates the object whose id a path takes, for the owner of the key. */
const makers: Record<string, (key: string) => Promise<string>> = {
  "/api/checkout/sessions/:id": async (key) => (await makeSession(kassa, {}, { key })).id,
  "/api/payment-links/:id": makePaymentLink,
  "/api/checkout/sessions/:id/receipt": makePaidSession,
  "/api/webhook-endpoints/:id": makeEndpoint,
  "/api/events/:id": makeEvent,
  "/api/bank-accounts/:id": makeBankAccount,
  "/api/connector-accounts/:id": makeConnectorAccount,
  "/api/bank-statements/:id": makeStatementImport,
  "/api/bank-entries/:id": makeBankEntry,
  "/api/expected-transfers/:id": makeExpectedTransfer,
  "/api/bank-refunds/:id": makeBankRefund,
  "/api/bank-refund-files/:id": makeRefundFile,
  "/api/sandbox/clocks/:id": makeClock,
  "/api/payments/:id": async (key) => (await makePayment(key)).id,
  "/api/exports/:id": makeExport,
  "/api/refunds/:id": makeRefund,
  "/api/disputes/:id": makeDispute,
};

/** The id of a part of an object, for paths that name both, by the object's id. */
const partsOf = new Map<string, string>();

/** Valid bodies for the operations that take one. */
const bodies: Record<string, unknown> = {
  matchBankEntry: { session: "cs_live_1" },
  ignoreBankEntry: {},
  unmatchBankEntry: {},
  updateBankRefund: { status: "sent" },
  updateBankRefundFile: { status: "sent" },
  updateCheckoutSession: { metadata: { stolen: "yes" } },
  updatePaymentLink: { name: "stolen" },
  updateWebhookEndpoint: { description: "stolen" },
  resendEvent: {},
  updateBankAccount: { label: "stolen" },
  updateConnectorAccount: { label: "stolen" },
  rotateConnectorCredentials: { credentials: { apiKey: defaultKeys.test } },
  advanceSandboxClock: { by: "PT1H" },
  capturePayment: { amount: 1 },
  reviewPayment: { decision: "return" },
  updatePayment: { metadata: { stolen: "yes" } },
  createPaymentNote: { text: "stolen" },
  tagPayment: { add: ["stolen"] },
  updateRefund: { metadata: { stolen: "yes" } },
  provideDisputeEvidence: { texts: { customerName: "stolen" } },
};

/** The requests of operations that take no JSON. */
const uploads: Record<string, { query: string; rawBody: string; headers: Record<string, string> }> = {
  uploadDisputeFile: {
    query: "?name=stolen.pdf",
    rawBody: pdf.toString(),
    headers: { "content-type": "application/pdf" },
  },
};

/** Called by a PSP with a signature instead of an API key. */
const unkeyed = ["/api/notifications/:connector/:account"];

async function makePaymentLink(key: string): Promise<string> {
  const body = { name: "Concert", amount: 2500, currency: "EUR" };
  const answer = await kassa.call("POST", "/api/payment-links", { key, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function makeEndpoint(key: string): Promise<string> {
  const body = { url: "https://hooks.invalid/kassa", events: ["payment.voided"] };
  const answer = await kassa.call("POST", "/api/webhook-endpoints", { key, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function makeConnectorAccount(key: string): Promise<string> {
  const apiKey = key.startsWith("ks_live") ? stripe.keys.live : stripe.keys.test;
  const body = { connector: "stripe", label: "Shop", credentials: { apiKey } };
  const answer = await kassa.call("POST", "/api/connector-accounts", { key, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function makeBankAccount(key: string): Promise<string> {
  const body = { type: "iban", holder: "Shop", currency: "EUR", iban: "DE89370400440532013000" };
  const answer = await kassa.call("POST", "/api/bank-accounts", { key, body });
  if (answer.body.code === "bank_account_exists")
    return (await kassa.call("GET", "/api/bank-accounts", { key })).body.data[0].id;
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function makeStatementImport(key: string): Promise<string> {
  await makeBankAccount(key);
  const answer = await kassa.call("POST", "/api/bank-statements", {
    key,
    rawBody: sampleCamt(sampleEntry({ reference: "1" })),
    headers: { "content-type": "application/xml" },
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function makeExpectedTransfer(key: string): Promise<string> {
  await makeBankAccount(key);
  const { id: session } = await makeSession(kassa, {}, { key });
  return (await expectFor(kassa, session)).id;
}

async function makeBankEntry(key: string): Promise<string> {
  await makeStatementImport(key);
  return (await kassa.call("GET", "/api/bank-entries", { key })).body.data[0].id;
}

async function makeBankRefund(key: string): Promise<string> {
  await makeBankAccount(key);
  const { id: session } = await makeSession(kassa, {}, { key });
  const { attemptId } = await expectFor(kassa, session);
  const refund = { attemptId, key: `key ${attemptId}`, amount: 100, currency: "EUR" };
  const noted = await kassa.app.database.inTenant(ownerOf(session), (trx) =>
    noteRefund({ nowMs: Date.now }, trx, refund),
  );
  return noted.id;
}

async function makeRefundFile(key: string): Promise<string> {
  const refund = await makeBankRefund(key);
  const body = { payeeIban: "DE75512108001245126199" };
  await kassa.call("POST", `/api/bank-refunds/${refund}`, { key, body });
  const account = await makeBankAccount(key);
  const answer = await kassa.call("POST", "/api/bank-refund-files", { key, body: { account } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

/** Live mode has no clocks; any id of the right form can be refused as well. */
async function makeClock(key: string): Promise<string> {
  const answer = await kassa.call("POST", "/api/sandbox/clocks", { key });
  if (answer.body.code === "clock_not_allowed") return (await makeEndpoint(key)).replace("we_", "clk_");
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function makeExport(key: string): Promise<string> {
  const answer = await kassa.call("POST", "/api/exports", {
    key,
    body: { resource: "payments", format: "csv" },
  });
  assert.equal(answer.status, 200, answer.text);
  await until(async () => {
    const { body } = await kassa.call("GET", `/api/exports/${answer.body.id}`, { key });
    return body.status === "completed";
  }, "the export is completed");
  return answer.body.id;
}

async function makeEvent(key: string): Promise<string> {
  const { id } = await makeSession(kassa, {}, { key });
  await kassa.call("POST", `${sessionsPath}/${id}/expire`, { key });
  const events = await kassa.call("GET", `/api/events?session=${id}`, { key });
  assert.equal(events.body.data.length, 1, events.text);
  return events.body.data[0].id;
}

/** Nobody can pay in live mode yet; an unpaid session can be refused as well. */
async function makePaidSession(key: string): Promise<string> {
  if (key.startsWith("ks_sandbox_")) return (await pay(kassa, { key })).session;
  return (await makeSession(kassa, {}, { key })).id;
}

/** An authorized payment. Nobody can pay in live mode yet, so there its row is inserted directly. */
async function makePayment(key: string): Promise<{ id: string; session: string }> {
  const payment = await makeBarePayment(key);
  const note = { key, body: { text: "A note" } };
  const { body, text } = await kassa.call("POST", `/api/payments/${payment.id}/notes`, note);
  assert.equal(body.object, "payment_note", text);
  partsOf.set(payment.id, body.id);
  return payment;
}

async function makeBarePayment(key: string): Promise<{ id: string; session: string }> {
  if (key.startsWith("ks_sandbox_")) return pay(kassa, { key, session: { captureMethod: "manual" } });
  const { id: session } = await makeSession(kassa, { captureMethod: "manual" }, { key });
  const id = session.replace("cs_", "pay_");
  await kassa.db.sql(
    `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method, amount_authorized)
     SELECT tenant_id, $2, mode, id, 'authorized', amount, currency, 'manual', amount FROM checkout_sessions WHERE id = $1`,
    [session, id],
  );
  return { id, session };
}

async function makeRefund(key: string): Promise<string> {
  const { id: payment } = await makePayment(key);
  if (key.startsWith("ks_sandbox_")) {
    await kassa.call("POST", `/api/payments/${payment}/capture`, { key });
    const answer = await kassa.call("POST", "/api/refunds", { key, body: { payment } });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id;
  }
  await kassa.db.sql(
    `INSERT INTO attempts (tenant_id, id, mode, payment_id, number, status, connector, connector_account, method)
     SELECT tenant_id, replace(id, 'pay_', 'att_'), mode, id, 1, 'approved', 'none', 'none', 'card'
     FROM payments WHERE id = $1`,
    [payment],
  );
  const id = payment.replace("pay_", "re_");
  await kassa.db.sql(
    `INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency)
     SELECT tenant_id, $2, mode, id, replace(id, 'pay_', 'att_'), 'refund', 'succeeded', 1, currency
     FROM payments WHERE id = $1`,
    [payment, id],
  );
  return id;
}

/** A dispute with a file. */
async function makeDispute(key: string): Promise<string> {
  const isSandbox = key.startsWith("ks_sandbox_");
  const id = isSandbox ? (await disputed(kassa, "fraudulent", { key })).id : await makeLiveDispute(key);
  const { body, text } = await upload(kassa, id, pdf, { key });
  assert.equal(body.files?.length, 1, text);
  partsOf.set(id, body.files[0].id);
  return id;
}

async function makeLiveDispute(key: string): Promise<string> {
  const { id: payment } = await makePayment(key);
  const id = payment.replace("pay_", "dp_");
  await kassa.db.sql(
    `INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status,
       reason, amount, currency, next_check_at)
     SELECT tenant_id, $2, mode, id, session_id, 'none', id, 'inquiry', 'needs_response',
       'general', 1, currency, 'infinity'
     FROM payments WHERE id = $1`,
    [payment, id],
  );
  return id;
}

/** Every API route with a parameter in its path, from the server that production builds. */
async function routesWithId(): Promise<RouteOptions[]> {
  const config = readConfig({ PORT: "0" });
  const logger = pino({ level: "silent" });
  const app = makeApp({ config, settings: kassa.db.settings, keyring: kassa.keyring, logger });
  const routes: RouteOptions[] = [];
  app.server.addHook("onRoute", (route) => void routes.push(route));
  await app.server.ready();
  await app.server.close();
  return routes.filter(({ url }) => url.startsWith("/api/") && /[:*]/.test(url) && !unkeyed.includes(url));
}

/** Ids that an attacker may try, given the attacker's own id and one of each kind of foreign id. */
function strangeIds(own: string, foreign: readonly string[]): string[] {
  const absent = own.slice(0, -1) + (own.endsWith("0") ? "1" : "0");
  const otherKind = own.replace(/^[a-z]+/, own.startsWith("evt") ? "cs" : "evt");
  const garbage = [
    "x",
    "null",
    "0",
    "%00",
    "%20",
    "..%2F..%2Fhealthz",
    "%F0%9F%8E%81",
    "'%20OR%201%3D1--",
    "a".repeat(5_000),
  ];
  return [
    ...foreign,
    absent,
    otherKind,
    own.toUpperCase(),
    `${own}%20`,
    own.slice(0, -1),
    `${own}0`,
    ...garbage,
  ];
}

/** Strange ids as the first id of a path with a matching part, and as the second with the attacker's own first id. */
function strangePlaces(
  route: RouteOptions,
  own: string,
  foreign: readonly string[],
): { id: string; part: string | undefined }[] {
  const ownPart = partsOf.get(own);
  const first = strangeIds(own, foreign).map((id) => ({ id, part: partsOf.get(id) ?? ownPart }));
  if (!/:.*\/:/.test(route.url) || ownPart === undefined) return first;
  const foreignParts = foreign.flatMap((id) => partsOf.get(id) ?? []);
  return [...first, ...strangeIds(ownPart, foreignParts).map((part) => ({ id: own, part }))];
}

/** @param part the second id, of paths that have one */
function call(
  route: RouteOptions,
  method: string,
  id: string,
  key: string,
  part = partsOf.get(id) ?? "none",
): Promise<CallResult> {
  const operation = route.config?.operation ?? "";
  const path = route.url.replace(/:[a-zA-Z]+/, id).replace(/:[a-zA-Z]+/, part);
  const sent = uploads[operation];
  if (sent) return kassa.call(method, path + sent.query, { key, ...sent });
  const takesBody = route.schema?.body !== undefined;
  assert.ok(
    !takesBody || operation in bodies,
    `${method} ${route.url} takes a body: add one for "${operation}" to bodies`,
  );
  assert.ok(!path.includes("/:"), `${route.url} has a third parameter: extend this test`);
  return kassa.call(method, path, { key, ...(takesBody ? { body: bodies[operation] } : {}) });
}

/** A response without the headers and the id that differ each time. */
function comparable(answer: CallResult): string {
  const headers = [...answer.headers].filter(([name]) => name !== "date" && name !== "x-request-id");
  return `${answer.status} ${JSON.stringify(headers)} ${withoutRequestId(answer)}`;
}

test("ids of another tenant, of the other mode and of nothing get the same 404, byte for byte, on every route", async () => {
  const { sandbox, live } = kassa.tenant.keys;
  const routes = await routesWithId();
  assert.ok(routes.length >= 12, "the server's routes are found");
  const answers = new Map<string, string>();
  for (const route of routes) {
    const pattern = /^.*?\/:[a-zA-Z]+/.exec(route.url)?.[0] ?? route.url;
    const make = makers[route.url] ?? makers[pattern];
    assert.ok(make, `${route.url} is new: add to makers how to create its object`);
    const foreign = [
      await make(other.keys.sandbox.secret),
      await make(other.keys.live.secret),
      await make(live.secret),
    ];
    const own = await make(sandbox.secret);
    for (const method of [route.method].flat()) {
      const tried = strangePlaces(route, own, foreign).map(async ({ id, part }) => ({
        id,
        part,
        answer: await call(route, method, id, sandbox.secret, part),
      }));
      for (const { id, part = "", answer } of await Promise.all(tried)) {
        const place = `${method} ${route.url} with ${id.slice(0, 60)} ${part.slice(0, 60)}`;
        assert.equal(answer.status, 404, `${place} ${answer.text}`);
        if (method === "HEAD") continue;
        assertProblem(answer, "not_found", undefined, place);
        if (!answers.has(comparable(answer))) answers.set(comparable(answer), place);
      }
      const found = await call(route, method, own, sandbox.secret);
      // The attacker's own payment needs no review, and the body names no transfer of theirs: they are refused for that reason.
      const refusals = { review: 409, match: 400 } as const;
      const action = route.url.split("/").at(-1) ?? "";
      const status = Object.entries(refusals).find(([name]) => name === action)?.[1] ?? 200;
      assert.equal(found.status, status, `${method} ${route.url} with the caller's own id: ${found.text}`);
    }
  }
  assert.equal(answers.size, 1, `answers differ: ${JSON.stringify([...answers], null, 2)}`);
});

test("the attack changes nothing", async () => {
  for (const [pattern, make] of Object.entries(makers)) {
    const id = await make(other.keys.sandbox.secret);
    const path = pattern.replace(":id", id);
    const before = await kassa.call("GET", path, { key: other.keys.sandbox.secret });
    for (const route of (await routesWithId()).filter(({ url }) => url.startsWith(pattern))) {
      for (const method of [route.method].flat())
        await call(route, method, id, kassa.tenant.keys.sandbox.secret);
    }
    const after = await kassa.call("GET", path, { key: other.keys.sandbox.secret });
    assert.equal(after.status, 200);
    assert.equal(after.text, before.text);
  }
});

test("ledger entries of others can't be found by payment or transaction", async () => {
  const theirs = await pay(kassa, { key: other.keys.sandbox.secret });
  const seen = await kassa.call("GET", `/api/ledger/entries?payment=${theirs.id}`, {
    key: other.keys.sandbox.secret,
  });
  const [entry] = seen.body.data;
  assert.equal(entry.payment, theirs.id, seen.text);
  const { sandbox, live } = kassa.tenant.keys;
  for (const key of [sandbox.secret, live.secret, other.keys.live.secret]) {
    for (const filter of [`payment=${theirs.id}`, `transaction=${entry.transaction}`]) {
      const listed = await kassa.call("GET", `/api/ledger/entries?${filter}`, { key });
      assert.deepEqual(listed.body, { object: "list", data: [], hasMore: false });
      const file = await kassa.call("GET", `/api/ledger/entries.csv?${filter}`, { key });
      assert.equal(file.text.split("\r\n").length, 2, file.text);
    }
    const paged = await kassa.call("GET", `/api/ledger/entries?startingAfter=${entry.id}`, { key });
    assertProblem(paged, "cursor_invalid", "startingAfter");
  }
});

test("ids of others find nothing in filters and bodies", async () => {
  const { sandbox } = kassa.tenant.keys;
  const theirs = await makeSession(kassa, {}, { key: other.keys.sandbox.secret });
  await kassa.call("POST", `${sessionsPath}/${theirs.id}/expire`, { key: other.keys.sandbox.secret });
  const absent = theirs.id.replace(/.$/, (last: string) => (last === "0" ? "1" : "0"));
  const [ofTheirs, ofNone] = [
    await kassa.call("GET", `/api/events?session=${theirs.id}`),
    await kassa.call("GET", `/api/events?session=${absent}`),
  ];
  assert.equal(comparable(ofTheirs), comparable(ofNone));
  assert.deepEqual(ofTheirs.body.data, []);

  const event = await makeEvent(sandbox.secret);
  const resend = (endpoint: string) =>
    kassa.call("POST", `/api/events/${event}/resend`, { body: { endpoint } });
  const endpoints = [
    await makeEndpoint(other.keys.sandbox.secret),
    await makeEndpoint(kassa.tenant.keys.live.secret),
  ];
  const own = await makeEndpoint(sandbox.secret);
  endpoints.push(own.slice(0, -1) + (own.endsWith("0") ? "1" : "0"), "garbage");
  const refusals = new Set<string>();
  for (const endpoint of endpoints) refusals.add(comparable(await resend(endpoint)));
  assert.equal(refusals.size, 1, [...refusals].join("\n"));
  assert.equal((await resend(own)).status, 200);
});

test("ids of others' payments find nothing in lists, searches and refunds", async () => {
  const { sandbox, live } = kassa.tenant.keys;
  const own = await makePayment(sandbox.secret);
  const theirs = await makePayment(other.keys.sandbox.secret);
  const ours = await makePayment(live.secret);
  const theirRefund = await makeRefund(other.keys.sandbox.secret);
  const lists = [theirs, ours].flatMap(({ id, session }) => [
    `/api/payments?session=${session}`,
    `/api/payments?search=${id}`,
    `/api/payments?search=${session}`,
    `/api/refunds?payment=${id}`,
  ]);
  for (const path of [...lists, `/api/payments?search=${theirRefund}`]) {
    const answer = await kassa.call("GET", path);
    assert.deepEqual([answer.status, answer.body.data], [200, []], path);
  }
  const absent = own.id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const refusals = new Set<string>();
  for (const payment of [theirs.id, ours.id, absent, own.session, "garbage"]) {
    const answer = await kassa.call("POST", "/api/refunds", { body: { payment } });
    assertProblem(answer, "not_found", undefined, payment);
    refusals.add(comparable(answer));
  }
  assert.equal(refusals.size, 1, [...refusals].join("\n"));
});
