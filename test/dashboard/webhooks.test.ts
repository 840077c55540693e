import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { type PeopleApp, password, startPeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { lookAt } from "./look-at.ts";

// A developer adds an endpoint, sees that their server fails, mends it and sends the event again.

let kassa: PeopleApp;
let browser: TestBrowser;
/** What the developer's server answers. */
let status = 500;
const received: string[] = [];
const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    received.push(String(request.headers["webhook-id"]));
    response.writeHead(status).end(status === 500 ? "TypeError: order is undefined" : "");
  });
});

before(async () => {
  kassa = await startPeopleApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });
  browser = openBrowser(kassa.url);
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
});
after(async () => {
  await browser.close();
  await kassa.close();
  receiver.close();
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone-dark", { phone: true, dark: true }],
] as const)
  test(`a developer adds an endpoint, sees a failure, and sends the event again: ${name}`, async () => {
    status = 500;
    received.length = 0;
    const { port } = receiver.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/${name}`;
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      await page.goto(`${kassa.url}/dashboard/join#${await kassa.firstOwnerLink()}`);
      await page.getByLabel("Your name").fill("Dev");
      await page.getByLabel("Your e-mail address").fill(`dev-${name}@shop.example`);
      await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      if ("phone" in options) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "Webhooks" }).click();
      await page.getByRole("heading", { name: "Webhooks" }).waitFor();
      await lookAt(page, `webhooks-${name}`);
      await page.getByRole("button", { name: "Add an endpoint" }).click();
      await page.getByLabel("Address").fill(url);
      await page.getByRole("dialog").getByRole("button", { name: "Add an endpoint" }).click();
      await page.getByText(/whsec_/).waitFor();
      await lookAt(page, `webhooks-secret-${name}`);
      await page.getByRole("button", { name: "I have copied it" }).click();
      await pay(kassa);
      await page.getByText(url).click();
      await page.getByText("HTTP 500").first().waitFor();
      await lookAt(page, `webhooks-failed-${name}`);
      await page.getByRole("button", { name: "checkout.session.completed" }).click();
      await page.getByText("TypeError: order is undefined").waitFor();
      await lookAt(page, `webhooks-delivery-${name}`);
      status = 204;
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByText("HTTP 204").first().waitFor();
      await lookAt(page, `webhooks-delivered-${name}`);
    });
    assert.ok(received.length >= 2);
  });
