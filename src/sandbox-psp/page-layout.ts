import { html } from "ghtml";
import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { formatAmount } from "../kernel/money.ts";
import type { Charge } from "./charge.ts";
import { pageStyle } from "./page-style.ts";
import { type PageLocale, pageTexts } from "./page-texts.ts";

/** The company that the page simulates. */
export type PageOwner = "bank" | "wallet" | "psp";

/** One row of the description list that a page shows about a charge. */
export type Fact = { readonly label: string; readonly value: string; readonly class?: "amount" };

export function renderFacts(facts: readonly Fact[]): string {
  return html`<dl>!${facts
    .map(
      (fact) => html`<dt>${fact.label}</dt>
        <dd class="${fact.class ?? ""}"><bdi>${fact.value}</bdi></dd>`,
    )
    .join("")}</dl>`;
}

/** Formats a charge's amount, or another amount in its currency (minor units), in the page's language. */
export function formatChargeAmount(
  charge: Pick<Charge, "amount" | "currency">,
  locale: PageLocale,
  amount: number = charge.amount,
): string {
  const currency = present(findCurrency(charge.currency), `currency ${charge.currency}`);
  return formatAmount(amount, currency, locale);
}

/** A whole page: the sandbox banner, the owner's name, a heading and the content. It has no script and loads nothing. */
export function renderPage(owner: PageOwner, locale: PageLocale, heading: string, content: string): string {
  const texts = pageTexts[locale];
  return html`<!doctype html>
<html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>${heading} · ${texts[owner]}</title>
    <style>!${pageStyle}</style>
  </head>
  <body>
    <header class="band">${texts.band}</header>
    <main>
      <p class="bank">!${icons[owner]}${texts[owner]}</p>
      <h1>${heading}</h1>
      !${content}
    </main>
  </body>
</html>
`;
}

/** The page shown when there is no such charge or the PSP is unavailable. */
export function renderErrorPage(
  owner: PageOwner,
  kind: "unknown" | "unavailable",
  locale: PageLocale,
): string {
  const texts = pageTexts[locale];
  const heading = kind === "unknown" ? texts.unknownHeading : texts.unavailableHeading;
  const text = kind === "unknown" ? texts.unknownText : texts.unavailableText;
  return renderPage(owner, locale, heading, html`<p class="muted">${text}</p>`);
}

const icon = (path: string): string =>
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" ' +
  `stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

const icons: Readonly<Record<PageOwner, string>> = {
  bank: icon("M3 8 10 3.5 17 8zM5 8v6M10 8v6M15 8v6M3 16.5h14"),
  psp: icon("M2.5 5h15v10h-15zM2.5 8.5h15M5 12h3"),
  wallet: icon("M3 6.5h14v9H3zM3 6.5 13 3.5v3M13 11h4"),
};
