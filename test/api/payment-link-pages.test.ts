import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonBody } from "../support/app.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { openLink, sendForm } from "./link-visitor.ts";
import { payOnPage } from "./paying.ts";
import { sessionsPath } from "./support.ts";

const kassa = useTestApp();

async function makeLink(changes: Record<string, unknown> = {}, key?: string): Promise<JsonBody> {
  const body = { name: "Concert", amount: 2500, currency: "EUR", description: "One ticket", ...changes };
  const owner = key === undefined ? {} : { key };
  const answer = await kassa.call("POST", "/api/payment-links", { body, ...owner });
  assert.equal(answer.status, 200, answer.text);
  return { ...answer.body, url: kassa.url + new URL(answer.body.url).pathname };
}

const change = (link: JsonBody, body: object) =>
  kassa.call("POST", `/api/payment-links/${link.id}`, { body });
const linkNow = async ({ id }: JsonBody) => (await kassa.call("GET", `/api/payment-links/${id}`)).body;
const sessionOf = async (id: string | undefined) => (await kassa.call("GET", `${sessionsPath}/${id}`)).body;
const sessionsOf = async ({ id }: JsonBody): Promise<JsonBody[]> =>
  (await kassa.call("GET", `${sessionsPath}?limit=100&paymentLink=${id}`)).body.data;
const minutesLeft = ({ createdAt, expiresAt }: JsonBody) =>
  (Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000;

/** Opens the link's page and presses its button. */
const start = async ({ url }: JsonBody) => sendForm(await openLink(url));

test("opening the page creates nothing; its button creates a session of the link", async () => {
  const link = await makeLink({
    lineItems: [{ name: "Ticket", quantity: 1, unitAmount: 2500 }],
    clientReferenceId: "concert-7",
    metadata: { hall: "7" },
    locale: "de",
    successUrl: "https://shop.example/thanks",
  });
  const page = await fetch(link.url);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("set-cookie"), null);
  for (const text of ["Test shop", "25,00", "One ticket", "Weiter zur Zahlung"])
    assert.ok(html.includes(text), text);
  assert.ok(!html.includes("Concert"), "customers don't see the link's name");
  assert.deepEqual(await sessionsOf(link), []);

  const { status, session: id } = await start(link);
  assert.equal(status, 303);
  const [session, ...others] = await sessionsOf(link);
  assert.deepEqual(others, []);
  assert.equal(session.id, id);
  const {
    amount,
    currency,
    lineItems,
    clientReferenceId,
    metadata,
    locale,
    successUrl,
    status: open,
  } = session;
  assert.deepEqual(
    { amount, currency, lineItems, clientReferenceId, metadata, locale, successUrl, open },
    {
      amount: 2500,
      currency: "EUR",
      lineItems: link.lineItems,
      clientReferenceId: "concert-7",
      metadata: { hall: "7" },
      locale: "de",
      successUrl: "https://shop.example/thanks",
      open: "open",
    },
  );
  assert.equal(new URL(session.cancelUrl).pathname, `/l/${link.id}`);
  assert.equal(minutesLeft(session), 24 * 60);
});

test("without a successUrl the payment page says that it is paid, and leads nowhere else", async () => {
  const link = await makeLink();
  const { session = "" } = await start(link);
  await payOnPage(kassa, session);
  const html = await (await fetch(`${kassa.url}/pay/${session}`)).text();
  assert.ok(html.includes("Payment complete"), html);
  assert.ok(!html.includes("Continue to"), html);
  assert.equal((await linkNow(link)).completedSessions, 1);
});

test("the same form, sent many times at once, makes one session; another page makes another", async () => {
  for (const maxPayments of [null, 1]) {
    const link = await makeLink({ maxPayments });
    const form = await openLink(link.url);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendForm(form)));
    const later = await sendForm(form);
    assert.deepEqual(new Set([...answers, later].map(({ status }) => status)), new Set([303]));
    assert.equal(new Set([...answers, later].map(({ session }) => session)).size, 1);
    assert.equal((await sessionsOf(link)).length, 1);
    if (maxPayments === null) assert.notEqual((await start(link)).session, later.session);
  }
});

test("a form whose session has expired makes a new one", async () => {
  const link = await makeLink();
  const form = await openLink(link.url);
  const first = await sendForm(form);
  await kassa.call("POST", `${sessionsPath}/${first.session}/expire`);
  const second = await sendForm(form);
  assert.equal(second.status, 303);
  assert.notEqual(second.session, first.session);
});

