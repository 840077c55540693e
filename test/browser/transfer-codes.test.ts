import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { noZbar, readQrCode } from "../../src/transfer-codes/test-support.ts";
import { openTransferShop, type TransferShop, waiting } from "../api/paying-by-transfer.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { openBrowser, screenshot, type TestBrowser } from "../support/browser.ts";

/**
 * The codes on the payment page of a live transfer, as a customer's phone sees them: zbar reads each from a picture of the screen, and
 * it has to say what the page says.
 */
let kassa: TestApp;
let browser: TestBrowser;
let shop: TransferShop;
before(async () => {
  kassa = await startTestApp();
  browser = openBrowser(kassa.url);
  shop = await openTransferShop(kassa);
  for (const account of accounts) await shop.ask("POST", "/api/bank-accounts", account);
});
after(async () => {
  await browser.close();
  await kassa.close();
});

const zurich = {
  street: "Bahnhofstrasse",
  buildingNumber: "1",
  postalCode: "8001",
  town: "Zürich",
  country: "CH",
};
const brasilia = { postalCode: "70000-000", town: "Brasília", country: "BR" };
const accounts = [
  {
    type: "qr_iban",
    holder: "Ada GmbH",
    currency: "CHF",
    qrIban: "CH4431999123000889012",
    address: zurich,
    statementAccounts: ["CHF 1"],
  },
  {
    type: "pix_key",
    holder: "Ada Ltda",
    currency: "BRL",
    pixKey: "pix@loja.example",
    address: brasilia,
    statementAccounts: ["BRL 1"],
  },
  { type: "upi_id", holder: "Ada & Co", currency: "INR", upiId: "ada@bank", statementAccounts: ["INR 1"] },
];

/** What the code of an account in each currency must say, from the instructions that the API shows. */
const codes: Readonly<Record<string, (to: JsonBody) => string | RegExp>> = {
  EUR: (to) => ["BCD", "002", "1", "SCT", "", "Ada GmbH", to.iban, "EUR25.99", "", to.reference].join("\n"),
  CHF: (to) =>
    [
      ...["SPC", "0200", "1", to.iban, "S", "Ada GmbH", "Bahnhofstrasse", "1", "8001", "Zürich", "CH"],
      ...["", "", "", "", "", "", "", "25.99", "CHF", "", "", "", "", "", "", ""],
      ...["QRR", to.reference.padStart(27, "0"), "", "EPD"],
    ].join("\n"),
  BRL: (to) =>
    new RegExp(
      `^00020126380014br\\.gov\\.bcb\\.pix0116${to.pixKey}520400005303986540525\\.995802BR5908Ada Ltda6008Brasilia62${to.reference.length + 4}05${to.reference.length}${to.reference}6304[0-9A-F]{4}$`,
    ),
  INR: (to) => `upi://pay?pa=${to.upiId}&pn=Ada%20%26%20Co&tr=${to.reference}&am=25.99&cu=INR`,
};

const screens = [false, true].flatMap((dark) => [false, true].map((phone) => ({ dark, phone })));

for (const [currency, expected] of Object.entries(codes))
  test(`the code of a transfer in ${currency} is read from the screen, light and dark, on a phone and a desktop`, async (t) => {
    const { session, payment } = await waiting(shop, { currency });
    const to = payment.attempts[0].transferInstructions;
    for (const screen of screens)
      await browser.visit(screen, async (page) => {
        await page.goto(`${kassa.url}/pay/${session}`);
        await assertSaysWhatIsPaid(page, to);
        const name = `transfer-${currency}-${screen.phone ? "phone" : "desktop"}${screen.dark ? "-dark" : ""}`;
        await screenshot(page, name);
        await page.locator(".qr").scrollIntoViewIfNeeded();
        const read = readQrCode(await page.screenshot());
        if (read === undefined) return t.diagnostic(noZbar);
        const says = expected(to);
        if (typeof says === "string") assert.equal(read.trimEnd(), says, name);
        else assert.match(read.trimEnd(), says, name);
      });
  });

