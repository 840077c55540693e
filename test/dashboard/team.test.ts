import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { password, usePeopleApp } from "../../src/people/test-support.ts";
import { pay } from "../api/paying.ts";
import { useBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";
import { addVirtualAuthenticator } from "./virtual-authenticator.ts";

// An owner invites support, restricts them and removes them. Meanwhile support finds a payment by half an address, and refunds a part.

const kassa = usePeopleApp();
const browser = useBrowser(kassa);

for (const [name, options] of layouts)
  test(`an owner invites support, who refunds a part, is restricted and removed: ${name}`, async () => {
    const email = `grace-${name}@shop.example`;
    const colleague = `Grace Hopper ${name}`;
    const { id } = await pay(kassa, {
      session: { customerEmail: `ada.lovelace@${name}.example` },
    });
    const refunded = async () => (await kassa.call("GET", `/api/payments/${id}`)).body.amountRefunded;
    const visit = (work: (page: Page) => Promise<void>) =>
      browser.visit({ ...options, mayKeepCookies: true }, work);
    await visit(async (owner) => {
      const start = await joinWithPasskey(owner, name);
      const link = await invite(owner, start, email);
      await visit(async (support) => {
        const look = (step: string) => lookAt(support, `team-${step}-${name}`);
        await join(support, link, colleague);
        await support.goto(`${start}/payments`);
        await support.getByRole("searchbox", { name: "Search" }).fill("lovelace");
        await support.waitForURL(/search=lovelace/);
        await look("found");
        await support.getByText("€25.99").first().click();
        await refundPart(support);
        await look("refunded");
        assert.equal(await refunded(), 700);

        await changeRole(owner, colleague, "Read-only");
        await support.reload();
        await support.getByText("refund.succeeded").waitFor();
        assert.equal(await support.getByRole("button", { name: "Refund", exact: true }).count(), 0);
        await look("restricted");
        assert.equal(await askToRefund(support, start, id), 403);
        assert.equal(await refunded(), 700);

        await owner.getByRole("button", { name: "Remove" }).last().click();
        await lookAt(owner, `team-remove-${name}`);
        await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
        await owner.getByText(email).waitFor({ state: "detached" });
        await support.reload();
        await support.getByRole("heading", { name: "Sign in to Kassa" }).waitFor();
        assert.equal(await askToRefund(support, start, id), 401);
        await look("removed");
      });
      await owner.goto(`${start}/audit`);
      await owner.getByText("Member of the team: deleted").first().waitFor();
      await owner.getByText(`person ${email}`).first().waitFor();
      await owner
        .getByText(/read_only/)
        .first()
        .waitFor();
      await lookAt(owner, `team-audit-${name}`);
    });
    assert.equal(await refunded(), 700);
  });

/** @returns the address of the sandbox's screens */
async function joinWithPasskey(page: Page, name: string): Promise<string> {
  await addVirtualAuthenticator(page);
  const start = await joinAsOwner(page, kassa, `owner-${name}`);
  await page.goto(`${start}/security`);
  await page.getByText("You have no passkey yet.").waitFor();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Laptop", { exact: true }).waitFor();
  return start;
}

/** @returns the invitation's link */
async function invite(page: Page, start: string, email: string): Promise<string> {
  await page.goto(`${start}/team`);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Make a link" }).click();
  await page.getByText("It works once, and for seven days.").waitFor();
  const link = await page.getByRole("dialog").getByRole("code").textContent();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.ok(link);
  return link;
}

async function join(page: Page, link: string, as: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(as);
  await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
}

async function refundPart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByLabel("Amount (EUR)").fill("7.00");
  await page.getByRole("button", { name: "Refund €7.00" }).click();
  await page.getByText("€7.00 was refunded.").waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  await page.getByText("refund.succeeded").waitFor();
}

async function changeRole(page: Page, colleague: string, role: string): Promise<void> {
  await page.reload();
  await page.getByRole("combobox", { name: `Role: ${colleague}` }).click();
  const answered = page.waitForResponse((response) => /\/team\/members\//.test(response.url()));
  await page.getByRole("option", { name: role }).click();
  assert.equal((await answered).status(), 200);
}

/** Asks for a refund as the page of the person could, buttons or not. @returns the answer's status */
function askToRefund(page: Page, start: string, payment: string): Promise<number> {
  const [, , tenant = "", mode = ""] = new URL(start).pathname.split("/");
  const headers = {
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
    "kassa-tenant": tenant,
    "kassa-mode": mode,
  };
  const order = { method: "POST", headers, body: JSON.stringify({ payment, amount: 100 }) };
  return page.evaluate(async (options) => (await fetch("/api/refunds", options)).status, order);
}
