import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { authorize, pay } from "../api/paying.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { joinAsOwner } from "./join-as-owner.ts";
import { lookAt } from "./look-at.ts";

// The list of payments: filters in the address, columns, and the export of what is filtered.

let kassa: PeopleApp;
let browser: TestBrowser;
before(async () => {
  kassa = await startPeopleApp();
  browser = openBrowser(kassa.url);
  await pay(kassa, { session: { customerEmail: "rosa@shop.example", metadata: { cart: "17" } } });
  await pay(kassa, { session: { customerEmail: "=cmd@shop.example", amount: 4200, currency: "CHF" } });
  await authorize(kassa, { customerEmail: "kim@shop.example" });
});
after(async () => {
  await browser.close();
  await kassa.close();
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone-dark", { phone: true, dark: true }],
] as const)
  test(`payments are filtered by the address, and exactly these are exported: ${name}`, async () => {
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const start = await joinAsOwner(page, kassa, `list-${name}`);
      await page.goto(`${start}/payments?currency=CHF&amount=4200&method=card&connector=sandbox`);
      await page.getByText("Filters (4)").waitFor();
      await page.getByText("CHF 42.00").waitFor();
      assert.equal(await page.getByText("rosa@").count(), 0);
      await lookAt(page, `payments-filtered-${name}`);
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("button", { name: "What is filtered, as CSV" }).waitFor();
      await lookAt(page, `payments-export-${name}`);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "What is filtered, as CSV" }).click();
      const csv = await readFile(await (await download).path(), "utf8");
      const [head, ...lines] = csv.trimEnd().split("\r\n");
      assert.match(String(head), /^id,createdAt,status,currency,amount,/);
      assert.equal(lines.length, 1);
      assert.match(String(lines[0]), /,captured,CHF,42\.00,42\.00,0\.00,.*,'=cmd@shop\.example,/);
      if (name === "desktop") {
        await page.goto(`${start}/payments`);
        await page.getByRole("button", { name: "Columns" }).click();
        await page.getByLabel("cart").check();
        await page.getByRole("columnheader", { name: "cart" }).waitFor();
        await lookAt(page, `payments-columns-${name}`);
        await page.reload();
        await page.getByRole("cell", { name: "17", exact: true }).waitFor();
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
