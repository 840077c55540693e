import { html, isolate } from "../../kernel/html.ts";
import { deadline } from "../deadline.ts";
import { icons } from "../icons.ts";
import { orderItems, orderSummary } from "../order-summary.ts";
import type { Texts } from "../texts.ts";
import type { LinkPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** What a payment link sells, and the button that starts a session. It leads to a page with the amount, so it has none itself. */
export function linkState(view: LinkPage, texts: Texts): StateContent {
  const merchant = isolate(view.merchant.name);
  const { expiresAt } = view;
  const heading = html`<h1>${texts.rich("order.pay_to", { merchant })}</h1>`;
  return {
    status: 200,
    title: texts.plain("pay.amount", {
      amount: texts.amount(view.order.amountMinor, view.order.currency),
    }),
    payment: html`${orderSummary(view.merchant, view.order, heading, texts, { items: orderItems(view.order, texts) })}
    <form class="start" method="post" action="${view.startUrl}" data-pay="link">
      <input type="hidden" name="token" value="${view.formToken}">
      <input type="hidden" name="visit" value="${view.visit}">
      <button type="submit" class="button primary" data-busy="${texts.plain("pay.continuing")}">
        <span data-label>${texts.rich("link.continue")}</span>${icons.spinner}
      </button>
    </form>
    ${expiresAt !== null && deadline({ ...view, expiresAt }, texts)}`,
  };
}
