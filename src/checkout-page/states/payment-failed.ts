import { type Html, isolate } from "../../kernel/html.ts";
import { backToMerchant } from "../back-to-merchant.ts";
import { contact } from "../contact.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { PaymentFailedPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The order was accepted, but the payment failed later. The session is over; only a new one can be paid. */
export function paymentFailedState(view: PaymentFailedPage, texts: Texts): StateContent {
  return {
    status: 200,
    title: texts.plain("payment_failed.title"),
    hasContact: true,
    payment: statusPanel({
      tone: "danger",
      icon: icons.cross,
      heading: texts.rich("payment_failed.title"),
      paragraphs: [...reasonText(view, texts), moneyText(view, texts)],
      contact: contact(view.merchant, texts),
      actions: backToMerchant(view.merchant, view.cancelUrl, texts),
    }),
  };
}

/** Says whether money moved. The received part of a transfer is being returned. */
function moneyText({ merchant: { name }, order, partMinor }: PaymentFailedPage, texts: Texts): Html {
  const merchant = isolate(name);
  const amount = isolate(texts.amount(order.amountMinor, order.currency));
  if (partMinor === undefined) return texts.rich("payment_failed.text", { amount, merchant });
  const received = isolate(texts.amount(partMinor, order.currency));
  return texts.rich("payment_failed.part_returned", { received, total: amount, merchant });
}

const debitReasons = ["insufficient_funds", "account_closed", "debit_not_authorized"] as const;

/** The bank's reason, for direct debits only: the account's owner may know it and can act on it. A card may be stolen. */
function reasonText({ declined }: PaymentFailedPage, texts: Texts): Html[] {
  if (declined?.method !== "bank_debit") return [];
  const known = debitReasons.find((name) => name === declined.reason);
  return known === undefined ? [] : [texts.rich(`payment_failed.${known}`)];
}
