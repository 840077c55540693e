import { isolate } from "../../kernel/html.ts";
import { backToMerchant } from "../back-to-merchant.ts";
import { contact } from "../contact.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { ReleasedPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The authorization was released: the merchant voided it or let it expire. Nothing was captured. */
export function releasedState(view: ReleasedPage, texts: Texts): StateContent {
  const merchant = isolate(view.merchant.name);
  const amount = isolate(texts.amount(view.order.amountMinor, view.order.currency));
  return {
    status: 200,
    title: texts.plain("released.title"),
    hasContact: true,
    payment: statusPanel({
      tone: "neutral",
      icon: icons.cross,
      heading: texts.rich("released.title"),
      paragraphs: [texts.rich("released.text", { amount, merchant })],
      contact: contact(view.merchant, texts),
      actions: backToMerchant(view.merchant, view.cancelUrl, texts),
    }),
  };
}
