import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { type FakeMollie, startFakeMollie } from "../psp/mollie/fake-mollie.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";

// A merchant adds a test key of Mollie. Customers pay on Mollie's page, and Mollie's unsigned notifications make Kassa ask.
let mollie: FakeMollie;
let kassa: TestApp;
let account: string;
before(async () => {
  mollie = await startFakeMollie({ referenceOf: sessionIn });
  const port = await freePort();
  kassa = await startTestApp({
    PORT: String(port),
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_MOLLIE_URL: mollie.url,
  });
  const credentials = { apiKey: mollie.keys.test };
  const made = await ask("POST", "/api/connector-accounts", {
    connector: "mollie",
    label: "Shop",
    credentials,
  });
  assert.equal(made.status, "enabled");
  account = made.id;
  const { id } = await makeSession();
  await until(async () => /Mollie/.test(await pageOf(id)), "the page offers Mollie");
});
after(async () => {
  await kassa.close();
  await mollie.close();
});
afterEach(async () => {
  const { data } = await ask("GET", "/api/payments?limit=100");
  const refunds = (await ask("GET", "/api/refunds?limit=100")).data;
  for (const { id, session, amountCaptured, amountRefunded, amountRefundPending } of data) {
    const { captured = 0, refunded = 0 } = mollie.movedAmounts().get(session)?.amounts ?? {};
    const delayed = refunds.find(({ payment, delayedUntil }: JsonBody) => payment === id && delayedUntil);
    // Mollie's log has a refund from when it accepts it.
    const accepted = amountRefunded + amountRefundPending - (delayed?.amount ?? 0);
    assert.deepEqual([amountCaptured, accepted], [captured, refunded]);
  }
});

function sessionIn({ metadata }: { readonly metadata: unknown }): string | null {
  const { kassa_session: session } = (metadata ?? {}) as { readonly kassa_session?: unknown };
  return typeof session === "string" ? session : null;
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await kassa.call(method, path, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const makeSession = (more: object = {}) =>
  ask("POST", "/api/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    ...more,
  });

const pageOf = async (session: string): Promise<string> =>
  (await fetch(`${kassa.url}/pay/${session}`)).text();

async function post(session: string, path: string, fields: Record<string, string>): Promise<string> {
  const token = /name="token" value="([^"]+)"/.exec(await pageOf(session))?.[1] ?? "";
  const body = new URLSearchParams({ token, ...fields });
  const answer = await fetch(`${kassa.url}/pay/${session}${path}`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get("location") ?? "";
}

/** Submits the page's form. Returns Mollie's id of the payment. */
const submit = async (session: string): Promise<string> =>
  new URL(await post(session, "", { method: "card" })).pathname.split("/").at(-1) ?? "";

const payAt = (payment: string) => assert.equal(mollie.checkOut(payment, { outcome: "paid" }).kind, "return");
const paymentOf = async (session: string) => (await ask("GET", `/api/payments?session=${session}`)).data[0];
const statusOf = async (session: string) =>
  (await ask("GET", `/api/checkout/sessions/${session}`)).paymentStatus;

test("a customer pays on Mollie's page and comes back; a refund is pending until Mollie has made it", async () => {
  const { id } = await makeSession();
  payAt(await submit(id));
  const back = await fetch(`${kassa.url}/pay/${id}/return`, { redirect: "manual" });
  assert.equal(back.headers.get("location"), "https://shop.example/thanks");
  const payment = await paymentOf(id);
  assert.deepEqual(
    [payment.status, payment.amountCaptured, payment.attempts[0].connectorAccount],
    ["captured", 2599, account],
  );
  const refund = await ask("POST", "/api/refunds", { payment: payment.id, amount: 599 });
  assert.equal(refund.status, "pending");
});

test("an equal refund within the hour is delayed: the API says until when, and Kassa doesn't ask before", async () => {
  const { id } = await makeSession();
  payAt(await submit(id));
  await fetch(`${kassa.url}/pay/${id}/return`, { redirect: "manual" });
  const payment = await paymentOf(id);
  const first = await ask("POST", "/api/refunds", { payment: payment.id, amount: 700 });
  assert.equal(first.delayedUntil, null);
  const second = await ask("POST", "/api/refunds", { payment: payment.id, amount: 700 });
  assert.equal(second.status, "pending");
  const [stored] = await kassa.db.sql<{ next: Date; checks: number }>(
    "SELECT next_check_at AS next, checks FROM movements WHERE id = $1",
    [second.id],
  );
  const delayedMs = Date.parse(second.delayedUntil) - Date.parse(first.createdAt);
  assert.ok(delayedMs > 60 * 60_000 && delayedMs < 63 * 60_000, second.delayedUntil);
  assert.ok(Math.abs(Number(stored?.next) - Date.parse(second.delayedUntil)) < 5_000);
  // A look before its time, such as one after a notification, changes nothing.
  await kassa.db.sql("UPDATE movements SET next_check_at = now(), delayed_until = NULL WHERE id = $1", [
    second.id,
  ]);
  const again = () => ask("GET", `/api/refunds/${second.id}`);
  await until(async () => (await again()).delayedUntil === second.delayedUntil, "it is delayed again");
  assert.equal((await again()).status, "pending");
  assert.equal((await paymentOf(id)).amountRefundPending, 1400);
});

test("a customer who closes the browser has paid: the notification makes Kassa ask", async () => {
  const { id } = await makeSession();
  payAt(await submit(id));
  await until(async () => (await statusOf(id)) === "paid", "the session is paid");
});

test("anybody can send a notification: an unknown payment and a forged one change nothing", async () => {
  const { id } = await makeSession();
  const payment = await submit(id);
  for (const body of [`id=${payment}`, "id=tr_unknown1234"]) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const sent = { method: "POST", headers, body };
    assert.equal((await fetch(`${kassa.url}/api/notifications/mollie/${account}`, sent)).status, 200);
  }
  assert.equal(await statusOf(id), "processing");
  payAt(payment);
  await until(async () => (await statusOf(id)) === "paid", "the session is paid");
});

test("a card payment at Mollie can't be called off: the customer pays once, on the page that is open", async () => {
  const { id } = await makeSession();
  const payment = await submit(id);
  await fetch(`${kassa.url}/pay/${id}/return`, { redirect: "manual" });
  await post(id, "/call-off", {});
  assert.match(await pageOf(id), new RegExp(payment), "the page leads back to Mollie");
  payAt(payment);
  await until(async () => (await statusOf(id)) === "paid", "the session is paid");
  assert.equal((await paymentOf(id)).attempts.length, 1);
});

test("a call-off waits for the end of Mollie's page, and is over once the customer has authorized the payment there", async () => {
  const { id } = await makeSession({ captureMethod: "manual" });
  const payment = await submit(id);
  await fetch(`${kassa.url}/pay/${id}/return`, { redirect: "manual" });
  await post(id, "/call-off", {});
  payAt(payment);
  await until(async () => (await statusOf(id)) === "authorized", "the session is authorized");
  const callOff = async (): Promise<string> => {
    const [row] = await kassa.db.sql<{ status: string; reason: string | null }>(
      `UPDATE movements SET created_at = now() - interval '1 minute', next_check_at = CASE WHEN status = 'failed' THEN NULL ELSE now() END
       WHERE kind = 'call_off' AND payment_id = $1 RETURNING status, failure_reason AS reason`,
      [(await paymentOf(id)).id],
    );
    return `${row?.status} ${row?.reason}`;
  };
  await until(async () => (await callOff()) === "failed attempt_decided", "the call-off is over");
  assert.equal((await paymentOf(id)).amountCapturable, 2599);
});
