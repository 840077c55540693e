import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// An owner connects their account at Stripe: a wrong key is refused where it was typed, and the account takes charges in the end.

let stripe: FakeStripe;
let kassa: PeopleApp;
let browser: TestBrowser;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startPeopleApp({ KASSA_STRIPE_URL: stripe.url });
  browser = openBrowser(kassa.url);
});
after(async () => {
  await browser.close();
  await kassa.close();
  await stripe.close();
});

for (const [name, options] of layouts)
  test(`an owner connects Stripe, and enables it: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      await page.goto(`${await joinAsOwner(page, kassa, `connectors-${name}`)}/home`);
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("link", { name: "Payment providers" }).click();
      await page.getByRole("heading", { name: "Payment providers" }).waitFor();
      await lookAt(page, `connectors-${name}`);
      await page.getByRole("button", { name: "Add a provider" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill(`Stripe ${name}`);
      const key = dialog.getByRole("textbox", { name: /Secret key or restricted key/ });
      await key.fill("sk_live_51NotOfTheSandbox0000");
      await dialog.getByRole("button", { name: "Check and add" }).click();
      await dialog
        .getByText(/sk_test_/)
        .first()
        .waitFor();
      await lookAt(page, `connectors-refused-${name}`);
      await key.fill(stripe.keys.test);
      await dialog.getByRole("button", { name: "Check and add" }).click();
      await page.getByText("Before it can be enabled, it needs").waitFor();
      await lookAt(page, `connector-incomplete-${name}`);
      await page.getByRole("button", { name: "Let Kassa enter it at Stripe" }).click();
      await page.getByText("Before it can be enabled, it needs").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Make a test payment" }).waitFor();
      await page.getByRole("button", { name: "Enable" }).click();
      await page.getByText("New sandbox payments can go to it.").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Enable" }).click();
      await page.getByText("Enabled", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Check the credentials" }).click();
      await page.getByText("The provider accepts the credentials.").waitFor();
      await page.getByLabel("Position").fill("7");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
      await lookAt(page, `connector-${name}`);
      await page.getByRole("link", { name: "All providers" }).click();
      await page.getByLabel("Customer’s country").fill("it");
      await page.getByRole("button", { name: "Where would it go?" }).click();
      await page.getByText(/^Card payment of €50.00 from Italy goes to Stripe/).waitFor();
      await page.getByText(/^The simulated provider: its customers pay on another page/).waitFor();
      await lookAt(page, `routing-${name}`);
    });
    const { body } = await kassa.call("GET", "/api/connector-accounts");
    const made = body.data.find(({ label }: { label: string }) => label === `Stripe ${name}`);
    assert.deepEqual([made.status, made.position, made.missingCredentials], ["enabled", 7, []]);
    assert.ok(!JSON.stringify(body).includes(stripe.keys.test));
  });

test("a provider that needs nothing more is added disabled, until the owner has seen it work", async () => {
  await browser.visit({ phone: true, mayKeepCookies: true }, async (page) => {
    const start = await joinAsOwner(page, kassa, "connectors-disabled");
    await page.goto(`${start}/connectors`);
    await page.getByRole("button", { name: "Add a provider" }).click();
    const dialog = page.getByRole("dialog");
    const enableNow = dialog.getByRole("switch", { name: "Enable it now" });
    await dialog.getByRole("textbox", { name: /Secret key or restricted key/ }).waitFor();
    assert.equal(await enableNow.count(), 0, "Stripe's account waits for its notifications anyway");
    await dialog.getByLabel("Provider").click();
    await page.getByRole("option", { name: "Bank transfer" }).click();
    await dialog.getByLabel("Name").fill("Later");
    await enableNow.uncheck();
    await lookAt(page, "connectors-enable-now");
    await dialog.getByRole("button", { name: "Check and add" }).click();
    await page.getByRole("heading", { name: "Later" }).waitFor();
    await page.getByText("Disabled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Enable" }).waitFor();
  });
  const { body } = await kassa.call("GET", "/api/connector-accounts");
  assert.equal(body.data.find(({ label }: { label: string }) => label === "Later").status, "disabled");
});
