import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { usePeopleApp } from "../../src/people/test-support.ts";
import { authorize, pay } from "../api/paying.ts";
import { desktop, phone, useBrowser } from "../support/browser.ts";
import { readXlsx } from "../support/xlsx/read-xlsx.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// The list of payments: filters in the address, columns, and the export of what is filtered.

const kassa = usePeopleApp({}, async (kassa) => {
  await pay(kassa, { session: { customerEmail: "rosa@shop.example", metadata: { cart: "17" } } });
  await pay(kassa, { session: { customerEmail: "=cmd@shop.example", amount: 4200, currency: "CHF" } });
  await authorize(kassa, { customerEmail: "kim@shop.example" });
});
const browser = useBrowser(kassa);

for (const [name, options, isFirst] of layouts)
  test(`payments are filtered by the address, and exactly these are exported: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `list-${name}`);
      await page.goto(`${start}/payments?currency=CHF&amount=4200&method=card&connector=sandbox`);
      await page.getByText("Filters (4)").waitFor();
      await page.getByText("CHF 42.00").waitFor();
      assert.equal(await page.getByText("rosa@").count(), 0);
      await lookAt(page, `payments-filtered-${name}`);
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("button", { name: "What is filtered" }).waitFor();
      await lookAt(page, `payments-export-${name}`);
      await page.getByRole("button", { name: "What is filtered" }).click();
      await page.getByLabel("CSV").check();
      await lookAt(page, `payments-export-dialog-${name}`);
      const download = page.waitForEvent("download");
      await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
      const csv = await readFile(await (await download).path(), "utf8");
      const [head, ...lines] = csv.trimEnd().split("\r\n");
      assert.match(String(head), /^id,createdAt,status,currency,amount,/);
      assert.equal(lines.length, 1);
      assert.match(String(lines[0]), /,captured,CHF,42\.00,42\.00,0\.00,.*,'=cmd@shop\.example,/);
      await page.getByText("The file was saved.").waitFor();
      await lookAt(page, `payments-exported-${name}`);
      const xlsx = await exportShown(page, `${start}/payments?status=captured`);
      const sheet = readXlsx(xlsx)?.[0];
      if (sheet) {
        assert.deepEqual(
          sheet.rows.map((row) => row.map(([, value]) => value).slice(1, 5)),
          [
            ["amount", "currency", "status", "customerEmail"],
            [42, "CHF", "captured", "=cmd@shop.example"],
            [25.99, "EUR", "captured", "rosa@shop.example"],
          ],
        );
      }
      await page.getByRole("link", { name: "Exports" }).click();
      await page.getByText("Payments: 2").waitFor();
      await lookAt(page, `exports-${name}`);
      const again = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download" }).first().click();
      assert.deepEqual(await readFile(await (await again).path()), xlsx);
      await page.getByRole("button", { name: "Delete" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("Payments: 2").waitFor({ state: "detached" });
      if (isFirst) {
        // A phone shows no columns to choose from.
        await page.setViewportSize(desktop);
        await page.goto(`${start}/payments`);
        await page.getByRole("button", { name: "Columns" }).click();
        await page.getByLabel("cart").check();
        await page.getByRole("columnheader", { name: "cart" }).waitFor();
        await lookAt(page, `payments-columns-${name}`);
        await page.reload();
        await page.getByRole("cell", { name: "17", exact: true }).waitFor();
        if (options.phone) await page.setViewportSize(phone);
      }
      const today = new Date().toISOString().slice(0, 10);
      await page.goto(`${start}/payments?from=2026-01-01&to=2026-01-31`);
      await page.getByText("No payment matches").waitFor();
      await page.getByLabel("Created until").fill(today);
      await page.getByText("rosa@shop.example").waitFor();
      await page.getByRole("button", { name: "Export" }).click();
      const report = page.waitForEvent("download");
      await page.getByRole("button", { name: "as XLSX" }).click();
      assert.equal((await report).suggestedFilename(), `kassa-payments-2026-01-01-${today}-sandbox.xlsx`);
    });
  });

test("an export may have what customers entered on the payment page", async () => {
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    const start = await joinAsOwner(page, kassa, "export-collected");
    const address = `${start}/payments?search=rosa`;
    const file = await exportFiltered(page, address, "All, and what customers entered", "CSV");
    const [header = ""] = file.toString().split("\r\n");
    const names = header.replace(/^\ufeff/, "").split(",");
    assert.deepEqual([names[0], names.length], ["id", 39]);
    assert.ok(names.includes("collected.phone") && names.includes("collected.shippingAddress.regionName"));
  });
});

const exportShown = (page: Page, address: string): Promise<Buffer> =>
  exportFiltered(page, address, "Those that the list shows");

/** Exports what the filters in the address find. @param columns the label of the choice */
async function exportFiltered(
  page: Page,
  address: string,
  columns: string,
  format = "Excel (XLSX)",
): Promise<Buffer> {
  await page.goto(address);
  await page.getByText("rosa@shop.example").waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "What is filtered" }).click();
  await page.getByLabel(columns).check();
  await page.getByLabel(format).check();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
  const file = await readFile(await (await download).path());
  await page.getByText("The file was saved.").waitFor();
  return file;
}

for (const [name, options] of layouts)
  test(`filters and columns are kept as a view, which a colleague chooses: ${name}`, async () => {
    const views = (page: Page) => page.getByRole("button", { name: "Views" });
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `views-${name}`);
      await page.goto(`${start}/payments?currency=EUR&search=rosa`);
      await page.getByText("rosa@shop.example").waitFor();
      await views(page).click();
      await page.getByRole("button", { name: "Save this view" }).click();
      await page.getByLabel("Name").fill(`Euros ${name}`);
      await page.getByLabel("Share it with the team").check();
      await lookAt(page, `view-dialog-${name}`);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    });
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `colleague-${name}`);
      await page.goto(`${start}/payments`);
      await page.getByText("CHF 42.00").waitFor();
      await views(page).click();
      await page.getByText("Shared by Ada Lovelace").first().waitFor();
      await lookAt(page, `views-${name}`);
      await page.getByRole("button", { name: `Euros ${name} Shared by` }).click();
      await page.waitForURL(/search=rosa/);
      await page.getByText("CHF 42.00").waitFor({ state: "detached" });
      assert.equal(await page.getByRole("searchbox", { name: "Search" }).inputValue(), "rosa");
      await views(page).click();
      await page.getByRole("button", { name: `Edit: Euros ${name}` }).click();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await views(page).click();
      await page.getByText("Save filters and columns that you often need as a view.").waitFor();
      assert.equal(await page.getByText(`Euros ${name}`).count(), 0);
    });
  });
