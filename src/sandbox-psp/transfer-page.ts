import { present } from "../kernel/assert.ts";
import { findCurrency } from "../kernel/currency.ts";
import { type Html, html } from "../kernel/html.ts";
import { toDecimalString } from "../kernel/money.ts";
import { groupRfReference } from "../transfer-codes/rf-reference.ts";
import { type Charge, payee, transferReference } from "./charge.ts";
import { orderFacts, type Shown } from "./confirmation-pages.ts";
import { type Fact, renderFacts, renderPage } from "./page-layout.ts";
import type { PageTexts, TextKey } from "./page-texts.ts";
import { amountMissing } from "./receive-transfer.ts";

type TransferCharge = Shown<
  "id" | "amount" | "amountReceived" | "currency" | "status" | "dueAt" | "returnUrl"
>;

/**
 * The customer's bank page, on which the transfer is sent or withheld. Its forms' URLs name the language because w3m
 * drops the page's query when it posts.
 *
 * @param refused the invalid amount that the customer typed
 */
export function transferPage(charge: TransferCharge, texts: PageTexts, refused?: string): string {
  const facts = renderFacts(factsOf(charge, texts));
  const returnUrl = new URL(charge.returnUrl).href;
  const back = html`<p class="back"><a href="${returnUrl}">${texts.rich("back")}</a></p>`;
  if (charge.status === "approved") {
    const sent = html`<p class="muted">${texts.rich("sent_text")}</p>${facts}${back}`;
    return renderPage("bank", texts, "sent_heading", sent);
  }
  const arrives = charge.dueAt !== null;
  const amount = texts.amount(amountMissing(charge), charge.currency);
  return renderPage(
    "bank",
    texts,
    "transfer_heading",
    html`<p class="muted">${texts.rich("transfer_explanation")} ${texts.rich(statusText(charge))}</p>
      ${facts}
      <form method="post" action="?locale=${texts.locale}">
        <button class="primary" name="choice" value="send">${texts.rich("send", { amount })}</button>
        ${arrives && html`<button name="choice" value="withhold">${texts.rich("withhold")}</button>`}
      </form>
      ${charge.status === "pending" && otherAmountForm(charge, texts, refused)}
      ${back}`,
  );
}

function factsOf(charge: TransferCharge, texts: PageTexts): Fact[] {
  const { amountReceived } = charge;
  const received = {
    label: texts.rich("received"),
    value: texts.amount(amountReceived, charge.currency),
  };
  const showsReceived =
    amountReceived > 0 && amountReceived !== charge.amount && charge.status !== "declined";
  return [
    ...orderFacts(charge, texts),
    ...(showsReceived ? [received] : []),
    { label: texts.rich("recipient"), value: payee.accountHolder },
    { label: texts.rich("iban"), value: payee.iban.replace(/.{4}(?=.)/g, "$& ") },
    { label: texts.rich("bic"), value: payee.bic },
    { label: texts.rich("reference"), value: groupRfReference(transferReference(charge)) },
  ];
}

/** A form to send less or more than the requested amount. */
function otherAmountForm(charge: TransferCharge, texts: PageTexts, refused: string | undefined): Html {
  const currency = present(findCurrency(charge.currency), `currency ${charge.currency}`);
  const example = toDecimalString(charge.amount, currency.exponent);
  const isRefused = refused !== undefined;
  const fault = html`<p class="fault" id="amount-fault">${texts.rich("amount_invalid", { example })}</p>`;
  const described = html` aria-invalid="true" aria-describedby="amount-fault" autofocus`;
  return html`<details${isRefused && html` open`}>
        <summary>${texts.rich("send_other")}</summary>
        <form method="post" action="?locale=${texts.locale}">
          <div class="field">
            <label for="amount">${texts.rich("other_amount", { currency: charge.currency })}</label>
            <input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="30" dir="ltr" value="${refused}" required${isRefused && described}>
            ${isRefused && fault}
          </div>
          <button name="choice" value="send">${texts.rich("send_this")}</button>
        </form>
      </details>`;
}

function statusText(charge: Pick<Charge, "status" | "amountReceived" | "dueAt">): TextKey {
  if (charge.status === "declined") return "transfer_late";
  if (charge.amountReceived > 0) return "transfer_part";
  return charge.dueAt === null ? "transfer_withheld" : "transfer_arrives";
}
