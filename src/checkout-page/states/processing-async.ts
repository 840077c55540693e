import { isolate } from "../../kernel/html.ts";
import { onToMerchant } from "../back-to-merchant.ts";
import { icons } from "../icons.ts";
import { statusPanel } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { ProcessingAsyncPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The order is accepted, and the money is still on its way. */
export function processingAsyncState(view: ProcessingAsyncPage, texts: Texts): StateContent {
  const merchant = isolate(view.merchant.name);
  const amount = isolate(texts.amount(view.order.amountMinor, view.order.currency));
  return {
    status: 200,
    title: texts.plain("processing_async.title"),
    payment: statusPanel({
      tone: "success",
      icon: icons.clock,
      heading: texts.rich("processing_async.title"),
      paragraphs: [texts.rich("processing_async.text", { amount, merchant })],
      contact: null,
      actions: onToMerchant(view.merchant, view.successUrl, texts),
    }),
  };
}
