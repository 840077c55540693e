import { paymentChoice } from "../payment-choice.ts";
import type { Texts } from "../texts.ts";
import type { OpenPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The payment form. After a fault the title begins with "Error", because screen readers read it first. */
export function openState(view: OpenPage, texts: Texts): StateContent {
  const amount = texts.amount(view.order.amountMinor, view.order.currency);
  const title = texts.plain("pay.amount", { amount });
  const refused = Object.values(view.fieldErrors ?? {}).some((fault) => fault !== undefined);
  const wrong = refused || view.declined !== undefined;
  return {
    status: refused ? 422 : 200,
    title: wrong ? texts.plain("title.error", { title }) : title,
    payment: paymentChoice(view, texts),
  };
}
