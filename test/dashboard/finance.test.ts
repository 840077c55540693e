import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  addAuthenticator,
  join,
  type PeopleApp,
  password,
  startPeopleApp,
} from "../../src/people/test-support.ts";
import { sampleIban } from "../../src/statement-imports/test-support.ts";
import { disputed } from "../api/disputing.ts";
import { statementOf, takeTransfers, waiting } from "../api/paying-by-transfer.ts";
import { openBrowser } from "../support/browser.ts";
import { until } from "../support/until.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// Somebody of the finance team: from the bank's file to a closed month.

const thisMonth = new Date();
const lastMonth = new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - 1))
  .toISOString()
  .slice(0, 7);

/** As a German bank writes it. */
const csvFile = [
  "Kontoauszug;Girokonto",
  "Buchungstag;Valuta;Auftraggeber;Verwendungszweck;IBAN;Betrag",
  '24.11.2026;24.11.2026;"Karl Groß";"Rechnung; danke";DE02120300000000202051;1.234,50',
  "",
].join("\n");

/** Returns the link for somebody who may do what finance may, and no more. */
async function inviteFinance(kassa: PeopleApp): Promise<string> {
  const owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  await addAuthenticator(owner);
  const invitation = { email: "fibonacci@shop.example", role: "finance" };
  const place = { "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" };
  const made = await owner.post("/dashboard/api/team/invitations", invitation, place);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body.link;
}

async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  const buffer = Buffer.from(content);
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/xml", buffer });
}

