import { html } from "ghtml";
import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { formatAmount } from "../kernel/money.ts";
import { challengeStyle } from "./challenge-style.ts";
import { type ChallengeLocale, challengeTexts } from "./challenge-texts.ts";
import type { Charge } from "./charge.ts";

/** The issuer's question, with a form that posts to the address it stands at. */
export function challengePage(
  charge: Pick<Charge, "amount" | "currency" | "brand" | "last4" | "description">,
  locale: ChallengeLocale,
): string {
  const texts = challengeTexts[locale];
  const currency = present(findCurrency(charge.currency), `currency ${charge.currency}`);
  const amount = formatAmount(charge.amount, currency, locale);
  return layout(
    locale,
    texts.heading,
    html`<p class="muted">${texts.explanation}</p>
      <dl>
        <dt>${texts.amount}</dt>
        <dd class="amount"><bdi>${amount}</bdi></dd>
        <dt>${texts.card}</dt>
        <dd><bdi>${brandNames[charge.brand]} •••• ${charge.last4}</bdi></dd>
        !${charge.description ? html`<dt>${texts.purpose}</dt><dd><bdi>${charge.description}</bdi></dd>` : ""}
      </dl>
      <form method="post">
        <button class="primary" name="choice" value="complete">${texts.complete(amount)}</button>
        <button name="choice" value="fail">${texts.fail}</button>
      </form>`,
  );
}

/** What is shown instead of a question: no such challenge, or the PSP can't answer now. */
export function challengeDeadEnd(kind: "unknown" | "unavailable", locale: ChallengeLocale): string {
  const texts = challengeTexts[locale];
  const heading = kind === "unknown" ? texts.unknownHeading : texts.unavailableHeading;
  const text = kind === "unknown" ? texts.unknownText : texts.unavailableText;
  return layout(locale, heading, html`<p class="muted">${text}</p>`);
}

const brandNames: Readonly<Record<Charge["brand"], string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  unknown: "",
};

const bankIcon =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" ' +
  'stroke-linejoin="round" aria-hidden="true"><path d="M3 8 10 3.5 17 8zM5 8v6M10 8v6M15 8v6M3 16.5h14"/></svg>';

function layout(locale: ChallengeLocale, heading: string, content: string): string {
  const texts = challengeTexts[locale];
  return html`<!doctype html>
<html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${heading} · ${texts.bank}</title>
    <style>!${challengeStyle}</style>
  </head>
  <body>
    <header class="band">${texts.band}</header>
    <main>
      <p class="bank">!${bankIcon}${texts.bank}</p>
      <h1>${heading}</h1>
      !${content}
    </main>
  </body>
</html>
`;
}
