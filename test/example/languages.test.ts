import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { payOnPage } from "../api/paying.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { freePort } from "../support/free-port.ts";
import { missingLanguage } from "../support/languages.ts";
import { cards } from "../support/payments.ts";
import { until } from "../support/until.ts";
import { startFlakyProxy } from "./flaky-proxy.ts";
import {
  type LanguageShop,
  type ShopLanguage,
  type ShopSettings,
  shops,
  startShop,
} from "./language-shop.ts";

/** The examples that use nothing but a language's standard library. Each has to behave the same. */
let kassa: TestApp;
before(async () => {
  kassa = await startTestApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });
});
after(() => kassa.close());

for (const language of Object.keys(shops) as ShopLanguage[]) {
  test(`the ${language} example fulfils a paid order exactly once, and trusts only genuine webhooks`, async (t) => {
    const missing = missingLanguage(language);
    if (missing !== undefined) return t.diagnostic(missing);
    const settings = await makeSettings(t);
    let shop = await startShop(language, settings);
    t.after(() => shop.end());
    const { endpoint, webhookSecret } = settings;
    const order = await openOrder(shop);
    const session = await checkOut(shop, order);
    assert.equal(await checkOut(shop, order), session, "a second click leads to the same session");
    assert.equal(await stateOf(shop, order), "unpaid, 0 parcels");

    const forged = await post(shop, paidEvent(order), webhookSecret.replace(/.{8}$/, "AAAAAAA="));
    assert.equal(forged.status, 400, "another secret is refused");
    const stale = await post(shop, paidEvent(order), webhookSecret, new Date(Date.now() - 301_000));
    assert.equal(stale.status, 400, "an old webhook is refused");
    assert.equal((await fetch(`${shop.url}/webhooks/kassa`, { method: "POST", body: "{}" })).status, 400);
    assert.equal(await stateOf(shop, order), "unpaid, 0 parcels");

    await payOnPage(kassa, session);
    await until(async () => (await stateOf(shop, order)) === "paid, 1 parcels", "the order is fulfilled");
    await resendAll(session, endpoint);
    await shop.end();
    const printedBefore = shop.printed();
    shop = await startShop(language, settings);
    await resendAll(session, endpoint);
    assert.equal(await stateOf(shop, order), "paid, 1 parcels");
    const fulfilled = (printedBefore + shop.printed()).split(`Fulfilled ${order}`).length - 1;
    assert.equal(fulfilled, 1, "it is fulfilled once, also after a restart");
  });

  test(`the ${language} example waits for delayed money, and applies concurrent and late events once`, async (t) => {
    const missing = missingLanguage(language);
    if (missing !== undefined) return t.diagnostic(missing);
    const settings = await makeSettings(t);
    const shop = await startShop(language, settings);
    t.after(() => shop.end());
    const order = await openOrder(shop);
    await payOnPage(kassa, await checkOut(shop, order), cards.approvedLater);
    await until(async () => (await stateOf(shop, order)) === "processing, 0 parcels", "it is processing");

    const other = await openOrder(shop);
    await checkOut(shop, other);
    const later = { ...paidEvent(other, "checkout.session.async_payment_succeeded"), sequence: 5 };
    const rotated = { "webhook-signature": `v1,AAAA ${sign(later, settings.webhookSecret)}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(shop, later, settings.webhookSecret, new Date(), rotated)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204, 204, 204],
    );
    const earlier = {
      ...paidEvent(other),
      data: { object: { ...paidEvent(other).data.object, paymentStatus: "processing" } },
    };
    assert.equal((await post(shop, earlier, settings.webhookSecret)).status, 204);
    assert.equal(await stateOf(shop, other), "paid, 1 parcels", "an event that arrives late changes nothing");
    assert.equal(shop.printed().split(`Fulfilled ${other}`).length - 1, 1);
    const unknown = { ...paidEvent(other), type: "dispute.opened", id: "evt_sandbox_9" };
    assert.equal((await post(shop, unknown, settings.webhookSecret)).status, 204);
  });

  test(`the ${language} example repeats a request that got no response, and prints why Kassa refused one`, async (t) => {
    const missing = missingLanguage(language);
    if (missing !== undefined) return t.diagnostic(missing);
    const proxy = await startFlakyProxy(kassa.url);
    t.after(() => proxy.close());
    const settings = await makeSettings(t);
    const shop = await startShop(language, { ...settings, kassaUrl: proxy.url });
    t.after(() => shop.end());
    const order = await openOrder(shop);
    await checkOut(shop, order);
    assert.deepEqual(proxy.idempotencyKeys, [order, order, order]);

    const port = await freePort();
    const broken = await startShop(language, { ...settings, port, key: `${settings.key}x` });
    t.after(() => broken.end());
    const refused = await sendCheckout(broken, await openOrder(broken));
    assert.equal(refused.status, 502);
    assert.match(await refused.text(), /can’t be started/);
    await until(() => broken.printed().includes("authentication_failed"), "the problem is printed");
    assert.equal((await sendCheckout(shop, "<b>")).status, 400);
    assert.equal((await fetch(`${shop.url}/orders/none`)).status, 404);
  });
}

type Settings = ShopSettings & { readonly endpoint: string };

async function makeSettings(t: TestContext): Promise<Settings> {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-language-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const { body } = await kassa.call("POST", "/api/webhook-endpoints", {
    body: { url: `http://localhost:${port}/webhooks/kassa`, events: ["checkout.session.*"] },
  });
  t.after(() => kassa.call("DELETE", `/api/webhook-endpoints/${body.id}`));
  const key = kassa.tenant.keys.sandbox.secret;
  return { port, folder, kassaUrl: kassa.url, key, webhookSecret: body.secret, endpoint: body.id };
}

/** The id of the order that the shop's form is for. */
async function openOrder(shop: LanguageShop): Promise<string> {
  const page = await (await fetch(shop.url)).text();
  const [, order = ""] = /name="order" value="([^"]+)"/.exec(page) ?? [];
  assert.match(order, /^[0-9a-f-]{36}$/);
  return order;
}

