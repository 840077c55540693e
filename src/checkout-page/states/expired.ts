import { isolate } from "../../kernel/html.ts";
import { backToMerchant } from "../back-to-merchant.ts";
import { contact } from "../contact.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { ExpiredPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The session can't be paid any more. The page links back to the merchant. */
export function expiredState(view: ExpiredPage, texts: Texts): StateContent {
  return {
    status: 410,
    title: texts.plain("expired.title"),
    hasContact: true,
    payment: statusPanel({
      tone: "neutral",
      icon: icons.hourglass,
      heading: texts.rich("expired.title"),
      paragraphs: [texts.rich("expired.text", { merchant: isolate(view.merchant.name) })],
      contact: contact(view.merchant, texts),
      actions: backToMerchant(view.merchant, view.cancelUrl, texts),
    }),
  };
}
