import { html } from "ghtml";
import { cardBrandName } from "../kernel/card-brand.ts";
import type { Charge } from "./charge.ts";
import { type Fact, formatChargeAmount, renderFacts, renderPage } from "./page-layout.ts";
import { type PageLocale, pageTexts } from "./page-texts.ts";

type Shown = Pick<Charge, "amount" | "currency" | "brand" | "last4" | "description">;

/** The issuer's 3-D Secure challenge. Its form posts to the page's own URL. */
export function challengePage(charge: Shown, locale: PageLocale): string {
  const texts = pageTexts[locale];
  const amount = formatChargeAmount(charge, locale);
  const card = {
    label: texts.card,
    value: `${cardBrandName(charge.brand ?? "") ?? ""} •••• ${charge.last4}`,
  };
  return renderPage(
    "bank",
    locale,
    texts.heading,
    html`<p class="muted">${texts.explanation}</p>
      !${renderFacts([amountFact(amount, locale), card, ...purpose(charge, locale)])}
      <form method="post">
        <button class="primary" name="choice" value="complete">${texts.complete(amount)}</button>
        <button name="choice" value="fail">${texts.fail}</button>
      </form>`,
  );
}

/** The wallet's page, on which its owner approves or cancels the payment. */
export function walletPage(charge: Shown, locale: PageLocale): string {
  const texts = pageTexts[locale];
  const amount = formatChargeAmount(charge, locale);
  return renderPage(
    "wallet",
    locale,
    texts.walletHeading,
    html`<p class="muted">${texts.walletExplanation}</p>
      !${renderFacts([amountFact(amount, locale), ...purpose(charge, locale)])}
      <form method="post">
        <button class="primary" name="choice" value="complete">${texts.approve(amount)}</button>
        <button name="choice" value="fail">${texts.cancel}</button>
      </form>`,
  );
}

export function amountFact(amount: string, locale: PageLocale): Fact {
  return { label: pageTexts[locale].amount, value: amount, class: "amount" };
}

/** What the customer pays for, if the merchant said so. */
export function purpose({ description }: Pick<Charge, "description">, locale: PageLocale): Fact[] {
  return description ? [{ label: pageTexts[locale].purpose, value: description }] : [];
}