const sendCheckout = (shop: LanguageShop, order: string): Promise<Response> =>
  fetch(`${shop.url}/checkout`, { method: "POST", body: new URLSearchParams({ order }), redirect: "manual" });

/** Submits the form, and returns the id of the session that it leads to. */
async function checkOut(shop: LanguageShop, order: string): Promise<string> {
  const { status, headers } = await sendCheckout(shop, order);
  assert.equal(status, 303, shop.printed());
  const { body } = await kassa.call("GET", `/api/checkout/sessions?clientReferenceId=${order}`);
  assert.equal(body.data.length, 1);
  assert.equal(headers.get("location"), body.data[0].url);
  assert.equal(body.data[0].successUrl, `${shop.url}/orders/${order}?returned`);
  return body.data[0].id;
}

/** What the order's page says. */
async function stateOf(shop: LanguageShop, order: string): Promise<string> {
  const page = await (await fetch(`${shop.url}/orders/${order}`)).text();
  const [, state, parcels] = /: (\w+)<\/p><p>Parcels: (\d+)</.exec(page) ?? [];
  return `${state}, ${parcels} parcels`;
}

const paidEvent = (order: string, type = "checkout.session.completed") => ({
  object: "event",
  id: `evt_sandbox_${randomUUID()}`,
  type,
  sequence: 1,
  data: { object: { clientReferenceId: order, paymentStatus: "paid" } },
});

const sign = (event: { id: string }, secret: string, at = new Date()): string =>
  new Webhook(secret).sign(event.id, at, JSON.stringify(event));

const post = (shop: LanguageShop, event: { id: string }, secret: string, at = new Date(), headers = {}) =>
  fetch(`${shop.url}/webhooks/kassa`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": event.id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": sign(event, secret, at),
      ...headers,
    },
    body: JSON.stringify(event),
  });

/** Sends all events of a session again, and waits until the shop has received them. */
async function resendAll(session: string, endpoint: string): Promise<void> {
  const { body: events } = await kassa.call("GET", `/api/events?session=${session}&type=checkout.*`);
  assert.ok(events.data.length > 0);
  for (const { id } of events.data) {
    const { body } = await kassa.call("POST", `/api/events/${id}/resend`, { body: { endpoint } });
    const [delivery] = body.data;
    await until(async () => {
      const { body: list } = await kassa.call(
        "GET",
        `/api/webhook-endpoints/${endpoint}/deliveries?event=${id}`,
      );
      return list.data.some(
        (each: { id: string; status: string }) => each.id === delivery.id && each.status === "delivered",
      );
    }, `${id} was sent again`);
  }
}
