import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { makeId } from "../../src/kernel/id.ts";
import { useOwnPeopleApp } from "../../src/people/test-support.ts";
import { disputed } from "../api/disputing.ts";
import { pay } from "../api/paying.ts";
import { useBrowser } from "../support/browser.ts";
import { cards } from "../support/payments.ts";
import { until } from "../support/until.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// The start: what the business took, against the days before, and the way to each number's payments.

const kassa = useOwnPeopleApp(async (kassa) => {
  const paid = await pay(kassa);
  await pay(kassa, { session: { amount: 4200, currency: "CHF" } });
  await pay(kassa, { card: cards.declined });
  await pay(kassa, { card: "4000 0000 0000 9995" });
  await disputed(kassa, "fraudulent");
  await kassa.call("POST", "/api/refunds", { body: { payment: paid.id, amount: 599 } });
  await payEarlier(paid.id);
});
const browser = useBrowser(kassa);

/** Copies a payment to each of the last 60 days, with a growing amount. */
async function payEarlier(payment: string): Promise<void> {
  const { tenantId } = kassa.tenant.tenant;
  await kassa.db.sql("ALTER TABLE payments DROP CONSTRAINT payments_tenant_id_session_id_fkey");
  for (let day = 1; day < 60; day++) {
    const id = makeId("pay", "sandbox", tenantId, Date.now() - day * 86_400_000);
    await kassa.db.sql(
      `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method, amount_authorized, amount_captured)
       SELECT tenant_id, $2, mode, $2, status, $3, currency, capture_method, $3, $3 FROM payments WHERE id = $1`,
      [payment, id, 90_000 - day * 1_000 + (day % 7) * 4_000],
    );
  }
}

for (const [name, options] of layouts)
  test(`the start shows the period's numbers, and each leads to its payments: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `home-${name}`);
      await page.goto(`${start}/home`);
      await page.getByRole("heading", { name: "Home" }).waitFor();
      await page.getByRole("region", { name: "Gross volume", exact: true }).getByText("€").waitFor();
      await page.getByText("Disputes that need a response: 1").waitFor();
      await page.getByRole("link", { name: "All exceptions: 1" }).waitFor();
      await page.getByText("more than in the 30 days before").first().waitFor();
      await page.getByText("insufficient funds").waitFor();
      assert.equal(await page.getByRole("row").count(), 31);
      await lookAt(page, `home-${name}`);
      // On a phone the screens are in a menu, which is closed.
      assert.equal(await page.getByRole("link", { name: "Team" }).count(), options.phone ? 0 : 1);
      await page.getByText("90 days", { exact: true }).click();
      await page.waitForURL(/days=90/);
      await page.getByText("None in the 90 days before").first().waitFor();
      await page.goto(`${start}/home?days=7&currency=CHF`);
      const volume = page.getByRole("region", { name: "Gross volume", exact: true });
      await volume.getByText("CHF 42.00").waitFor();
      await volume.getByRole("link").click();
      await page.waitForURL(/payments\?.*currency=CHF/);
      await page.getByRole("heading", { name: "Payments" }).waitFor();
      await page.getByText("CHF 42.00").waitFor();
      assert.equal(await page.getByText("€25.99").count(), 0);

      await page.goto(`${start}/home?days=7&currency=EUR`);
      await page.getByRole("region", { name: "Refunds (1)" }).getByRole("link").click();
      await page.waitForURL(/refunds\?.*from=/);
      await page.getByText("€5.99").waitFor();
      await lookAt(page, `refunds-${name}`);
      await page.goBack();
      await page.getByRole("region", { name: "Disputes (1)" }).getByRole("link").click();
      await page.getByText("They didn't make this payment").waitFor();
      await lookAt(page, `disputes-${name}`);
      await page.getByRole("combobox", { name: "Status" }).click();
      await page.getByRole("option", { name: "Won" }).click();
      await page.getByText("No dispute matches").waitFor();
      await lookAt(page, `disputes-none-${name}`);
      await page.goto(`${start}/home?days=7&currency=EUR`);
      await page.getByRole("link", { name: "Disputes that need a response: 1" }).click();
      await page.getByText("They didn't make this payment").click();
      await page.waitForURL(/payments\/pay_/);
      await page.goto(`${start}/home?days=7&currency=EUR`);
      await page.getByRole("link", { name: "Insufficient funds" }).click();
      await page.waitForURL(/declineReason=insufficient_funds/);
      await page.getByText("Filters (3)").waitFor();
      await page.getByText("9995").waitFor();
      assert.equal(await page.getByText("4242").count(), 0);
      await lookAt(page, `declined-${name}`);
    });
  });

test("numbers that were counted before are shown at once, with their time, while new ones are counted", async () => {
  await browser.visit({ phone: true, mayKeepCookies: true }, async (page) => {
    const start = await joinAsOwner(page, kassa, "home-again");
    await page.goto(`${start}/home`);
    const volume = page.getByRole("region", { name: "Gross volume", exact: true }).getByText("€");
    const renewing = page.getByText("New numbers are being counted.");
    await volume.waitFor();
    const holder = new Client(kassa.db.settings);
    await holder.connect();
    try {
      // Nothing can be counted meanwhile. What was counted just now is new for some seconds.
      await holder.query("BEGIN; LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE");
      await until(async () => {
        await page.goto(`${start}/home`);
        await volume.waitFor();
        return renewing.isVisible();
      }, "the numbers are old");
      await page.getByText("As of").waitFor();
      await lookAt(page, "home-as-of-phone");
    } finally {
      await holder.end();
    }
    await renewing.waitFor({ state: "detached" });
    await volume.waitFor();
  });
});
