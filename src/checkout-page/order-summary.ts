import { type Html, html, isolate } from "../kernel/html.ts";
import { icons, monogram } from "./icons.ts";
import { isWordmark, merchantMark } from "./logo.ts";
import type { Texts } from "./texts.ts";
import type { LineItem, Merchant, Order } from "./view-model.ts";

/** A longer list is collapsed at first also where the items have a column of their own. */
const itemsShownAtOnce = 4;

/** The merchant, the amount and the description, optionally with the items. The amount is the largest text of the page. */
export function orderSummary(
  merchant: Merchant,
  order: Order,
  heading: Html,
  texts: Texts,
  parts: { readonly items: Html | null },
): Html {
  return html`<section class="order" aria-label="${texts.plain("order.heading")}">
    <div class="merchant${isWordmark(merchant) && " wordmark"}">${merchantMark(merchant)}${heading}</div>
    ${largeAmount(texts.amount(order.amountMinor, order.currency))}
    ${order.description !== null && html`<p class="description">${isolate(order.description)}</p>`}
    ${parts.items}
  </section>`;
}

/** A longer amount doesn't fit on a phone's line at full size, and an amount must never wrap. */
const charactersAtFullSize = 13;

export function largeAmount(amount: string): Html {
  const size = amount.length > charactersAtFullSize ? "amount long" : "amount";
  return html`<p class="${size}">${isolate(amount)}</p>`;
}

/** The items and their total; null when the merchant sent no items. */
export function orderItems(order: Order, texts: Texts): Html | null {
  return order.lineItems.length === 0 ? null : itemsAndTotal(order, texts, "fold");
}

/**
 * The same beside the payment part. On a phone, where they would push it off the screen, they are collapsed into a line with
 * their number and total. Which of the two folds collapses is a matter of the screen's width, so the style sheet decides.
 */
export function foldedItems(order: Order, texts: Texts): Html | null {
  const { lineItems, amountMinor, currency } = order;
  if (lineItems.length === 0) return null;
  const count = texts.rich("order.items", { count: lineItems.length });
  const amount = isolate(texts.amount(amountMinor, currency));
  return html`<details class="fold fold-on-phone">
      <summary><span>${count} · ${amount}</span>${icons.chevron}</summary>
      ${itemsAndTotal(order, texts, "fold fold-on-desktop")}
    </details>`;
}

function itemsAndTotal(order: Order, texts: Texts, fold: string): Html {
  const { lineItems, amountMinor, currency } = order;
  const list = html`<ul class="items">${lineItems.map((item) => lineItem(item, currency, texts))}</ul>`;
  const total = html`${adjustmentList(order, texts)}
    <p class="total"><span>${texts.rich("order.total")}</span>${isolate(texts.amount(amountMinor, currency))}</p>`;
  if (lineItems.length <= itemsShownAtOnce) return html`${list}${total}`;
  return html`<details class="${fold}">
      <summary>${texts.rich("order.items", { count: lineItems.length })}${icons.chevron}</summary>
      ${list}
    </details>
    ${total}`;
}

function lineItem(item: LineItem, currency: string, texts: Texts): Html {
  return html`<li>
      ${itemMark(item)}
      <span class="item-name">${isolate(item.name)}${item.quantity > 1 && quantity(item, currency, texts)}</span>
      <bdi class="money">${texts.amount(item.quantity * item.unitAmount, currency)}</bdi>
    </li>`;
}

/** Discounts, shipping, tax and the like. Collapsed only together with the total, because they explain it. */
export function adjustmentList(
  { adjustments, currency }: Pick<Order, "adjustments" | "currency">,
  texts: Texts,
): Html | null {
  if (adjustments.length === 0) return null;
  return html`<ul class="items adjustments">${adjustments.map(
    ({ name, amount }) => html`<li>
        <span class="item-name">${isolate(name)}</span>
        <bdi class="money">${texts.amount(amount, currency)}</bdi>
      </li>`,
  )}</ul>`;
}

/** The picture covers the monogram, which stays visible when the picture doesn't load. */
function itemMark({ name, picture }: LineItem): Html {
  if (picture === undefined) return monogram(name);
  return html`<span class="item-mark">${monogram(name)}<img src="${picture}" width="48" height="48" alt="" loading="lazy" decoding="async"></span>`;
}

/** The quantity and the price of one, for more than one. */
export function quantity(
  item: Pick<LineItem, "quantity" | "unitAmount">,
  currency: string,
  texts: Texts,
): Html {
  const amount = isolate(texts.amount(item.unitAmount, currency));
  return html`<small>${texts.rich("order.quantity", { quantity: item.quantity, amount })}</small>`;
}
