import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, password, usePeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { useBrowser } from "../support/browser.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// A new owner's first steps: from the link of the first start to a refund, a second factor and a team.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

for (const [name, options] of layouts)
  test(`the first owner joins, refunds a part, sets up a second factor and invites: ${name}`, async () => {
    const paid = await pay(kassa, {
      session: { customerEmail: `rosa-${name}@shop.example`, clientReferenceId: `ORDER-${name}` },
    });
    await pay(kassa, { card: "4000 0000 0000 0002" }).catch(() => {});
    const link = `${kassa.url}/dashboard/join#${await kassa.firstOwnerLink()}`;
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const look = (step: string) => lookAt(page, `${step}-${name}`);
      await page.goto(link);
      await page.getByLabel("Your name").fill("Ada Lovelace");
      await page.getByLabel("Your e-mail address").fill(`ada-${name}@shop.example`);
      await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
      await look("join");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByText("Sandbox. No money moves here.").waitFor();
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      await look("home");
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("link", { name: "Payments" }).click();
      await page.getByText(`rosa-${name}`).first().waitFor();
      await look("payments");
      await page.getByRole("searchbox", { name: "Search" }).fill(`rosa-${name}@`);
      await page.waitForURL(/search=rosa/);
      await page.getByText("€25.99").first().click();
      await page.getByText("payment.captured").waitFor();
      await look("payment");
      await page.getByRole("button", { name: "Refund" }).click();
      await page.getByLabel("Amount (EUR)").fill("30.00");
      await page.getByText("At most €25.99 can be refunded.").waitFor();
      await page.getByLabel("Amount (EUR)").fill("5.99");
      await look("refund");
      await page.getByRole("button", { name: "Refund €5.99" }).click();
      await page.getByText("€5.99 was refunded.").waitFor();
      await page.getByRole("button", { name: "OK" }).click();
      await page.getByText("refund.succeeded").waitFor();
      await look("refunded");
      await page.getByText("Live", { exact: true }).click();
      await page.getByText("Set up a second factor to see live data").waitFor();
      await look("second-factor-needed");
      await page.getByRole("textbox", { name: "Your password" }).fill(password);
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page.getByText("Keep these backup codes").waitFor();
      const secret = (await page.locator("code").first().textContent()) ?? "";
      await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
      await look("authenticator");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("No payments in these days").waitFor();
      await look("live-empty");
      if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: "Team" }).click();
      await page.getByRole("button", { name: "Invite somebody" }).click();
      await page.getByLabel("E-mail address").fill(`grace-${name}@shop.example`);
      await page.getByRole("button", { name: "Make a link" }).click();
      await page.getByText("It works once, and for seven days.").waitFor();
      await look("invited");
      await page.keyboard.press("Escape");
      await page.getByText(`grace-${name}@shop.example`).waitFor();
      await look("team");
    });
    const { body } = await kassa.call("GET", `/api/payments/${paid.id}`);
    assert.equal(body.amountRefunded, 599);
  });
