import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Request } from "playwright-core";
import { addAuthenticator, join, type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { startReviewAt } from "../api/payment-in-review.ts";
import { openBrowser } from "../support/browser.ts";
import { until } from "../support/until.ts";
import { signInAs } from "./join-as-owner.ts";
import { type Movement, paymentMovements, reviewMovements } from "./live-movements.ts";
import { lookAt } from "./look-at.ts";

// What is done with live payments is asked for twice. The live screens show the sandbox's data here, because the sandbox has all of it.

test("a live payment is changed only after a second question", async (t) => {
  const kassa = await startPeopleApp();
  t.after(() => kassa.close());
  await tryAll(kassa, await paymentMovements(kassa));
});

test("live charges of another amount are decided on only after a second question", async (t) => {
  const { shop: kassa, payment } = await startReviewAt(t, startPeopleApp);
  const others = [await pay(kassa), await pay(kassa), await pay(kassa)];
  await tryAll(kassa, reviewMovements(payment.id, others[0].id));
});

async function tryAll(kassa: PeopleApp, movements: readonly Movement[]): Promise<void> {
  const browser = openBrowser(kassa.url);
  const owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(owner);
  const start = `${kassa.url}/dashboard/${kassa.tenant.tenant.id}/live`;
  try {
    await browser.visit({ phone: true, mayKeepCookies: true }, async (page) => {
      await signInAs(page, kassa, owner);
      await page.route("**/api/**", (route, request) => {
        const headers = request.headers();
        const isLive = headers["kassa-mode"] === "live";
        return route.continue(isLive ? { headers: { ...headers, "kassa-mode": "sandbox" } } : {});
      });
      for (const movement of movements) {
        await page.goto(`${start}/${movement.screen}`);
        await tryOne(page, movement);
      }
    });
  } finally {
    await browser.close();
  }
}

/** Turns a movement down in two ways, and then carries it out. */
async function tryOne(page: Page, { name, begin, amount, action, request }: Movement): Promise<void> {
  const orders: Request[] = [];
  const note = (sent: Request) => void (sent.method() === "POST" && orders.push(sent));
  page.on("request", note);
  const dialog = page.getByRole("dialog");
  const isAsked = async (): Promise<void> => {
    await dialog.getByText("Live. This is real money.").waitFor();
    await dialog.getByText(amount, { exact: true }).waitFor();
    assert.deepEqual(
      orders.map((order) => order.url()),
      [],
      `${name} was sent before the second question`,
    );
  };
  const leave = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  };
  // The second press of two may land beside the dialog, and close it.
  await begin(page, (button) => button.dblclick());
  await leave();
  assert.equal(orders.length, 0, `${name} was sent by a double press`);
  await begin(page, (button) => button.click());
  await isAsked();
  await page.keyboard.press("Enter");
  await isAsked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await leave();
  await begin(page, (button) => button.press("Enter"));
  await isAsked();
  await lookAt(page, `live-${name.replaceAll(/\W+/g, "-")}`);
  await leave();
  await begin(page, (button) => button.click());
  await isAsked();
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await until(() => orders.length > 0, `${name} is sent`);
  const [order] = orders;
  assert.match(order?.url() ?? "", request);
  assert.equal((await order?.response())?.status(), 200, name);
  page.off("request", note);
}
