import { type Html, isolate } from "../../kernel/html.ts";
import { onToMerchant } from "../back-to-merchant.ts";
import { icons } from "../icons.ts";
import { noteMarkup } from "../merchant-note.ts";
import { type Action, statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { LateFunds, PaidPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The page of a paid session: there is nothing to pay again, and a link back to the merchant. */
export function paidState(view: PaidPage, texts: Texts): StateContent {
  return {
    status: 200,
    title: texts.plain("paid.title"),
    payment: statusPanel({
      tone: "success",
      icon: icons.check,
      heading: texts.rich("paid.title"),
      paragraphs: paragraphs(view, texts),
      contact: null,
      actions: [...onToMerchant(view.merchant, view.successUrl, texts), ...receiptLink(view, texts)],
    }),
  };
}

function receiptLink({ receiptUrl }: PaidPage, texts: Texts): Action[] {
  return receiptUrl === undefined
    ? []
    : [{ href: receiptUrl, label: texts.rich("receipt.view"), primary: false }];
}

/** The amount paid, and each later movement of money: refunds, a surplus, a second payment. */
function paragraphs(view: PaidPage, texts: Texts): Html[] {
  const merchant = isolate(view.merchant.name);
  const formatted = (amountMinor: number) => isolate(texts.amount(amountMinor, view.order.currency));
  const { paidMinor, refundedMinor, second, surplus } = view;
  const paid = texts.rich("paid.text", { amount: formatted(paidMinor), merchant });
  const refunded = texts.rich("paid.refunded", { amount: formatted(refundedMinor) });
  return [
    paid,
    ...(refundedMinor > 0 ? [refunded] : []),
    ...(surplus ? [lateFundsText("surplus", surplus)] : []),
    ...(second ? [lateFundsText("second", second)] : []),
    ...(view.note ? [noteMarkup(view.note)] : []),
  ];

  function lateFundsText(kind: "surplus" | "second", { amountMinor, returned }: LateFunds): Html {
    const amount = formatted(amountMinor);
    return returned
      ? texts.rich(`paid.${kind}_returned`, { amount })
      : texts.rich(`paid.${kind}_kept`, { amount, merchant });
  }
}
