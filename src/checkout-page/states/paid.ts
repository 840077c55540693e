import { type Html, isolate } from "../../kernel/html.ts";
import { icons } from "../icons.ts";
import { type Action, statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { LateMoney, PaidPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** Shown to whoever comes back to a paid session: nothing to pay again, and the way on. */
export function paidState(view: PaidPage, texts: Texts): StateContent {
  const merchant = isolate(view.merchant.name);
  return {
    status: 200,
    title: texts.plain("paid.title"),
    payment: statusPanel({
      tone: "success",
      icon: icons.check,
      heading: texts.rich("paid.title"),
      paragraphs: paragraphs(view, texts),
      contact: null,
      actions: [
        { href: view.successUrl, label: texts.rich("paid.continue", { merchant }), primary: true },
        ...receiptLink(view, texts),
      ],
    }),
  };
}

function receiptLink({ receiptUrl }: PaidPage, texts: Texts): Action[] {
  return receiptUrl === undefined
    ? []
    : [{ href: receiptUrl, label: texts.rich("receipt.view"), primary: false }];
}

/** What was paid, and what has come of it since: each movement of money that the customer may wonder about. */
function paragraphs(view: PaidPage, texts: Texts): Html[] {
  const merchant = isolate(view.merchant.name);
  const inWords = (amountMinor: number) => isolate(texts.amount(amountMinor, view.order.currency));
  const { paidMinor, refundedMinor, second, surplus } = view;
  const paid = texts.rich("paid.text", { amount: inWords(paidMinor), merchant });
  const refunded = texts.rich("paid.refunded", { amount: inWords(refundedMinor) });
  return [
    paid,
    ...(refundedMinor > 0 ? [refunded] : []),
    ...(surplus ? [unasked("surplus", surplus)] : []),
    ...(second ? [unasked("second", second)] : []),
  ];

  function unasked(what: "surplus" | "second", { amountMinor, returned }: LateMoney): Html {
    const amount = inWords(amountMinor);
    return returned
      ? texts.rich(`paid.${what}_returned`, { amount })
      : texts.rich(`paid.${what}_kept`, { amount, merchant });
  }
}
