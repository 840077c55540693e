import { isolate } from "../../kernel/html.ts";
import { backToMerchant } from "../back-to-merchant.ts";
import { contact } from "../contact.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { UnavailablePage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The merchant can't take live payments yet. The customer can only ask the merchant. */
export function unavailableState(view: UnavailablePage, texts: Texts): StateContent {
  return {
    status: 200,
    title: texts.plain("unavailable.title"),
    hasContact: true,
    payment: statusPanel({
      tone: "warning",
      icon: icons.pause,
      heading: texts.rich("unavailable.title"),
      paragraphs: [texts.rich("unavailable.text", { merchant: isolate(view.merchant.name) })],
      contact: contact(view.merchant, texts),
      actions: backToMerchant(view.merchant, view.cancelUrl, texts),
    }),
  };
}
