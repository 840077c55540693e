import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessibility } from "../support/axe.ts";
import {
  cards,
  choose,
  fillIn,
  ibans,
  noticeOn,
  type Session,
  scripting,
  submit,
  thanksUrl,
  useTestbed,
} from "./testbed.ts";

const testbed = useTestbed();

const adjustableSession = (fields: Readonly<Record<string, unknown>> = {}): Promise<Session> =>
  testbed.createSession({
    amount: 2599,
    paymentMethods: ["card"],
    lineItems: [
      { name: "Mug", quantity: 2, unitAmount: 1000, adjustableQuantity: { minimum: 0, maximum: 3 } },
      { name: "Spoon", quantity: 1, unitAmount: 599 },
    ],
    promotionCodes: [{ code: "SUMMER10", percentOff: "10" }],
    tips: { percentages: ["10"], custom: true },
    ...fields,
  });

/** Waits until the page shows a total, where the customer looks and on the button. */
async function totalIs(page: Page, amount: string): Promise<void> {
  await page.locator(".amount", { hasText: amount }).waitFor();
  await page.getByRole("button", { name: `Pay ${amount}` }).waitFor();
  await page.locator(".total", { hasText: amount }).waitFor();
}

const chooseTip = (page: Page, name: string) => page.locator(".tip label", { hasText: name }).click();

async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Promotion code" });
  if (!(await field.isVisible())) await page.getByText("Add a promotion code").click();
  await field.fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
}

for (const { js, name } of scripting)
  test(`${name}: a customer changes the order, and pays the total that they see`, async () => {
    const session = await adjustableSession();
    await testbed.visit({ js, session }, async (page) => {
      await totalIs(page, "€25.99");
      if (js) await checkAccessibility(page);
      await page.getByRole("button", { name: "One more: Mug" }).click();
      await totalIs(page, "€35.99");
      assert.ok(await page.getByRole("button", { name: "One more: Mug" }).isDisabled(), "three is the most");

      await enterCode(page, "winter");
      await page.getByText("This code doesn’t work for this order.").waitFor();
      const field = page.getByRole("textbox", { name: "Promotion code" });
      assert.equal(await field.inputValue(), "winter");
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      if (js) await checkAccessibility(page);
      await enterCode(page, "summer10");
      await totalIs(page, "€32.39");

      await chooseTip(page, "10%");
      if (!js) await page.locator(".tips").getByRole("button", { name: "Update total" }).click();
      await totalIs(page, "€35.63");
      await page.getByRole("button", { name: "Remove the promotion code SUMMER10" }).click();
      await totalIs(page, "€39.59");
      await chooseTip(page, "Other amount");
      await page.getByLabel("Tip in EUR").fill("2,50");
      if (js) await page.getByLabel("Tip in EUR").press("Tab");
      else await page.getByLabel("Tip in EUR").press("Enter");
      await totalIs(page, "€38.49");
      if (js) await checkAccessibility(page);
      await fillIn(page);
      await submit(page);
      await page.waitForURL(thanksUrl(session));
    });
    assert.deepEqual(await testbed.charges(session), [3849]);
  });

test("with JavaScript: what was typed stays, the focus too, and the new total is said once", async () => {
  const session = await adjustableSession();
  await testbed.visit({ js: true, session }, async (page) => {
    await fillIn(page);
    await page.evaluate(`window.heard = [];
      new MutationObserver(() => heard.push(document.querySelector("#amounts [role=status]").textContent))
        .observe(document.querySelector("#amounts [role=status]"), { childList: true });`);
    await page.getByRole("button", { name: "One less: Mug" }).press("Enter");
    await totalIs(page, "€15.99");
    await page.locator("#less_0:focus").waitFor();
    await page.keyboard.press("Enter");
    await totalIs(page, "€5.99");
    // Nothing is left to take away.
    await page.locator("#quantity_0:focus").waitFor();
    assert.deepEqual(await page.evaluate("heard"), ["The total is now €15.99.", "The total is now €5.99."]);
    assert.equal(await page.locator("#number").inputValue(), cards.approved);
    assert.match(await page.title(), /€5\.99/);
    await page.locator("#quantity_0").fill("9");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a whole number from 0 to 3.").waitFor();
    assert.equal(await page.locator("#quantity_0").inputValue(), "9");
    assert.equal(await page.locator("#cvc").inputValue(), "123");
    await totalIs(page, "€5.99");
  });
});

