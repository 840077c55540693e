import { icons } from "../icons.ts";
import type { StateContent } from "../states/state-content.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { NoReceiptPage } from "../view-model.ts";

/** The receipt's page before the money has been captured. */
export function noReceiptState(view: NoReceiptPage, texts: Texts): StateContent {
  return {
    status: 409,
    title: texts.plain("receipt.none_title"),
    payment: statusPanel({
      tone: "neutral",
      icon: icons.clock,
      heading: texts.rich("receipt.none_title"),
      paragraphs: [texts.rich("receipt.none_text")],
      contact: null,
      actions: [{ href: view.paymentUrl, label: texts.rich("receipt.back"), primary: true }],
    }),
  };
}
