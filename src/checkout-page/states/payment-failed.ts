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
  const isEnded = isEndedTransfer(view);
  const title = isEnded ? "payment_failed.transfer_title" : "payment_failed.title";
  return {
    status: 200,
    title: texts.plain(title),
    hasContact: true,
    payment: statusPanel({
      tone: isEnded ? "neutral" : "danger",
      icon: icons.cross,
      heading: texts.rich(title),
      paragraphs: [...reasonText(view, texts), moneyText(view, texts)],
      contact: contact(view.merchant, texts),
      actions: backToMerchant(view.merchant, view.cancelUrl, texts),
    }),
  };
}

/** Whether the customer chose to pay another way, or the time for their transfer ended, and no part of it had arrived. */
const isEndedTransfer = ({ declined, partMinor }: PaymentFailedPage): boolean =>
  declined?.method === "bank_transfer" && declined.reason === "abandoned" && partMinor === undefined;

/** Says whether money moved. The received part of a transfer is being returned. */
function moneyText(view: PaymentFailedPage, texts: Texts): Html {
  const {
    merchant: { name },
    order,
    partMinor,
  } = view;
  const merchant = isolate(name);
  const amount = isolate(texts.amount(order.amountMinor, order.currency));
  if (isEndedTransfer(view)) return texts.rich("payment_failed.transfer_text", { amount, merchant });
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
