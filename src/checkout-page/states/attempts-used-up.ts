import { isolate } from "../../kernel/html.ts";
import { backToMerchant } from "../back-to-merchant.ts";
import { contact } from "../contact.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { AttemptsUsedUpPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The session takes no more attempts, however long the customer waits, so the page has no form. */
export function attemptsUsedUpState(view: AttemptsUsedUpPage, texts: Texts): StateContent {
  return {
    status: 429,
    title: texts.plain("attempts_used_up.title"),
    hasContact: true,
    payment: statusPanel({
      tone: "danger",
      icon: icons.alert,
      heading: texts.rich("attempts_used_up.title"),
      paragraphs: [texts.rich("attempts_used_up.text", { merchant: isolate(view.merchant.name) })],
      contact: contact(view.merchant, texts),
      actions: backToMerchant(view.merchant, view.cancelUrl, texts),
    }),
  };
}
