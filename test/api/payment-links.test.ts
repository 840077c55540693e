import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { pay, payOnPage } from "./paying.ts";
import { assertProblem, faultsOf, makeSession, sessionsPath } from "./support.ts";

const kassa = useTestApp();

const linksPath = "/api/payment-links";
const linkBody = (changes: Record<string, unknown> = {}) => ({
  name: "Concert",
  amount: 2500,
  currency: "eur",
  ...changes,
});

async function makeLink(changes: Record<string, unknown> = {}): Promise<JsonBody> {
  const answer = await kassa.call("POST", linksPath, { body: linkBody(changes) });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Makes a session one of the link, as its page does. */
async function addToLink(session: string, link: string): Promise<void> {
  await kassa.db.sql("UPDATE checkout_sessions SET payment_link_id = $2 WHERE id = $1", [session, link]);
}

test("creates a link with what is sold, and shows it again", async () => {
  const purchase = {
    lineItems: [{ name: "Ticket", quantity: 2, unitAmount: 1300 }],
    adjustments: [{ type: "discount", name: "Sale", amount: -100 }],
    description: "Two tickets",
    statementDescriptor: "CONCERT",
    locale: "de",
    clientReferenceId: "concert-7",
    metadata: { hall: "7" },
    captureMethod: "manual",
    paymentMethods: ["card"],
    successUrl: "https://shop.example/thanks",
    maxPayments: 200,
    expiresAt: "2099-01-01T00:00:00.000Z",
  };
  const link = await makeLink(purchase);
  assert.match(link.id, /^pl_sandbox_[0-9A-Za-z]{37}$/);
  assert.equal(new URL(link.url).pathname, `/l/${link.id}`);
  const { object, mode, name, amount, currency, active, completedSessions } = link;
  assert.deepEqual(
    [object, mode, name, amount, currency, active, completedSessions],
    ["payment_link", "sandbox", "Concert", 2500, "EUR", true, 0],
  );
  for (const [field, value] of Object.entries(purchase)) assert.deepEqual(link[field], value, field);
  assert.deepEqual((await kassa.call("GET", `${linksPath}/${link.id}`)).body, link);
});

test("names all that is wrong", async () => {
  const body = linkBody({
    amount: 1.5,
    maxPayments: 0,
    name: "",
    successUrl: "",
  });
  assert.deepEqual(faultsOf(await kassa.call("POST", linksPath, { body })), [
    "amount_invalid /amount",
    "parameter_invalid /maxPayments",
    "parameter_invalid /name",
    "url_invalid /successUrl",
  ]);
  const later = linkBody({
    amount: Number.MAX_SAFE_INTEGER,
    expiresAt: "2020-01-01T00:00:00Z",
    successUrl: "ftp://shop.example",
    name: "a\u202eb",
    lineItems: [{ name: "Ticket", quantity: 1, unitAmount: 1 }],
  });
  const faults = faultsOf(await kassa.call("POST", linksPath, { body: later }));
  assert.deepEqual(
    faults.map((fault) => fault.split(" ")[1]).toSorted(),
    ["/amount", "/expiresAt", "/lineItems", "/name", "/successUrl"],
    faults.join(),
  );
  for (const field of ["customerEmail", "cancelUrl", "clock"])
    assertProblem(
      await kassa.call("POST", linksPath, { body: linkBody({ [field]: "x" }) }),
      "unknown_field",
      `/${field}`,
    );
});

test("lists newest first, by whether they are active", async () => {
  const before = await makeLink({ name: "First" });
  const link = await makeLink({ name: "Second" });
  await kassa.call("POST", `${linksPath}/${before.id}`, { body: { active: false } });
  const idsOf = async (query: string) =>
    (await kassa.call("GET", `${linksPath}?${query}`)).body.data.map(({ id }: JsonBody) => id);
  assert.deepEqual((await idsOf("limit=2")).slice(0, 2), [link.id, before.id]);
  assert.deepEqual(await idsOf(`limit=1&startingAfter=${link.id}`), [before.id]);
  assert.ok(!(await idsOf("active=true")).includes(before.id));
  assert.deepEqual(await idsOf("active=false"), [before.id]);
  assertProblem(await kassa.call("GET", `${linksPath}?active=yes`), "parameter_invalid", "active");
  assertProblem(await kassa.call("GET", `${linksPath}?startingAfter=x`), "cursor_invalid", "startingAfter");
  assertProblem(await kassa.call("GET", `${linksPath}?colour=red`), "unknown_field", "colour");
});

test("changes name, limit, expiry, metadata and whether it is active, and nothing else", async () => {
  const link = await makeLink({ metadata: { hall: "7", day: "1" }, maxPayments: 5 });
  const change = (body: object) => kassa.call("POST", `${linksPath}/${link.id}`, { body });
  const changed = await change({
    name: "Winter concert",
    active: false,
    maxPayments: null,
    expiresAt: "2099-01-01T00:00:00Z",
    metadata: { day: null, row: "2" },
  });
  assert.deepEqual(changed.body, {
    ...link,
    name: "Winter concert",
    active: false,
    maxPayments: null,
    expiresAt: "2099-01-01T00:00:00.000Z",
    metadata: { hall: "7", row: "2" },
  });
  assert.deepEqual((await change({ expiresAt: null, active: true })).body, {
    ...changed.body,
    expiresAt: null,
    active: true,
  });
  assertProblem(await change({ expiresAt: "2020-01-01T00:00:00Z" }), "expires_at_invalid", "/expiresAt");
  assertProblem(await change({ name: "a\u202eb" }), "text_invalid", "/name");
  assertProblem(await change({ amount: 1 }), "unknown_field", "/amount");
  assertProblem(await change({}), "parameter_invalid");
});

test("a repeat with the same Idempotency-Key makes no second link", async () => {
  const headers = { "idempotency-key": "concert" };
  const first = await kassa.call("POST", linksPath, { body: linkBody(), headers });
  const again = await kassa.call("POST", linksPath, { body: linkBody(), headers });
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  const other = await kassa.call("POST", linksPath, { body: linkBody({ amount: 1 }), headers });
  assertProblem(other, "idempotency_key_reused", "Idempotency-Key");
});

test("sessions say by which link they came, in lists and events, and count once when they are complete", async () => {
  const link = await makeLink();
  const sessions = await Promise.all([1, 2, 3, 4].map(() => makeSession(kassa)));
  await Promise.all(sessions.map(({ id }) => addToLink(id, link.id)));
  await pay(kassa);
  const [open, ...paid] = sessions.map(({ id }) => id);
  await Promise.all(paid.map((id) => payOnPage(kassa, id)));
  const shown = await kassa.call("GET", `${sessionsPath}?paymentLink=${link.id}`);
  assert.deepEqual(
    shown.body.data.map(({ id, paymentLink }: JsonBody) => [id, paymentLink]).toSorted(),
    sessions.map(({ id }) => [id, link.id]).toSorted(),
  );
  const events = await kassa.call("GET", `/api/events?session=${paid[0]}&type=checkout.session.completed`);
  assert.equal(events.body.data[0].data.object.paymentLink, link.id, events.text);
  assert.equal((await kassa.call("GET", `${linksPath}/${link.id}`)).body.completedSessions, 3);
  const payment = (await kassa.call("GET", `/api/payments?session=${paid[0]}`)).body.data[0].id;
  await kassa.call("POST", "/api/refunds", { body: { payment } });
  await kassa.call("POST", `${sessionsPath}/${open}/expire`);
  assert.equal((await kassa.call("GET", `${linksPath}/${link.id}`)).body.completedSessions, 3);
});
