import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { codeOf, password, usePeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { useBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// Somebody asks for their data, and then to be forgotten.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

for (const [name, options] of layouts)
  test(`an owner hands over a customer's data, and erases it: ${name}`, async () => {
    const email = `emil-${name}@customer.example`;
    await pay(kassa, { session: { customerEmail: email } });
    await pay(kassa, { session: { customerEmail: `other-${name}@customer.example` } });
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const open = async (link: string) => {
        if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("navigation").getByRole("link", { name: link, exact: true }).click();
      };
      await page.goto(`${await joinAsOwner(page, kassa, `customers-${name}`)}/home`);
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      await open("Account and security");
      await page.getByRole("textbox", { name: "Your password" }).fill(password);
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page.getByText("Keep these backup codes").waitFor();
      const secret = (await page.locator("code").first().textContent()) ?? "";
      await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("You are signed in with a second factor.").waitFor();

      await open("Customers");
      await page.getByText(`other-${name}@customer.example`).first().waitFor();
      await lookAt(page, `customers-${name}`);
      await page.getByRole("searchbox", { name: "Search" }).fill(`emil-${name}`);
      await page.getByText(`other-${name}@customer.example`).waitFor({ state: "detached" });
      await page.getByText(email).first().click();
      await page.getByRole("heading", { name: email }).waitFor();
      await page.getByText("€25.99").first().waitFor();
      await lookAt(page, `customer-${name}`);
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export data" }).click();
      const file = await (await downloading).path();
      const exported = JSON.parse(await readFile(file, "utf8"));
      assert.deepEqual([exported.email, exported.sessions.length, exported.payments.length], [email, 1, 1]);
      await page.getByRole("button", { name: "Erase" }).click();
      await page.getByLabel(`Type ${email} to confirm`).fill(email);
      await lookAt(page, `customer-erase-${name}`);
      await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
      await page.getByText("Erased: 1 session, 1 payment.").waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByText("No payments", { exact: true }).waitFor();
    });
    const { body } = await kassa.call("GET", `/api/payments?customerEmail=${encodeURIComponent(email)}`);
    assert.deepEqual(body.data, []);
  });
