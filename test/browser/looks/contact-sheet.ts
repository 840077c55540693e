import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { isLocale, type Locale, messages } from "../../../src/checkout-page/locale.ts";
import { receiptMailTexts } from "../../../src/checkout-page/receipt/receipt-mail.ts";
import { sampleViews } from "../../../src/checkout-page/sample-views.ts";
import { textsOf } from "../../../src/checkout-page/texts.ts";
import { assert } from "../../../src/kernel/assert.ts";
import { type Html, html } from "../../../src/kernel/html.ts";
import { direction } from "../../../src/kernel/locales.ts";
import { openBrowser, phone, type TestBrowser } from "../../support/browser.ts";
import { openGallery } from "./gallery.ts";

// `npm run contact-sheet -- de pl` draws each state of the payment page in a language, at the width of a phone, side by side, as
// artifacts/contact-sheets/<tag>.png, for reading. At the end stand the mail of a receipt and the texts that no state shows, such as
// those that the script announces. --states draws those whose names contain one of these texts, separated by commas;
// --columns puts fewer or more side by side.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { states: { type: "string", default: "" }, columns: { type: "string", default: "12" } },
});
const columns = Number(values.columns);
const unknown = positionals.filter((tag) => !isLocale(tag));
if (positionals.length === 0 || unknown.length > 0) {
  console.error(`usage: npm run contact-sheet -- TAG…; no language: ${unknown.join(", ") || "given"}`);
  process.exitCode = 1;
} else await drawSheets(positionals);

async function drawSheets(languages: readonly Locale[]): Promise<void> {
  const folder = path.resolve("artifacts/contact-sheets");
  await mkdir(folder, { recursive: true });
  const gallery = await openGallery();
  const browser = openBrowser(gallery.url);
  try {
    for (const locale of languages) {
      const file = path.join(folder, `${locale}.png`);
      await drawSheet(browser, gallery.url, locale, file);
      console.log(file);
    }
  } finally {
    await browser.close();
    await gallery.close();
  }
}

type Picture = { readonly state: string; readonly png: Buffer; readonly overflows: boolean };

async function drawSheet(browser: TestBrowser, url: string, locale: Locale, file: string): Promise<void> {
  const states = Object.keys(sampleViews(locale)).filter((state) =>
    values.states.split(",").some((part) => state.includes(part)),
  );
  await browser.visit({ locale, phone: true }, async (page) => {
    const pictures: Picture[] = [];
    const shown: string[] = [];
    for (const state of states) {
      await page.goto(`${url}/${locale}/${state}`);
      pictures.push(await pictureOf(page, state));
      shown.push((await page.locator("body").textContent()) ?? "");
    }
    for (const [name, lines] of Object.entries(values.states === "" ? lists(locale, shown) : {})) {
      await page.goto("about:blank");
      await page.setContent(listPage(locale, lines).toString());
      pictures.push(await pictureOf(page, name));
    }
    for (const { state } of pictures.filter(({ overflows }) => overflows))
      console.error(`${locale}: ${state} is wider than the screen`);
    await arrange(page, pictures);
    await page.screenshot({ path: file, fullPage: true });
    await page.setViewportSize(phone);
  });
}

async function pictureOf(page: Page, state: string): Promise<Picture> {
  const overflows = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  return { state, overflows, png: await page.screenshot({ fullPage: true }) };
}

/** What customers read elsewhere than on a page as it is sent. */
function lists(locale: Locale, shown: readonly string[]): Record<string, readonly string[]> {
  const view = sampleViews(locale).receipt;
  assert(view?.state === "receipt", "there is a sample of a receipt");
  const address = new URL("https://pay.example/pay/cs_sandbox_1/receipt");
  const mail = receiptMailTexts(view.receipt, textsOf(locale), address);
  const others = Object.entries(messages.read(locale)).filter(([, text]) => !isShown(text, shown));
  return {
    receipt_mail: [mail.subject, ...mail.text.split("\n")],
    other_texts: others.map(([key, text]) => `${key}: ${text}`),
  };
}

/** Whether a page has all that is between the placeholders of a text. Of plurals, only one form would be shown. */
function isShown(text: string, pages: readonly string[]): boolean {
  return pages.some((page) => text.split(/\{\w+\}/).every((part) => page.includes(part.trim())));
}

function listPage(locale: Locale, lines: readonly string[]): Html {
  return html`<!doctype html><html lang="${locale}" dir="${direction(locale)}">
    <meta name="viewport" content="width=device-width">
    <style>body { font: 15px/1.4 system-ui; overflow-wrap: anywhere } p { margin: 0; min-height: 1.4em }</style>
    ${lines.map((line) => html`<p>${line}</p>`)}`;
}

/** Puts the pictures under their names on an empty page. */
async function arrange(page: Page, pictures: readonly Picture[]): Promise<void> {
  const figures = pictures.map(
    ({ state, overflows, png }) => html`<figure>
      <figcaption>${state}${overflows && " (wider than the screen)"}</figcaption>
      <img width="${phone.width}" alt="" src="data:image/png;base64,${png.toString("base64")}">
    </figure>`,
  );
  await page.goto("about:blank");
  await page.setViewportSize({ width: columns * (phone.width + 16), height: phone.height });
  await page.setContent(
    html`<!doctype html><style>body { margin: 0; columns: ${columns}; column-gap: 16px; font: 13px monospace }
      figure { margin: 0 0 24px; break-inside: avoid }</style>${figures}`.toString(),
  );
}