test("without JavaScript: what was typed stays when the amount changes, but nothing of a card", async () => {
  const session = await adjustableSession({
    paymentMethods: ["card", "bank_debit"],
    collect: {
      email: "required",
      shippingAddress: {},
      customFields: [{ key: "gift", label: "Words for the card", type: "text" }],
      terms: "required",
    },
  });
  await testbed.visit({ js: false }, async (page) => {
    await page.goto(session.url);
    await page.getByLabel("Email address").fill("ada@shop.example");
    await page.locator("#shipping_country").selectOption("US");
    await page.getByRole("button", { name: "Show the address fields" }).click();
    await page.getByLabel("Recipient").fill("Grace Hopper");
    await page.getByLabel("Address", { exact: true }).fill("1 Main Street");
    await page.getByLabel("City").fill("Springfield");
    await page.getByLabel("State").selectOption({ label: "Illinois" });
    await page.getByLabel("ZIP code").fill("62701");
    await page.getByLabel("Words for the card").fill("For Ada");
    await page.getByLabel("I accept the terms").check();
    await fillIn(page);
    await choose(page, "bank_debit");
    await page.getByLabel("Account holder").fill("Kim Test");

    const assertKept = async () => {
      assert.equal(await page.getByLabel("Email address").inputValue(), "ada@shop.example");
      assert.equal(await page.getByLabel("Recipient").inputValue(), "Grace Hopper");
      assert.equal(await page.getByLabel("State").inputValue(), "IL");
      assert.equal(await page.getByLabel("Words for the card").inputValue(), "For Ada");
      assert.ok(await page.getByLabel("I accept the terms").isChecked());
      assert.ok(await page.locator("#method-bank_debit").isChecked());
      assert.equal(await page.getByLabel("Account holder").inputValue(), "Kim Test");
      for (const id of ["number", "expiry", "cvc"])
        assert.equal(await page.locator(`#${id}`).inputValue(), "", id);
      assert.equal(await page.locator(".payment [aria-invalid]").count(), 0, "nothing was to be paid yet");
    };
    await page.getByRole("button", { name: "One more: Mug" }).click();
    await totalIs(page, "€35.99");
    await assertKept();
    await page.reload();
    await totalIs(page, "€35.99");
    await assertKept();
    await enterCode(page, "winter");
    await page.getByText("This code doesn’t work for this order.").waitFor();
    await assertKept();
    await page.locator("#promotion_code").fill("summer10");
    await page.locator("#promotion_code").press("Enter");
    await totalIs(page, "€32.39");
    await assertKept();
    await chooseTip(page, "10%");
    await page.locator(".tips").getByRole("button", { name: "Update total" }).click();
    await totalIs(page, "€35.63");
    await assertKept();
    assert.match(page.url(), /#tips$/, "the customer is where they were");
    await page.getByLabel("IBAN").fill(ibans.approvedLater);
    await submit(page, "bank_debit");
    await page.waitForURL(thanksUrl(session));
  });
  const { collected } = await testbed.readSession(session.id);
  assert.equal(collected?.shippingAddress?.recipient, "Grace Hopper");
});

test("without JavaScript: a tip or a code that wasn't sent yet counts before anyone pays", async () => {
  const session = await adjustableSession({ paymentMethods: ["bank_transfer", "card"] });
  await testbed.visit({ js: false }, async (page) => {
    await page.goto(session.url);
    await chooseTip(page, "10%");
    await choose(page, "card");
    await fillIn(page);
    await submit(page);
    await noticeOn(page).getByText("It is now €28.59. You haven’t been charged.").waitFor();
    await totalIs(page, "€28.59");
    assert.ok(await page.locator("#method-card").isChecked());
    assert.equal(await testbed.attempts(session), 0);

    await page.getByText("Add a promotion code").click();
    await page.locator("#promotion_code").fill("winter");
    await fillIn(page);
    await page.locator("#cvc").press("Enter");
    await page.locator("#promotion_code:focus").waitFor();
    await page.getByText("This code doesn’t work for this order.").waitFor();
    assert.equal(await testbed.attempts(session), 0);

    await page.locator("#promotion_code").fill("");
    await fillIn(page);
    await page.locator("#cvc").press("Enter");
    await page.waitForURL(thanksUrl(session));
  });
  assert.deepEqual(await testbed.charges(session), [2859]);
});

for (const { js, name } of scripting)
  test(`${name}: a total that was changed in another tab is shown, and nothing is charged until it was seen`, async () => {
    const session = await adjustableSession();
    await testbed.visit({ js, session }, async (page) => {
      await fillIn(page);
      const other = await page.context().newPage();
      await other.goto(session.url);
      await other.getByRole("button", { name: "One more: Mug" }).click();
      await totalIs(other, "€35.99");
      await submit(page);
      await noticeOn(page).getByText("It is now €35.99. You haven’t been charged.").waitFor();
      await totalIs(page, "€35.99");
      assert.deepEqual(await testbed.charges(session), []);
      if (js) await checkAccessibility(page);
      if (js) assert.equal(await page.locator("#number").inputValue(), cards.approved);
      else await fillIn(page);
      await submit(page);
      await page.waitForURL(thanksUrl(session));
    });
    assert.deepEqual(await testbed.charges(session), [3599]);
  });

test("with JavaScript: buttons that are pressed quickly all count", async () => {
  const session = await adjustableSession();
  await testbed.visit({ js: true, session }, async (page) => {
    await page.evaluate(`for (const id of ["less_0", "less_0", "more_0", "more_0", "more_0"])
      document.getElementById(id).click();`);
    await totalIs(page, "€35.99");
    assert.equal(await page.locator("#quantity_0").inputValue(), "3");
  });
});

test("with JavaScript: only the chosen method's faults are named, before the form is sent", async () => {
  const session = await adjustableSession({ paymentMethods: ["card", "bank_debit"] });
  await testbed.visit({ js: true }, async (page) => {
    await page.goto(session.url);
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await fillIn(page, { cvc: "12" });
    await submit(page);
    await page.locator("#cvc:focus").waitFor();
    assert.deepEqual(await page.locator(".notice li").allTextContents(), [
      "Enter the 3 digits on the back of your card.",
    ]);
    await checkAccessibility(page);
    assert.deepEqual(posts, []);
  });
});

test("after a decline the order is fixed, and shows what was chosen", async () => {
  const session = await adjustableSession();
  await testbed.visit({ js: true, session }, async (page) => {
    await chooseTip(page, "10%");
    await totalIs(page, "€28.59");
    await fillIn(page, { number: cards.insufficientFunds });
    await submit(page);
    await noticeOn(page).waitFor();
    await page.reload();
    assert.equal(await page.getByRole("button", { name: "One more: Mug" }).count(), 0);
    assert.equal(await page.locator(".tips").count(), 0);
    await page.locator(".adjustments li", { hasText: "Tip" }).waitFor();
    await totalIs(page, "€28.59");
  });
});

const measureTips = `[...document.querySelectorAll(".tip")].map((tip) => {
  const label = tip.querySelector("label");
  label.style.overflowWrap = "normal";
  const { width, top } = tip.getBoundingClientRect();
  return { width: Math.round(width), top, isCut: label.scrollWidth > label.clientWidth };
})`;

test("all tips are equally wide: in one row where there is room, and no word is cut", async () => {
  /** The number of rows on a desktop, where five buttons have a fifth of the panel each unless their words are long. */
  const rows = { en: 1, de: 1, fr: 1, ja: 1, ar: 1, cs: 2, lv: 2 } as const;
  await testbed.visit({ keepWindow: false }, async (page) => {
    for (const [locale, onDesktop] of Object.entries(rows)) {
      const tips = { percentages: ["5", "10", "12.5"], custom: true };
      await page.goto((await adjustableSession({ locale, tips })).url);
      for (const width of [1280, 800, 375, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const boxes = await page.evaluate<{ width: number; top: number; isCut: boolean }[]>(measureTips);
        const where = `${locale} at ${width}`;
        assert.equal(new Set(boxes.map((box) => box.width)).size, 1, where);
        assert.ok(!boxes.some(({ isCut }) => isCut), where);
        if (width > 700)
          assert.equal(new Set(boxes.map(({ top }) => top)).size, width > 1000 ? onDesktop : 1, where);
      }
    }
  });
});
