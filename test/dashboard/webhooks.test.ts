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

// A developer adds an endpoint, sees that their server fails, mends it and sends the event again. Then they disable the endpoint while
// their server is down, and catch up with what was canceled.

let kassa: PeopleApp;
let browser: TestBrowser;
/** What the developer's server answers. */
let status = 500;
/** The path of the endpoint and the event: those of an earlier test are sent to, too. */
const received: string[] = [];
const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    received.push(`${request.url} ${request.headers["webhook-id"]}`);
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

/** The events of an endpoint's deliveries with a status. */
async function eventsOf(url: string, status: string): Promise<string[]> {
  const { body: endpoints } = await kassa.call("GET", "/api/webhook-endpoints?limit=100");
  const endpoint = endpoints.data.find((each: { url: string }) => each.url === url);
  const { body } = await kassa.call(
    "GET",
    `/api/webhook-endpoints/${endpoint.id}/deliveries?status=${status}&limit=100`,
  );
  return body.data.map(({ event }: { event: string }) => event);
}

for (const [name, options] of layouts)
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
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
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

      status = 503;
      await pay(kassa);
      await page.getByText("HTTP 503").first().waitFor();
      await page.getByRole("button", { name: "Disable" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Deliveries that wait are canceled").waitFor();
      await lookAt(page, `webhooks-disable-${name}`);
      await dialog.getByRole("button", { name: "Disable" }).click();
      await page.getByText("Nothing is sent while it is disabled").waitFor();
      await page.getByText("Canceled", { exact: true }).first().waitFor();
      await dialog.waitFor({ state: "detached" });
      await lookAt(page, `webhooks-disabled-${name}`);
      assert.equal(await page.getByRole("button", { name: "Send a test event" }).count(), 0);
      status = 204;
      // The event that was sent again before has a canceled delivery, too.
      const delivered = await eventsOf(url, "delivered");
      const canceled = (await eventsOf(url, "canceled"))
        .filter((event) => !delivered.includes(event))
        .map((event) => `/${name} ${event}`);
      assert.ok(canceled.length > 0);
      received.length = 0;
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByRole("button", { name: "Resend undelivered events" }).click();
      await dialog.getByRole("button", { name: "Send again" }).click();
      await dialog.getByText(`Events sent again: ${canceled.length}.`).waitFor();
      await until(async () => canceled.every((event) => received.includes(event)), "what was canceled");
      await lookAt(page, `webhooks-caught-up-${name}`);
      // Asked again, it sends nothing twice.
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Resend undelivered events" }).click();
      await dialog.getByRole("button", { name: "Send again" }).click();
      await dialog.getByText("Nothing has failed or was canceled in this time.").waitFor();
      assert.deepEqual(
        received.filter((each) => each.startsWith(`/${name} `)).toSorted(),
        canceled.toSorted(),
      );
    });
  });
