import { isolate } from "../../kernel/html.ts";
import { backToMerchant } from "../back-to-merchant.ts";
import { contact } from "../contact.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { LatePage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** Late funds: the page first says where the money is now. This is never shown as a success. */
export function lateState(view: LatePage, texts: Texts): StateContent {
  const merchant = isolate(view.merchant.name);
  const amount = isolate(texts.amount(view.late.amountMinor, view.order.currency));
  const kind = view.late.returned ? "returned" : "kept";
  return {
    status: 200,
    title: texts.plain(`late.${kind}_title`),
    hasContact: true,
    payment: statusPanel({
      tone: "warning",
      icon: icons.clock,
      heading: texts.rich(`late.${kind}_title`),
      paragraphs: [texts.rich(`late.${kind}_text`, { amount, merchant })],
      contact: contact(view.merchant, texts),
      actions: backToMerchant(view.merchant, view.cancelUrl, texts),
    }),
  };
}
