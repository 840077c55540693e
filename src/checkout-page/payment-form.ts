import type { PaymentMethodType } from "../connectors/contract.ts";
import { unreachable } from "../kernel/assert.ts";
import { type Html, html, isolate } from "../kernel/html.ts";
import { live } from "./amounts/amount-fields.ts";
import { cardFields } from "./card-fields.ts";
import { acceptedBrands } from "./card-marks.ts";
import { debitFields } from "./debit-fields.ts";
import { icons } from "./icons.ts";
import { noteMarkup } from "./merchant-note.ts";
import type { TextKey, Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/** The form of one payment method. Any browser can post it; the script only makes typing easier. */
export function paymentForm(method: PaymentMethodType, view: OpenPage, texts: Texts): Html {
  return html`<form method="post" action="${view.submitUrl}" novalidate data-pay="${method}" data-attempts="${view.attempts}">
      <input type="hidden" name="token" value="${view.formToken}">
      <input type="hidden" name="method" value="${method}">
      ${shownAmount(view)}
      ${contentOf(method, view, texts)}
    </form>`;
}

/** The amount that the page shows. If the customer has changed it elsewhere meanwhile, nothing is charged. */
export const shownAmount = ({ order }: OpenPage): Html | null =>
  order.parts ? html`<input type="hidden" name="shownAmount" value="${order.amountMinor}" data-live>` : null;

/** The fields of one payment method in a form that all methods share. The button that pays by it names the method. */
export function methodFields(method: PaymentMethodType, view: OpenPage, texts: Texts): Html {
  return html`<div class="method-fields">
      ${contentOf(method, view, texts, html` name="method" value="${method}"`)}
    </div>`;
}

/** @param named the attributes of the button by which it names its method; none where the form does */
function contentOf(method: PaymentMethodType, view: OpenPage, texts: Texts, named?: Html): Html {
  const { fields, label, busy } = content(method, view, texts);
  return html`${fields}
      ${view.note && html`<p>${noteMarkup(view.note)}</p>`}
      <button type="submit"${named} class="button primary" data-busy="${texts.plain(busy)}">
        ${icons.lock}<span data-label${live(view.order)}>${label}</span>${icons.spinner}
      </button>`;
}

type FormContent = { readonly fields: Html; readonly label: Html; readonly busy: TextKey };

/** A button with the amount pays. The other buttons lead to a page with the amount. */
function content(method: PaymentMethodType, view: OpenPage, texts: Texts): FormContent {
  const amount = isolate(texts.amount(view.order.amountMinor, view.order.currency));
  const provider = view.providers.get(method) ?? null;
  if (provider !== null) {
    return {
      fields: html`${method === "card" && hostedCardBrands(view, texts)}<p>${texts.rich("hosted.text", { provider })}</p>`,
      label: texts.rich("hosted.continue", { provider }),
      busy: "pay.continuing",
    };
  }
  const pay = { label: texts.rich("pay.amount", { amount }), busy: "pay.busy" } as const;
  switch (method) {
    case "card":
      return { fields: cardFields(view, texts), ...pay };
    case "bank_debit":
      return { fields: debitFields(view, texts), ...pay };
    case "wallet":
      return {
        fields: html`<p>${texts.rich("wallet.text")}</p>`,
        label: texts.rich("wallet.pay"),
        busy: "pay.continuing",
      };
    case "bank_transfer":
      return {
        fields: html`<p>${texts.rich("transfer.text")}</p>`,
        label: texts.rich("transfer.show"),
        busy: "pay.continuing",
      };
    default:
      return unreachable(method);
  }
}

function hostedCardBrands({ cardBrands }: OpenPage, texts: Texts): Html {
  return html`${acceptedBrands(cardBrands, texts.plain("card.accepted"))}`;
}