/** The facts beside the code name the account, the amount and the reference of the instructions. */
async function assertSaysWhatIsPaid(page: Page, to: JsonBody): Promise<void> {
  const copied = await page
    .locator("[data-copy]")
    .evaluateAll((facts) => facts.map((fact) => fact.getAttribute("data-copy")));
  const account = to.iban ?? to.pixKey ?? to.upiId;
  for (const value of [to.accountHolder, account, to.reference])
    assert.ok(copied.includes(value), `${value}: ${copied}`);
  assert.match((await page.locator(".facts dd").first().textContent()) ?? "", /25[.,]99/);
  assert.match(copied[0] ?? "", /^25[.,]99$/, "the amount as it is typed");
}

test("the button that chooses another way is as wide as the others", async () => {
  const { session } = await waiting(shop);
  for (const phone of [false, true])
    await browser.visit({ phone }, async (page) => {
      await page.goto(`${kassa.url}/pay/${session}`);
      const other = await page.getByRole("button", { name: "Pay another way" }).boundingBox();
      const panel = await page.locator(".status .actions").boundingBox();
      assert.equal(other?.width, panel?.width);
    });
});

// Keeping the details -----------------------------------------------------------------------------------------------

/** The number of pages that a browser prints. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "A4", printBackground: false, preferCSSPageSize: true });
  return (pdf.toString("latin1").match(/\/Type ?\/Page\b/g) ?? []).length;
}

for (const locale of ["en", "ar"])
  test(`a transfer prints as a slip of one page whose code can be read, also in dark mode: ${locale}`, async (t) => {
    const lineItems = Array.from({ length: 40 }, (_, index) => ({
      ...{ name: `Item ${index + 1}`, quantity: 1, unitAmount: 100 },
    }));
    const { session, payment } = await waiting(shop, { amount: 4000, lineItems });
    const to = payment.attempts[0].transferInstructions;
    await browser.visit({ dark: true, locale, keepWindow: false }, async (page) => {
      await page.goto(`${kassa.url}/pay/${session}`);
      assert.ok(await page.locator("[data-print]").isVisible());
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      // A4 at 96 dots per inch, less the usual margins of 1 cm.
      await page.setViewportSize({ width: 718, height: 1047 });
      await screenshot(page, `transfer-printed-${locale}`);
      for (const hidden of [".keep", ".actions", ".second-choice", ".facts button", ".languages", ".items"])
        assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
      for (const shown of [".facts", ".qr", "time", ".merchant"])
        assert.ok(await page.locator(shown).first().isVisible(), shown);
      assert.equal(await pagesOf(page), 1);
      const read = readQrCode(await page.screenshot());
      if (read === undefined) return t.diagnostic(noZbar);
      assert.ok(read.includes(to.reference) && read.includes("EUR40"), read);
    });
  });

test("without JavaScript there is no print button, and the e-mail link works", async () => {
  const { session, payment } = await waiting(shop);
  const to = payment.attempts[0].transferInstructions;
  await browser.visit({ js: false }, async (page) => {
    await page.goto(`${kassa.url}/pay/${session}`);
    assert.equal(await page.locator("[data-print]").isVisible(), false);
    const link = await page.getByRole("link", { name: "Email me these details" }).getAttribute("href");
    const mail = new URL(link ?? "");
    assert.deepEqual([mail.protocol, mail.pathname], ["mailto:", ""]);
    assert.equal(mail.searchParams.get("subject"), "Send €25.99 from your bank · Transfers");
    const lines = (mail.searchParams.get("body") ?? "").split("\r\n");
    assert.deepEqual(lines.slice(0, 11), [
      ...[
        "Amount",
        "€25.99",
        "",
        "Recipient",
        "Ada GmbH",
        "",
        "IBAN",
        to.iban,
        "",
        "Reference",
        to.reference,
      ],
    ]);
    assert.equal(lines.at(-2), "Has to arrive by");
    assert.match(lines.at(-1) ?? "", / UTC$/);
  });
});
