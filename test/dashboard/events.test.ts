import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { type PeopleApp, password, startPeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { until } from "../support/until.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// A developer watches events as they happen, opens one, and sends it again.

let kassa: PeopleApp;
let browser: TestBrowser;
const received: string[] = [];
/** What the developer's server answers. */
let status = 204;
let endpoint: string;
const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    received.push(String(request.headers["webhook-id"]));
    response.writeHead(status).end();
  });
});

before(async () => {
  kassa = await startPeopleApp({ KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });
  browser = openBrowser(kassa.url);
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/webhooks`;
  const made = await kassa.call("POST", "/api/webhook-endpoints", { body: { url } });
  assert.equal(made.status, 200, made.text);
  endpoint = made.body.id;
});
after(async () => {
  await browser.close();
  await kassa.close();
  receiver.close();
});

for (const [name, options, isFirst] of layouts)
  test(`a developer sees an event as it happens, and sends it again: ${name}`, async () => {
    received.length = 0;
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      await page.goto(`${kassa.url}/dashboard/join#${await kassa.firstOwnerLink()}`);
      await page.getByLabel("Your name").fill("Dev");
      await page.getByLabel("Your e-mail address").fill(`dev-${name}@shop.example`);
      await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "Events" }).click();
      await page.getByRole("status").getByText("Up to date").waitFor();
      if (isFirst) {
        await page.getByText("Nothing has happened yet").waitFor();
        await lookAt(page, `events-empty-${name}`);
      }
      const paid = await pay(kassa, {});
      await page.getByText(paid.id).first().waitFor();
      await lookAt(page, `events-${name}`);
      await page.getByRole("link", { name: "payment.captured" }).first().click();
      await page.getByText("HTTP 204").first().waitFor();
      await lookAt(page, `event-${name}`);
      const before = received.length;
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByText("It was sent again.").waitFor();
      await page.getByText("HTTP 204").nth(1).waitFor();
      assert.equal(received.length, before + 1);
      await page.getByRole("link", { name: "Open the payment" }).click();
      await page.getByRole("button", { name: "Refund" }).waitFor();
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "Webhooks" }).click();
      await page.getByText("/webhooks").first().click();
      await page.getByRole("button", { name: "Resend undelivered events" }).click();
      await lookAt(page, `webhooks-resend-undelivered-${name}`);
      await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
      await page.getByText("Nothing has failed or was canceled in this time.").waitFor();
      await page.getByRole("button", { name: "Close" }).click();

      // Whose server says 410 gets nothing more, until the endpoint is enabled again.
      status = 410;
      received.length = 0;
      await pay(kassa, {});
      const deliveries = `/api/webhook-endpoints/${endpoint}/deliveries?status=failed&limit=1`;
      // The list may show those of an earlier test.
      await until(async () => {
        const [newest] = (await kassa.call("GET", deliveries)).body.data;
        return received.includes(newest?.event);
      }, "the delivery has failed");
      await page.getByText("HTTP 410").first().waitFor();
      status = 204;
      received.length = 0;
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByRole("button", { name: "Resend undelivered events" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
      await page.getByText(/Events sent again: [1-9]\./).waitFor();
      await lookAt(page, `webhooks-resent-${name}`);
      const { body: failed } = await kassa.call("GET", deliveries);
      await until(async () => received.includes(failed.data[0].event), "the failed event");
    });
  });
