import { html } from "ghtml";
import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { toDecimalString } from "../kernel/money.ts";
import { groupRfReference } from "../transfer-codes/rf-reference.ts";
import { type Charge, payee, transferReference } from "./charge.ts";
import { amountFact } from "./confirmation-pages.ts";
import { type Fact, formatChargeAmount, renderFacts, renderPage } from "./page-layout.ts";
import { type PageLocale, pageTexts } from "./page-texts.ts";
import { amountMissing } from "./receive-transfer.ts";

/**
 * The customer's bank page, on which the transfer is sent or withheld. Its forms' URLs name the language because w3m
 * drops the page's query when it posts.
 *
 * @param refused the invalid amount that the customer typed
 */
export function transferPage(charge: Charge, locale: PageLocale, refused?: string): string {
  const texts = pageTexts[locale];
  const facts = renderFacts(factsOf(charge, locale));
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
    html`<p class="muted">${texts.transferExplanation} ${statusText(charge, locale)}</p>
      !${facts}
      <form method="post" action="?locale=${locale}">
        <button class="primary" name="choice" value="send">${texts.send(formatChargeAmount(charge, locale, amountMissing(charge)))}</button>
        !${arrives ? withhold : ""}
      </form>
      !${charge.status === "pending" ? otherAmountForm(charge, locale, refused) : ""}
      !${back}`,
  );
}

function factsOf(charge: Charge, locale: PageLocale): Fact[] {
  const texts = pageTexts[locale];
  const { amountReceived } = charge;
  const received = { label: texts.received, value: formatChargeAmount(charge, locale, amountReceived) };
  const showsReceived =
    amountReceived > 0 && amountReceived !== charge.amount && charge.status !== "declined";
  return [
    amountFact(formatChargeAmount(charge, locale), locale),
    ...(showsReceived ? [received] : []),
    { label: texts.recipient, value: payee.accountHolder },
    { label: texts.iban, value: payee.iban.replace(/.{4}(?=.)/g, "$& ") },
    { label: texts.bic, value: payee.bic },
    { label: texts.reference, value: groupRfReference(transferReference(charge)) },
  ];
}

/** A form to send less or more than the requested amount. */
function otherAmountForm(charge: Charge, locale: PageLocale, refused: string | undefined): string {
  const texts = pageTexts[locale];
  const currency = present(findCurrency(charge.currency), `currency ${charge.currency}`);
  const example = toDecimalString(charge.amount, currency.exponent);
  const isRefused = refused !== undefined;
  const fault = html`<p class="fault" id="amount-fault">${texts.amountInvalid(example)}</p>`;
  const described = isRefused ? 'aria-invalid="true" aria-describedby="amount-fault" autofocus' : "";
  return html`<details!${isRefused ? " open" : ""}>
        <summary>${texts.sendOther}</summary>
        <form method="post" action="?locale=${locale}">
          <div class="field">
            <label for="amount">${texts.otherAmount(charge.currency)}</label>
            <input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="30" dir="ltr" value="${refused ?? ""}" required !${described}>
            !${isRefused ? fault : ""}
          </div>
          <button name="choice" value="send">${texts.sendThis}</button>
        </form>
      </details>`;
}

function statusText(charge: Charge, locale: PageLocale): string {
  const texts = pageTexts[locale];
  if (charge.status === "declined") return texts.transferLate;
  if (charge.amountReceived > 0) return texts.transferPart;
  return charge.dueAt === null ? texts.transferWithheld : texts.transferArrives;
}
