import assert from "node:assert/strict";
import { test } from "node:test";
import { usePeopleApp } from "../../src/people/test-support.ts";
import { useBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// Support asks a customer for a payment without any program, and takes the request back.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

for (const [name, options, isFirst] of layouts)
  test(`somebody asks a customer for a payment, and ends the request: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      await page.goto(`${await joinAsOwner(page, kassa, `sessions-${name}`)}/home`);
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("link", { name: "Sessions" }).click();
      await page.getByRole("heading", { name: "Sessions", exact: true }).waitFor();
      if (isFirst) await page.getByText("No sessions yet").waitFor();
      await page.getByRole("button", { name: "Ask for a payment" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Amount").fill("12,50");
      await dialog.getByLabel("Description").fill(`Repair ${name}`);
      await dialog.getByLabel("Customer", { exact: true }).fill("rosa@customer.example");
      await dialog.getByLabel("Where the customer goes afterwards").fill("https://shop.example/thanks");
      await lookAt(page, `session-new-${name}`);
      await dialog.getByRole("button", { name: "Make the link" }).click();
      await page.getByRole("img", { name: "QR code of the customer’s link" }).waitFor();
      const link = (await page.getByText(/\/pay\/cs_sandbox_/).textContent()) ?? "";
      const shown = await kassa.call("GET", new URL(link).pathname, { key: null });
      assert.match(shown.text, new RegExp(`Repair ${name}`));
      await lookAt(page, `session-${name}`);
      await page.getByRole("button", { name: "Expire" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Expire" }).click();
      await page.getByText("Nobody tried to pay.").waitFor();
      await page.getByRole("link", { name: "All sessions" }).click();
      await page.getByText(`Repair ${name}`).or(page.getByText("rosa@customer.example")).first().waitFor();
      await lookAt(page, `sessions-${name}`);
    });
    const { body } = await kassa.call("GET", "/api/checkout/sessions?customerEmail=rosa@customer.example");
    const [made] = body.data;
    assert.deepEqual([made.amount, made.currency, made.status], [1250, "EUR", "expired"]);
  });
