import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility } from "../support/axe.ts";
import { scripting, useTestbed } from "./testbed.ts";

const testbed = useTestbed();

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
    await field.pressSequentially("MER10");
    await field.press("Enter");
    await page.locator(".amount", { hasText: "€29.70" }).waitFor();
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
