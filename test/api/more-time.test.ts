import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { clockCalls, later, minuteMs } from "./clock-calls.ts";
import { openLink, sendForm } from "./link-visitor.ts";
import { payOnPage } from "./paying.ts";
import { assertProblem, makeSession, sessionBody, sessionsPath } from "./support.ts";

// Customers ask for more time on the payment page, without a script.

const kassa = useTestApp();

const { makeClock, advance, eventsOf } = clockCalls(() => kassa);

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minuteMs).toISOString();
const sessionNow = async (id: string, key?: string): Promise<JsonBody> =>
  (await kassa.call("GET", `${sessionsPath}/${id}`, key === undefined ? {} : { key })).body;
const endingSession = (fields: Record<string, unknown> = {}, key?: string): Promise<JsonBody> =>
  makeSession(kassa, { expiresAt: inMinutes(40), ...fields }, key === undefined ? {} : { key });

/** The fields of the form for more time; undefined if the page has none that can be seen. */
async function formOf(id: string): Promise<Record<string, string> | undefined> {
  const page = await (await fetch(`${kassa.url}/pay/${id}`)).text();
  const [form] = /<form [^>]*\/extend.*?<\/form>/s.exec(page) ?? [];
  if (form === undefined || /^<form[^>]* hidden/.test(form)) return undefined;
  const inputs = form.matchAll(/name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]));
}

const send = (id: string, fields: Record<string, string>): Promise<Response> =>
  fetch(`${kassa.url}/pay/${id}/extend`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

/** Presses the button on the page. */
async function askForMoreTime(id: string): Promise<Response> {
  const form = await formOf(id);
  assert.ok(form, "the page has a form for more time");
  return send(id, form);
}

test("a repeated create call is answered with the time that the session had", async () => {
  const options = {
    headers: { "idempotency-key": "more-time-1" },
    body: sessionBody({ expiresAt: inMinutes(40) }),
  };
  const first = await kassa.call("POST", sessionsPath, options);
  assert.equal((await askForMoreTime(first.body.id)).status, 303);
  assert.notEqual((await sessionNow(first.body.id)).expiresAt, first.body.expiresAt);
  assert.deepEqual((await kassa.call("POST", sessionsPath, options)).body, first.body);
});

test("a customer asks for more time once, and the page then shows the new end and no form", async () => {
  const made = await endingSession();
  const form = await formOf(made.id);
  assert.ok(form);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(made.id, form)));
  for (const answer of answers) {
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("location"), `/pay/${made.id}#more-time`);
  }
  const now = await sessionNow(made.id);
  assert.equal(now.expiresAt, later(made.expiresAt, 30 * minuteMs));
  assert.equal(now.status, "open");
  assert.equal(await formOf(made.id), undefined);
  const [event, ...others] = await eventsOf(made.id);
  assert.equal(event?.type, "checkout.session.extended");
  assert.deepEqual(event.data.object, now);
  assert.deepEqual(others, []);
  await payOnPage(kassa, made.id);
  assert.equal((await sessionNow(made.id)).paymentStatus, "paid");
});

test("the page offers more time in the last hour only, and not for a session that isn't open", async () => {
  const long = await makeSession(kassa);
  assert.equal(await formOf(long.id), undefined);
  const session = await endingSession();
  const form = await formOf(session.id);
  assert.ok(form);
  await kassa.call("POST", `${sessionsPath}/${session.id}/expire`);
  assert.equal((await send(session.id, form)).status, 303);
  assert.equal((await sessionNow(session.id)).expiresAt, session.expiresAt);
  assert.equal((await sessionNow(session.id)).status, "expired");
});

test("a form without the page's token, or with another session's, changes nothing", async () => {
  const [session, other] = [await endingSession(), await endingSession()];
  const form = await formOf(session.id);
  const foreign = await formOf(other.id);
  assert.ok(form && foreign);
  for (const token of ["", foreign.token ?? ""])
    assert.equal((await send(session.id, { ...form, token })).status, 403);
  for (const shownEnd of ["", "tomorrow", later(session.expiresAt, 1)])
    assert.equal((await send(session.id, { ...form, shownEnd })).status, 303);
  assert.equal((await sessionNow(session.id)).expiresAt, session.expiresAt);
});

test("the merchant sets how often, or never", async () => {
  const { secret: key } = (await kassa.makeTenant("More & Time")).keys.sandbox;
  const set = (timeExtensions: unknown) =>
    kassa.call("POST", "/api/settings", { body: { timeExtensions }, key });
  const initial = await kassa.call("GET", "/api/settings", { key });
  assert.equal(initial.body.timeExtensions, 1);
  for (const wrong of [-1, 11, 1.5, "2"])
    assertProblem(await set(wrong), "parameter_invalid", "/timeExtensions");

  assert.equal((await set(0)).body.timeExtensions, 0);
  const session = await endingSession({}, key);
  assert.equal(await formOf(session.id), undefined);

  assert.equal((await set(2)).body.timeExtensions, 2);
  await askForMoreTime(session.id);
  const { expiresAt } = await sessionNow(session.id, key);
  assert.equal(expiresAt, later(session.expiresAt, 30 * minuteMs));
  assert.equal(await formOf(session.id), undefined, "70 minutes are left");
  await kassa.db.sql("UPDATE checkout_sessions SET expires_at = now() + interval '5 minutes' WHERE id = $1", [
    session.id,
  ]);
  await askForMoreTime(session.id);
  assert.equal(await formOf(session.id), undefined);
  assert.equal((await set(null)).body.timeExtensions, 1);
});

test("a session on a clock is extended in its own time", async () => {
  const clock = await makeClock();
  const { id, expiresAt } = await makeSession(kassa, { clock: clock.id });
  assert.equal(await formOf(id), undefined);
  await advance(clock.id, { to: later(expiresAt, -10 * minuteMs) });
  await askForMoreTime(id);
  await advance(clock.id, { to: later(expiresAt, 20 * minuteMs) });
  assert.equal((await sessionNow(id)).status, "open");
  await advance(clock.id, { to: later(expiresAt, 30 * minuteMs) });
  assert.equal((await sessionNow(id)).status, "expired");
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ["checkout.session.extended", "checkout.session.expired"],
  );
});

test("the last place of a payment link stays held while its customer has more time", async () => {
  const body = { name: "Concert", amount: 2500, currency: "EUR", maxPayments: 1 };
  const link = (await kassa.call("POST", "/api/payment-links", { body })).body;
  const url = kassa.url + new URL(link.url).pathname;
  const { session = "" } = await sendForm(await openLink(url));
  await askForMoreTime(session);
  const taken = await fetch(url);
  assert.equal(taken.status, 409);
  await payOnPage(kassa, session);
  const { completedSessions } = (await kassa.call("GET", `/api/payment-links/${link.id}`)).body;
  assert.equal(completedSessions, 1);
});
