import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import type { FastifyInstance } from "fastify";
import type { Page } from "playwright-core";
import { Orders } from "../../examples/shop/orders.ts";
import { makeShop } from "../../examples/shop/server.ts";
import { Kassa } from "../../sdk/src/index.ts";
import { type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { cards, noticeOn, pay } from "../browser/testbed.ts";
import { joinAsOwner } from "../dashboard/join-as-owner.ts";
import { checkAccessibility } from "../support/axe.ts";
import { openBrowser, screenshot, type TestBrowser } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";

let app: PeopleApp;
let kassa: Kassa;
let shop: FastifyInstance;
let orders: Orders;
let browser: TestBrowser;
let folder: string;
let url: string;
let endpoint: string;

before(async () => {
  app = await startPeopleApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });
  kassa = new Kassa(app.tenant.keys.sandbox.secret, { baseUrl: app.url });
  folder = mkdtempSync(path.join(tmpdir(), "kassa-shop-"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { id, secret } = await kassa.webhookEndpoints.create({ url: `${url}/webhooks/kassa` });
  endpoint = id;
  orders = new Orders(path.join(folder, "orders.sqlite"));
  shop = makeShop({ kassa, orders, webhookSecret: secret, url, kassaUrl: app.url });
  await shop.listen({ port, host: "127.0.0.1" });
  assert.equal((shop.server.address() as AddressInfo).port, port);
  browser = openBrowser(url, app.url);
});
after(async () => {
  await browser.close();
  await shop.close();
  orders.close();
  rmSync(folder, { recursive: true });
  await app.close();
});

for (const [name, options] of [
  ["a phone in the dark", { phone: true, dark: true }],
  ["a desktop in the light", {}],
] as const) {
  test(`an order is paid, packed once and refunded: on ${name}`, async () => {
    await browser.visit(options, async (page) => {
      const show = (step: string) =>
        lookAt(page, `shop-${step}-${"phone" in options ? "phone-dark" : "desktop"}`);
      await page.goto(url);
      await page.getByLabel("Quantity of Monstera").selectOption("1");
      await page.getByLabel("Quantity of Terracotta pot").selectOption("2");
      await show("products");
      await page.getByRole("button", { name: "To the cart" }).click();
      await page.getByText("€57.80").first().waitFor();
      await show("cart");
      await page.getByRole("button", { name: "Check out €57.80" }).click();
      await page.waitForURL(`${app.url}/**`);
      await pay(page, cards.genericDecline);
      await noticeOn(page).waitFor();
      await pay(page);
      await page.waitForURL(`${url}/orders/*`);
      await page.getByRole("heading", { name: "Thank you" }).waitFor();
      await page.getByText("Paid, being packed").waitFor();
      await show("paid");
      const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      await assertPackedOnce(id);
      await refundInDashboard(id);
      await page.reload();
      await page.getByText("Paid, partly refunded").waitFor();
      assert.match((await page.locator(".refund").textContent()) ?? "", /−€9\.00/);
      await show("refunded");
      await refundTheRest(page, id);
      await page.getByRole("heading", { name: "Refunded" }).waitFor();
      assert.match((await page.locator(".refund").textContent()) ?? "", /−€57\.80/);
    });
  });
}

/** Sends all of the order's events once more: they change nothing. */
async function assertPackedOnce(order: string): Promise<void> {
  const count = (): number => orders.parcels().filter((parcel) => parcel === order).length;
  assert.equal(count(), 1);
  const before = orders.find(order);
  const [session] = (await kassa.checkout.sessions.list({ clientReferenceId: order })).data;
  assert.ok(session);
  for await (const { id } of kassa.events.each({ session: session.id })) {
    const [delivery] = (await kassa.events.resend(id, { endpoint })).data;
    await until(async () => {
      const { data } = await kassa.webhookEndpoints.deliveries(endpoint, { event: id });
      return data.some((each) => each.id === delivery?.id && each.status === "delivered");
    }, `${id} was sent again`);
  }
  assert.equal(count(), 1);
  assert.deepEqual(orders.find(order), before);
}

/** Somebody of the shop refunds 9.00 in the dashboard, and the webhook tells the shop. */
async function refundInDashboard(order: string): Promise<void> {
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await joinAsOwner(page, app, order);
    await page.goto(`${start}/payments?search=${order}`);
    await page.getByText("€57.80").first().click();
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByLabel("Amount (EUR)").fill("9.00");
    await page.getByRole("button", { name: "Refund €9.00" }).click();
    await page.getByText("€9.00 was refunded.").waitFor();
  });
  await until(() => orders.find(order)?.refundedAmount === 900, "the shop knows of the refund");
}

/** Refunds all that is left over the API, and loads the order page once the shop knows. */
async function refundTheRest(page: Page, order: string): Promise<void> {
  const [payment] = (await kassa.payments.list({ clientReferenceId: order })).data;
  assert.ok(payment);
  const before = orders.find(order)?.refundedAmount ?? 0;
  await kassa.refunds.create({ payment: payment.id });
  await until(() => (orders.find(order)?.refundedAmount ?? 0) > before, "the shop knows of the refund");
  await page.reload();
}

test("a form that is sent twice places one order with one session, and a cancelled payment can be continued", async () => {
  const order = "00000000-0000-4000-8000-000000000002";
  const body = new URLSearchParams({ order, pearls: "1" });
  const send = () => fetch(`${url}/checkout`, { method: "POST", body, redirect: "manual" });
  const [first, second] = await Promise.all([send(), send()]);
  assert.equal(first.status, 303);
  assert.equal(first.headers.get("location"), second.headers.get("location"));
  assert.equal((await kassa.checkout.sessions.list({ clientReferenceId: order })).data.length, 1);
  await browser.visit({}, async (page) => {
    await page.goto(`${url}/orders/${order}`);
    await lookAt(page, "shop-unpaid-desktop");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.waitForURL(first.headers.get("location") ?? "");
  });
  assert.deepEqual([orders.find(order)?.state, orders.parcels().includes(order)], ["unpaid", false]);
});

test("an unsigned webhook changes nothing, and an unknown order is 404", async () => {
  const forged = { object: "event", id: "evt_x", type: "checkout.session.completed", sequence: 9 };
  const headers = { "content-type": "application/json" };
  const post = { method: "POST", headers, body: JSON.stringify(forged) };
  assert.equal((await fetch(`${url}/webhooks/kassa`, post)).status, 400);
  assert.equal((await fetch(`${url}/orders/none`)).status, 404);
  assert.equal((await fetch(`${url}/cart`)).status, 200);
  assert.equal(
    (await fetch(`${url}/checkout`, { method: "POST", redirect: "manual" })).headers.get("location"),
    "/",
  );
});

async function lookAt(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );
  assert.equal(overflow, false, `${name} overflows`);
  await checkAccessibility(page);
  await screenshot(page, name);
}
