import { html } from "ghtml";
import { type Charge, payee, transferReference } from "./charge.ts";
import { amountOf, renderFacts, renderPage } from "./page-layout.ts";
import { type PageLocale, pageTexts } from "./page-texts.ts";
import { amountFact } from "./question-pages.ts";

/** The customer's bank: the transfer as it was asked for, to be sent in full, held back, or sent already. */
export function transferPage(charge: Charge, locale: PageLocale): string {
  const texts = pageTexts[locale];
  const amount = amountOf(charge, locale);
  const facts = renderFacts([
    amountFact(amount, locale),
    { label: texts.recipient, value: payee.accountHolder },
    { label: texts.iban, value: payee.iban.replace(/.{4}(?=.)/g, "$& ") },
    { label: texts.bic, value: payee.bic },
    { label: texts.reference, value: transferReference(charge) },
  ]);
  const back = html`<p class="back"><a href="${new URL(charge.returnUrl).href}">${texts.back}</a></p>`;
  if (charge.status === "approved")
    return renderPage(
      "bank",
      locale,
      texts.sentHeading,
      html`<p class="muted">${texts.sentText}</p>!${facts}!${back}`,
    );
  const arrives = charge.dueAt !== null;
  const withhold = html`<button name="choice" value="withhold">${texts.withhold}</button>`;
  return renderPage(
    "bank",
    locale,
    texts.transferHeading,
    html`<p class="muted">${texts.transferExplanation} ${standing(charge, locale)}</p>
      !${facts}
      <form method="post">
        <button class="primary" name="choice" value="send">${texts.send(amount)}</button>
        !${arrives ? withhold : ""}
      </form>
      !${back}`,
  );
}

function standing(charge: Charge, locale: PageLocale): string {
  const texts = pageTexts[locale];
  if (charge.status === "declined") return texts.transferLate;
  return charge.dueAt === null ? texts.transferWithheld : texts.transferArrives;
}
