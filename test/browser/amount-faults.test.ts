import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { checkAccessibility } from "../support/axe.ts";
import { until } from "../support/until.ts";
import { fillIn, openTestbed, scripting, type Testbed, thanksUrl } from "./testbed.ts";

let stripe: FakeStripe;
let testbed: Testbed;
before(async () => {
  stripe = await startFakeStripe();
  testbed = await openTestbed({ KASSA_STRIPE_URL: stripe.url });
});
after(async () => {
  await testbed.close();
  await stripe.close();
});

const makeSession = () =>
  testbed.createSession({
    amount: 2000,
    paymentMethods: ["card"],
    lineItems: [
      { name: "Mug", quantity: 2, unitAmount: 1000, adjustableQuantity: { minimum: 1, maximum: 5 } },
    ],
    promotionCodes: [{ code: "SUMMER10", percentOff: "10" }],
    tips: { percentages: ["10"] },
  });

test("with JavaScript: a code that is still being typed isn't sent by a button or a tip, and stays", async () => {
  const session = await makeSession();
  await testbed.visit({ js: true }, async (page) => {
    await page.goto(session.url);
    await page.getByText("Add a promotion code").click();
    const field = page.getByRole("textbox", { name: "Promotion code" });
    await field.fill("SUM");
    await page.getByRole("button", { name: "One more: Mug" }).click();
    await page.locator(".amount", { hasText: "€30.00" }).waitFor();
    await page.locator(".tip label", { hasText: "10%" }).click();
    await page.locator(".amount", { hasText: "€33.00" }).waitFor();
    assert.equal(await field.inputValue(), "SUM");
    assert.equal(await field.getAttribute("aria-invalid"), null);
    await field.fill("SUMMER10");
    await field.press("Enter");
    await page.locator(".amount", { hasText: "€29.70" }).waitFor();
  });
});

test("with JavaScript: a code that was typed but not applied counts before anybody pays, unless it is wrong", async () => {
  const session = await makeSession();
  await testbed.visit({ js: true, session }, async (page) => {
    await page.locator("details.code summary").click();
    const code = page.locator("#promotion_code");
    await code.fill("WINTER");
    await fillIn(page);
    const payNow = page.locator("button[name=method][value=card]");
    await payNow.click();
    await page.getByText("This code doesn’t work for this order").waitFor();
    await code.fill("SUMMER10");
    await payNow.click();
    await page.locator(".amount", { hasText: "€18.00" }).waitFor();
    assert.deepEqual(await testbed.charges(session), []);
    await payNow.click();
    await page.waitForURL(thanksUrl(session));
    assert.deepEqual(await testbed.charges(session), [1800]);
  });
});

test("with JavaScript: a wrong code that was said to be wrong keeps nobody from paying", async () => {
  const session = await makeSession();
  await testbed.visit({ js: true, session }, async (page) => {
    await page.locator("details.code summary").click();
    await page.locator("#promotion_code").fill("WINTER");
    await fillIn(page);
    const payNow = page.locator("button[name=method][value=card]");
    await payNow.click();
    await page.getByText("This code doesn’t work for this order").waitFor();
    await payNow.click();
    await page.waitForURL(thanksUrl(session));
    assert.deepEqual(await testbed.charges(session), [2000]);
  });
});

for (const { js, name } of scripting)
  test(`${name}: a wrong code keeps the tip that was chosen beside it`, async () => {
    const session = await makeSession();
    await testbed.visit({ js }, async (page) => {
      await page.goto(session.url);
      await page.getByText("Add a promotion code").click();
      await page.locator(".tip label", { hasText: "10%" }).click();
      const field = page.getByRole("textbox", { name: "Promotion code" });
      await field.fill("WINTER");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("This code doesn’t work for this order.").waitFor();
      await page.locator(".amount", { hasText: "€22.00" }).waitFor();
      assert.equal(await field.inputValue(), "WINTER");
      if (js) await checkAccessibility(page);
    });
  });

for (const { js, name } of scripting)
  test(`${name}: a tip that makes the total too high for every payment method is refused, and another one is taken`, async () => {
    const account = await testbed.call("POST", "/api/connector-accounts", {
      body: {
        ...{ connector: "stripe", label: "Small", amountLimits: { EUR: { maximum: 2500 } } },
        credentials: { apiKey: stripe.keys.test, webhookSecret: `whsec_${"0".repeat(32)}` },
      },
    });
    assert.equal(account.status, 200, account.text);
    const session = await testbed.createSession({
      amount: 2000,
      connectorAccount: account.body.id,
      tips: { percentages: ["10", "50"] },
    });
    // A new account is used within a second.
    await until(async () => (await fetch(session.url)).text().then((html) => html.includes("50%")), "tips");
    await testbed.visit({ js }, async (page) => {
      const choose = async (tip: string): Promise<void> => {
        await page.locator(".tip label", { hasText: tip }).click();
        if (!js) await page.locator(".tips").getByRole("button", { name: "Update total" }).click();
      };
      await until(
        async () => (await (await fetch(session.url)).text()).includes("tip-list"),
        "the process knows the account",
      );
      await page.goto(session.url);
      await choose("50%");
      await page.getByText("No payment method takes this total.").waitFor();
      assert.ok(await page.getByRole("radio", { name: "No tip" }).isChecked());
      if (js) await checkAccessibility(page);
      await choose("10%");
      await page.locator(".amount", { hasText: "€22.00" }).waitFor();
      assert.equal(await page.getByText("No payment method takes this total.").count(), 0);
    });
  });