for (const [name, options] of layouts)
  test(`finance imports a statement, resolves what waits, and closes the month: ${name}`, async (t) => {
    const kassa = await startPeopleApp();
    t.after(() => kassa.close());
    const browser = openBrowser(kassa.url);
    t.after(() => browser.close());
    await disputed(kassa, "fraudulent", { session: { clientReferenceId: "ORDER-0" } });
    const shop = await takeTransfers(kassa, kassa.tenant.keys.sandbox.secret);
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      const look = (step: string) => lookAt(page, `finance-${step}-${name}`);
      const open = async (link: string) => {
        if (options.phone) await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("navigation").getByRole("link", { name: link }).click();
      };
      await page.goto(await inviteFinance(kassa));
      await page.getByLabel("Your name").fill("Fibonacci");
      await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();

      await open("Bank");
      await page.getByText("No statements yet").waitFor();
      await look("bank-empty");
      await chooseFile(page, "early.xml", statementOf({ amount: "1.00", text: "Early" }));
      await page.getByText("The account of this file isn't set up").waitFor();
      await look("unknown-account");
      await page.getByRole("link", { name: "Go to bank accounts" }).click();
      await page.getByRole("button", { name: "Add an account" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Holder").fill("Ada GmbH");
      await dialog.getByRole("textbox", { name: "IBAN", exact: true }).fill("DE00 0000");
      await dialog.getByRole("button", { name: "Add an account" }).click();
      await dialog.locator("[aria-invalid=true]").waitFor();
      await look("account-invalid");
      await dialog.getByRole("textbox", { name: "IBAN", exact: true }).fill(sampleIban);
      await dialog.getByLabel("Name (optional)").fill("Main account");
      await dialog.getByRole("button", { name: "Add an account" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText("Main account").waitFor();
      await look("accounts");

      const paid = await waiting(shop, { clientReferenceId: "ORDER-1" });
      const meant = await waiting(shop, { amount: 1200, clientReferenceId: "ORDER-2" });
      const short = await waiting(shop, { amount: 2000, clientReferenceId: "ORDER-3" });
      await shop.ask("POST", "/api/webhook-endpoints", { url: "https://shop.example/webhooks" });
      const entries = [
        { amount: "25.99", name: "Rosa Klein", text: `Thanks ${paid.reference}`, bankReference: "B-1" },
        { amount: "12.00", name: "Emil Stone", text: "My order", bankReference: "B-2" },
        { amount: "5.00", name: "Lea Short", text: short.reference, bankReference: "B-4" },
        { amount: "99.50", name: "Ada GmbH", text: "Own deposit", bankReference: "B-3" },
      ];
      await page.getByRole("link", { name: "Statements" }).click();
      await chooseFile(page, "torn.xml", statementOf(...entries).slice(0, 400));
      await page.getByText("This file can't be read").waitFor();
      await look("unreadable");
      await page.reload();
      await chooseFile(page, "camt053.xml", statementOf(...entries));
      const card = page.getByRole("status", { name: "camt053.xml" });
      await card.getByText("Show the entries").waitFor();
      for (const [label, count] of [
        ["New", 4],
        ["Known already", 0],
        ["Matched", 2],
        ["Waits for you", 2],
      ] as const)
        await card.locator("dl > *", { hasText: `${label}${count}` }).waitFor();
      await look("imported");
      await card.getByText("Show the entries").click();
      await page.getByText("Emil Stone").waitFor();
      await look("import");

      await page.getByText("€99.50").click();
      await page.getByText("Kassa found no payment").waitFor();
      await look("entry");
      await page.getByRole("button", { name: "Ignore" }).click();
      await page.getByText("It is for no payment of yours").waitFor();
      await look("ignore");
      await page.getByRole("dialog").getByRole("button", { name: "Ignore" }).click();
      await page.getByText("€99.50 is ignored.").waitFor();
      await page.getByRole("button", { name: "Undo" }).waitFor();
      await look("ignored");
      await kassa.db.sql("UPDATE webhook_endpoints SET status = 'paused', status_reason = 'HTTP 500'");
      await open("Exceptions");
      await page.reload();
      await page.getByText("order ORDER-2").waitFor();
      await page.getByText("€15.00 of €20.00 is missing").waitFor();
      await page.getByText("HTTP 500").waitFor();
      await look("exceptions");
      await page.getByRole("button", { name: "Match with another" }).click();
      await page.getByRole("dialog").getByText("order ORDER-3").waitFor();
      await look("match-any");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Match with order ORDER-2" }).click();
      await page.getByText("€12.00 then counts for order ORDER-2").waitFor();
      await look("match");
      await page.keyboard.press("Enter");
      await page.getByText("€12.00 was matched with order ORDER-2.").waitFor();
      await page.getByText("Emil Stone").waitFor({ state: "detached" });
      assert.equal(await page.getByRole("button", { name: "Enable again" }).count(), 0, "that is for others");
      await look("resolved");
      for (const { session } of [paid, meant])
        assert.equal((await shop.ask("GET", `/api/checkout/sessions/${session}`)).paymentStatus, "paid");

      await shop.ask("POST", "/api/refunds", { payment: paid.payment.id, amount: 999 });
      await open("Bank");
      await chooseFile(page, "umsatz.csv", csvFile);
      await page.getByRole("dialog").getByText("What do the columns of umsatz.csv mean?").waitFor();
      await page.getByRole("combobox", { name: "Booking date" }).waitFor();
      await look("csv");
      await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
      await page.getByRole("status", { name: "umsatz.csv" }).getByText("Show the entries").click();
      await page.getByText("€1,234.50").waitFor();
      await page.getByText("Karl Groß").waitFor();
      await page.getByRole("link", { name: "All statements" }).click();
      await page.getByRole("navigation", { name: "Bank" }).getByRole("link", { name: "Refunds" }).click();
      await page.getByRole("button", { name: "Enter the IBAN" }).click();
      await page.getByLabel("IBAN of the payee").fill("NL91ABNA0417164300");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("NL91ABNA0417164300").waitFor();
      await page.getByRole("button", { name: "Make a file for Main account" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Make a file for Main account" }).click();
      await page.getByText("The file is below").waitFor();
      const file = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download" }).click();
      assert.match((await file).suggestedFilename(), /^brf?_?\w+\.xml$/);
      await look("refund-file");
      await page.getByRole("button", { name: "Mark as sent" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Mark as sent" }).click();
      await page.getByText("Sent", { exact: true }).first().waitFor();
      await page.getByRole("button", { name: "It is booked" }).click();
      await page.getByText("Your bank has booked €9.99?").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "It is booked" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "It is booked" }).waitFor({ state: "detached" });
      const refunded = async () =>
        (await shop.ask("GET", `/api/payments/${paid.payment.id}`)).amountRefunded === 999;
      await until(refunded, "the refund has succeeded");

      await open("Books");
      await page.getByText("earned", { exact: true }).waitFor();
      await look("balance");
      await page.getByRole("link", { name: "Payouts" }).click();
      await page.getByText("No payouts yet").waitFor();
      await look("payouts");
      await page.getByRole("link", { name: "Ledger" }).click();
      await page.getByText("Refund requested").first().waitFor();
      await page.getByLabel("Id of a payment").fill(paid.payment.id);
      await page.waitForURL(/payment=pay_/);
      await page.getByText("dispute opened").waitFor({ state: "detached" });
      await look("ledger");
      const csv = page.waitForEvent("download");
      await page.getByRole("button", { name: "CSV" }).click();
      assert.equal((await csv).suggestedFilename(), "kassa-ledger-sandbox.csv");
      await page.getByRole("link", { name: "Reports" }).click();
      await look("reports");
      const report = page.waitForEvent("download");
      await page.getByRole("button", { name: "Fees: Excel" }).click();
      assert.match((await report).suggestedFilename(), /fees.*\.xlsx$/);

      await page.getByRole("link", { name: "Months" }).click();
      await page.getByText("No month is closed").waitFor();
      await page.getByRole("button", { name: /^Close / }).click();
      await page.getByText("Everything agrees").waitFor();
      await look("close");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Close / })
        .click();
      await page.getByText("is closed.").waitFor();
      await page.getByText("Closed", { exact: true }).waitFor();
      await look("closed");
      const { data: months } = await shop.ask("GET", "/api/ledger/periods");
      assert.deepEqual([months[0].month, months[0].status], [lastMonth, "closed"]);
      await page.getByRole("button", { name: "Reopen" }).click();
      await page.getByLabel("Why").fill("A statement was missing");
      await page.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
      await page.getByText("is open again.").waitFor();
      await look("reopened");
    });
  });
