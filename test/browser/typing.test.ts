import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { payButton, type Session, thanksUrl, useTestbed } from "./testbed.ts";

let session: Session;
const testbed = useTestbed({}, async ({ createSession }) => {
  session = await createSession();
});

test("groups the number as on the card while it is typed, and shows the brand", async () => {
  await onForm(async (page) => {
    await page.locator("#number").pressSequentially("4242424242424242");
    assert.equal(await page.locator("#number").inputValue(), "4242 4242 4242 4242");
    assert.equal(await shownBrand(page), "visa");
    await page.locator("#number").fill("");
    await page.locator("#number").pressSequentially("378282246310005");
    assert.equal(await page.locator("#number").inputValue(), "3782 822463 10005");
    assert.equal(await shownBrand(page), "amex");
  });
});

test("deleting in the middle of the number keeps the caret in place", async () => {
  await onForm(async (page) => {
    const number = page.locator("#number");
    await number.pressSequentially("4242424242424242");
    for (let step = 0; step < 9; step += 1) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    assert.equal(await number.inputValue(), "4242 4244 2424 242");
    await page.keyboard.type("2");
    assert.equal(await number.inputValue(), "4242 4242 4242 4242");
  });
});

for (const [typed, shown] of [
  ["1234", "12 / 34"],
  ["434", "04 / 34"],
  ["12/2034", "12 / 34"],
] as const) {
  test(`an expiry date typed as ${typed} becomes ${shown}`, async () => {
    await onForm(async (page) => {
      await page.locator("#expiry").pressSequentially(typed);
      assert.equal(await page.locator("#expiry").inputValue(), shown);
    });
  });
}

test("a button fills in a test card, and Enter pays", async () => {
  const own = await testbed.createSession();
  await onForm(async (page) => {
    await page.locator("#test-cards summary").click();
    await page.getByRole("button", { name: "Use 5555 5555 5555 4444" }).click();
    assert.equal(await page.locator("#number").inputValue(), "5555 5555 5555 4444");
    await page.locator(`${payButton}:focus`).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(thanksUrl(own));
  }, own);
});

test("a form that the Back button restores from memory is replaced by the current page", async () => {
  const own = await testbed.createSession();
  await onForm(async (page) => {
    await testbed.call("POST", `/api/checkout/sessions/${own.id}/expire`);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.getByRole("heading", { name: "This payment page has expired" }).waitFor();
  }, own);
});

test("the keyboard alone pays, from the first Tab", async () => {
  const own = await testbed.createSession();
  await onForm(async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(":focus").textContent(), "Skip to payment");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.ok(await page.getByRole("radio", { name: "Card" }).evaluate((radio) => radio.matches(":focus")));
    await page.keyboard.press("Tab");
    await page.keyboard.type("4242424242424242");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1234");
    await page.keyboard.press("Tab");
    await page.keyboard.type("123");
    await page.keyboard.press("Enter");
    await page.waitForURL(thanksUrl(own));
  }, own);
});

test("the brand is known from its first digits, stands out among the accepted ones, and says where its code is", async () => {
  const brands = [
    ["4", "visa", "3 digits on the back"],
    ["51", "mastercard", "3 digits on the back"],
    ["37", "amex", "4 digits on the front"],
    ["6011", "discover", "3 digits on the back"],
    ["36", "diners", "3 digits on the back"],
    ["3530", "jcb", "3 digits on the back"],
    ["62", "unionpay", "3 digits on the back"],
    ["6759", "maestro", "3 digits on the back"],
  ] as const;
  await onForm(async (page) => {
    const accepted = page.getByRole("list", { name: "Accepted cards" });
    assert.deepEqual(
      await accepted.getByRole("img").evaluateAll((marks) => marks.map((mark) => mark.ariaLabel)),
      ["Visa", "Mastercard", "American Express", "Discover", "Diners Club", "JCB", "UnionPay"],
    );
    assert.equal(await accepted.locator(".other").count(), 0);
    for (const [digits, brand, hint] of brands) {
      await page.locator("#number").fill("");
      assert.equal(await shownBrand(page), "unknown");
      assert.equal(await page.locator("#cvc-hint").textContent(), "3 or 4 digits");
      await page.locator("#number").pressSequentially(digits);
      assert.equal(await shownBrand(page), brand);
      assert.equal(await page.locator("#cvc-hint").textContent(), hint);
      const standsOut = await accepted.locator(".brand:not(.other)").evaluateAll((marks) => marks.length);
      assert.equal(standsOut, brand === "maestro" ? 0 : 1);
    }
  });
});

/** The brand of the mark inside the number field. */
async function shownBrand(page: Page): Promise<string> {
  const mark = page.locator(".number-input .brand");
  assert.ok(await mark.isVisible());
  return (await mark.getAttribute("data-mark")) ?? "unknown";
}

const onForm = (work: (page: Page) => Promise<void>, of = session): Promise<void> =>
  testbed.visit({ session: of }, work);
