import { isolate } from "../../kernel/html.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { PaidPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** Shown to whoever comes back to a paid session: nothing to pay again, and the way on. */
export function paidState(view: PaidPage, texts: Texts): StateContent {
  const merchant = isolate(view.merchant.name);
  const amount = isolate(texts.amount(view.order.amountMinor, view.order.currency));
  return {
    status: 200,
    title: texts.plain("paid.title"),
    payment: statusPanel({
      tone: "success",
      icon: icons.check,
      heading: texts.rich("paid.title"),
      paragraphs: [texts.rich("paid.text", { amount, merchant })],
      contact: null,
      actions: [{ href: view.successUrl, label: texts.rich("paid.continue", { merchant }), primary: true }],
    }),
  };
}
