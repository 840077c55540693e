import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { isLocale, type Locale } from "../../../src/checkout-page/locale.ts";
import { sampleViews } from "../../../src/checkout-page/sample-views.ts";
import { html } from "../../../src/kernel/html.ts";
import { openBrowser, phone, type TestBrowser } from "../../support/browser.ts";
import { openGallery } from "./gallery.ts";

// `npm run contact-sheet -- de pl` draws each state of the payment page in a language, at the width of a phone, side by side, as
// artifacts/contact-sheets/<tag>.png, for reading. --states draws those whose names contain a text,
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
  const states = Object.keys(sampleViews(locale)).filter((state) => state.includes(values.states));
  await browser.visit({ locale, phone: true }, async (page) => {
    const pictures: Picture[] = [];
    for (const state of states) {
      await page.goto(`${url}/${locale}/${state}`);
      const overflows = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
      pictures.push({ state, overflows, png: await page.screenshot({ fullPage: true }) });
    }
    for (const { state } of pictures.filter(({ overflows }) => overflows))
      console.error(`${locale}: ${state} is wider than the screen`);
    await arrange(page, pictures);
    await page.screenshot({ path: file, fullPage: true });
    await page.setViewportSize(phone);
  });
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
