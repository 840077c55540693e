import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { insertBackup } from "../../src/operations/backups.ts";
import { addAuthenticator, join, usePeopleApp } from "../../src/people/test-support.ts";
import { useBrowser, type VisitOptions } from "../support/browser.ts";
import { joinAsOwner, signInAs } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// Who runs the installation makes and closes businesses, and sees how Kassa does.

const kassa = usePeopleApp({ KASSA_DATA_DIR: tmpdir() });
const browser = useBrowser(kassa);

/** Visits as an operator who has shown two factors. */
async function visitAsOperator(options: VisitOptions, email: string, work: (page: Page) => Promise<void>) {
  const operator = kassa.visit();
  await join(operator, await kassa.firstOwnerLink(), email);
  await addAuthenticator(operator);
  await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
    await signInAs(page, kassa, operator);
    await page.goto(`${kassa.url}/dashboard/`);
    await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
    await work(page);
  });
}

async function goTo(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("navigation").getByRole("link", { name: screen }).click();
  await page.getByRole("heading", { name: screen, level: 1 }).waitFor();
}

/** Lets the next POST to an address be carried out, and loses its answer. */
const loseAnswer = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, body: "" });
    },
    { times: 1 },
  );

const dialogClosed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

for (const [name, options, isFirst] of layouts) {
  test(`an operator creates a business, invites its owner, limits, renames and closes it: ${name}`, async () => {
    const shop = `Rosa's Bakery ${name}`;
    await visitAsOperator(options, `${name}@shop.example`, async (page) => {
      await goTo(page, "Businesses");
      await page.getByRole("button", { name: "Create a business" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill(shop);
      await loseAnswer(page, "**/operator/tenants/");
      await dialog.getByRole("button", { name: "Create a business" }).click();
      await dialog.getByRole("alert").waitFor();
      await dialog.getByRole("button", { name: "Create a business" }).click();
      await dialog.getByRole("heading", { name: `${shop} is created` }).waitFor();
      const made = await kassa.db.sql("SELECT FROM tenants WHERE name = $1", [shop]);
      assert.equal(made.length, 1, "the answer was lost, and the business is there once");
      const key = (await dialog.getByText(/^ks_live_/).textContent()) ?? "";
      assert.equal((await kassa.call("GET", "/api/payments", { key })).status, 200);
      await dialog.getByLabel("E-mail address of the first owner").fill(`rosa-${name}@rosa.example`);
      await dialog.getByRole("button", { name: "Invite the owner" }).click();
      const link = (await dialog.getByText(/\/dashboard\/join#/).textContent()) ?? "";
      await lookAt(page, `operator-made-${name}`);
      await dialog.getByRole("button", { name: "Done" }).click();
      await dialogClosed(page);
      await join(kassa.visit(), new URL(link).hash.slice(1), `rosa-${name}@rosa.example`);
      await page.reload();
      await lookAt(page, `operator-tenants-${name}`);
      await page.getByRole("link", { name: shop }).click();
      await page.getByRole("heading", { name: shop, level: 1 }).waitFor();
      await page.getByText("Has an owner").waitFor();
      await page.getByLabel("Allowed hosts").fill("https://rosa.example");
      await page.getByRole("button", { name: "Save limits" }).click();
      await page.getByText("is not a host").waitFor();
      await page.getByLabel("Allowed hosts").fill("rosa.example\n*.rosa.example");
      await page.getByLabel("Requests a second, live").fill("500");
      await page.getByRole("button", { name: "Save limits" }).click();
      await page.getByText("Saved.", { exact: true }).waitFor();
      await lookAt(page, `operator-tenant-${name}`);
      await page.getByRole("button", { name: "Rename" }).click();
      await dialog.getByLabel("Name").fill(`${shop} & Café`);
      await dialog.getByRole("button", { name: "Rename" }).click();
      await dialogClosed(page);
      await page.getByRole("heading", { name: `${shop} & Café` }).waitFor();
      await page.getByRole("button", { name: "Close" }).click();
      await dialog.getByText("its keys are refused").waitFor();
      await lookAt(page, `operator-close-${name}`);
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialogClosed(page);
      await page.getByRole("button", { name: "Reopen" }).waitFor();
      const [row] = await kassa.db.sql<{ hosts: string[]; live: string; closed: boolean }>(
        `SELECT allowed_hosts AS hosts, rate_limits ->> 'live' AS live, closed_at IS NOT NULL AS closed FROM tenants
         WHERE name = $1`,
        [`${shop} & Café`],
      );
      assert.deepEqual(row, { hosts: ["rosa.example", "*.rosa.example"], live: "500", closed: true });
    });
  });

  test(`an operator sees health, queues, versions and backups: ${name}`, async () => {
    await kassa.db.sql("DELETE FROM exports");
    await visitAsOperator(options, `look-${name}@shop.example`, async (page) => {
      await goTo(page, "Health");
      await page.getByRole("heading", { name: "Durability" }).waitFor();
      await page.getByText("kassa doctor, run on the server, finds more").waitFor();
      await lookAt(page, `operator-health-${name}`);
      await goTo(page, "Queues");
      await page.getByText("Nothing is due").first().waitFor();
      // Held by a process that does nothing.
      await kassa.db.sql(
        `INSERT INTO exports (tenant_id, id, mode, resource, format, filters, columns, status, created_at, touched_at, lease_until)
         SELECT $1, 'exp_' || n, 'sandbox', 'payments', 'csv', '{}', '{id}', 'running', now(), now() - n * interval '1 hour',
           now() + interval '1 hour' FROM generate_series(1, 3) n`,
        [kassa.tenant.tenant.tenantId],
      );
      // By itself.
      await page.getByText("Overdue").waitFor();
      await page.getByText("3 hours").waitFor();
      await lookAt(page, `operator-queues-${name}`);
      await goTo(page, "Versions");
      await page.getByText(process.versions.node, { exact: true }).waitFor();
      await lookAt(page, `operator-versions-${name}`);
      await goTo(page, "Backups");
      if (isFirst) {
        await page.getByText("There is no backup yet").waitFor();
        await lookAt(page, "operator-no-backup");
        await storeBackups();
        await page.reload();
      }
      await page.getByText("kassa-2026-11-25.backup").waitFor();
      await lookAt(page, `operator-backups-${name}`);
      const guide = await page.getByRole("link", { name: "How to back up and restore" }).getAttribute("href");
      assert.equal((await fetch(`${kassa.url}${guide}`)).status, 200);
    });
  });
}

async function storeBackups(): Promise<void> {
  const finishedAt = new Date("2026-11-25T02:00:07Z");
  for (const [fileName, encryption] of [
    ["kassa-2026-11-24.backup", "none"],
    ["kassa-2026-11-25.backup", "passphrase"],
  ] as const)
    await kassa.db.database.inControl((trx) =>
      insertBackup(trx, {
        fileName,
        encryption,
        host: "till.example",
        bytes: 48_300_000,
        databaseBytes: 210_000_000,
        kassaVersion: "1.0.0",
        startedAt: new Date("2026-11-25T02:00:00Z"),
        finishedAt,
      }),
    );
}

test("who is no operator sees none of it, and an operator without a second factor is asked to set one up", async () => {
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    await page.goto(`${await joinAsOwner(page, kassa, "one-factor")}/home`);
    await page.getByRole("navigation").getByRole("link", { name: "Businesses" }).click();
    await page.getByText("Set up a second factor to run the installation").waitFor();
  });
  const member = kassa.visit();
  await join(member, await kassa.firstOwnerLink(), "member@shop.example");
  await addAuthenticator(member);
  await kassa.db.sql("UPDATE staff.people SET operator = false WHERE email = 'member@shop.example'");
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    await signInAs(page, kassa, member);
    await page.goto(`${kassa.url}/dashboard/operator/tenants`);
    await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Businesses" }).count(), 0);
  });
});