test("a limit of 5 holds when 50 customers begin at once, and expired sessions give their places back", async () => {
  const link = await makeLink({ maxPayments: 5 });
  const forms = await Promise.all(Array.from({ length: 50 }, () => openLink(link.url)));
  const answers = await Promise.all(forms.map((form) => sendForm(form)));
  const started = answers.flatMap(({ session }) => session ?? []);
  assert.equal(started.length, 5);
  assert.equal(answers.filter(({ status }) => status === 409).length, 45);
  const sessions = await sessionsOf(link);
  assert.deepEqual(new Set(sessions.map(({ id }) => id)), new Set(started));
  for (const session of sessions) assert.equal(minutesLeft(session), 30);

  const taken = await fetch(link.url);
  assert.equal(taken.status, 409);
  assert.match(await taken.text(), /Someone is paying for the last one right now.*Try again in 30 minutes/s);

  const [left = "", ...payers] = started;
  await kassa.call("POST", `${sessionsPath}/${left}/expire`);
  await Promise.all(payers.map((id) => payOnPage(kassa, id)));
  const [one, other] = await Promise.all([openLink(link.url), openLink(link.url)]);
  const last = await Promise.all([sendForm(one), sendForm(other)]);
  assert.deepEqual(last.map(({ status }) => status).toSorted(), [303, 409]);
  await payOnPage(kassa, last.find(({ status }) => status === 303)?.session ?? "");
  assert.equal((await linkNow(link)).completedSessions, 5);

  const soldOut = await sendForm(forms[0] ?? one);
  const again = await sendForm(one);
  const closed = [soldOut, again].filter(({ status }) => status === 410);
  assert.ok(closed.length > 0);
  for (const { text } of closed) assert.match(text, /Sold out/);
  assert.equal((await fetch(link.url)).status, 410);
  assert.equal((await sessionsOf(link)).filter(({ status }) => status !== "expired").length, 5);

  await change(link, { maxPayments: 6 });
  assert.equal((await start(link)).status, 303);
});

test("sessions end soon after their link, but leave time to pay", async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const near = await makeLink({ expiresAt: inMinutes(5) });
  assert.equal(minutesLeft(await sessionOf((await start(near)).session)), 30);
  const later = await makeLink({ expiresAt: inMinutes(120) });
  assert.equal((await sessionOf((await start(later)).session)).expiresAt, later.expiresAt);
});

test("an inactive or expired link says so, and starts nothing", async () => {
  const inactive = await makeLink();
  const expired = await makeLink({ expiresAt: "2099-01-01T00:00:00Z" });
  const forms = [await openLink(inactive.url), await openLink(expired.url)];
  await change(inactive, { active: false });
  await kassa.db.sql("UPDATE payment_links SET expires_at = now() WHERE id = $1", [expired.id]);
  for (const [index, text] of [/isn’t available right now/, /has expired/].entries()) {
    const form = forms[index] ?? assert.fail();
    const page = await fetch(form.url);
    assert.equal(page.status, 410);
    assert.match(await page.text(), text);
    const { status, text: answer } = await sendForm(form);
    assert.equal(status, 410);
    assert.match(answer, text);
  }
  assert.deepEqual([await sessionsOf(inactive), await sessionsOf(expired)], [[], []]);
  await change(inactive, { active: true });
  assert.equal((await start(inactive)).status, 303);
});

test("forms of other sites, of other links and without a token start nothing", async () => {
  const link = await makeLink();
  const other = await makeLink();
  const form = await openLink(link.url);
  const theirs = await openLink(other.url);
  const refused = [
    await sendForm(form, { "sec-fetch-site": "cross-site" }),
    await sendForm(form, { origin: "https://evil.example" }),
    await sendForm({ url: link.url, body: theirs.body }),
    await sendForm({ url: link.url, body: "" }),
    await sendForm({ url: link.url, body: form.body.replace("visit=", "visit=x") }),
  ];
  assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([403]));
  assert.deepEqual(await sessionsOf(link), []);
});

test("unknown links have no page", async () => {
  const { url, id } = await makeLink();
  const absent = id.replace(/.$/, (last: string) => (last === "0" ? "1" : "0"));
  for (const path of [absent, "x", id.replace("pl_", "cs_"), id.replace("sandbox", "live")]) {
    assert.equal((await fetch(url.replace(id, path))).status, 404, path);
    assert.equal(
      (await fetch(url.replace(id, path), { method: "POST", body: new URLSearchParams() })).status,
      404,
    );
  }
});

test("an address that starts very many sessions is refused for a while", async () => {
  const { keys } = await kassa.makeTenant("Busy");
  const link = await makeLink({}, keys.sandbox.secret);
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => start(link)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
  }
  const refused = await start(link);
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Too many attempts/);
  assert.equal((await start(await makeLink())).status, 303, "other merchants' links are not affected");
});
