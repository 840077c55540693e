import { type Html, html, isolate } from "../kernel/html.ts";
import {
  type AmountFields,
  codeEntry,
  live,
  quantityStepper,
  removeCode,
  updateButton,
} from "./amounts/amount-fields.ts";
import { icons, monogram } from "./icons.ts";
import { isWordmark, merchantMark } from "./logo.ts";
import type { Merchant } from "./merchant.ts";
import type { AmountDetails, LineItem, Order } from "./order.ts";
import type { Texts } from "./texts.ts";

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
    ${largeAmount(texts.amount(order.amountMinor, order.currency), live(order))}
    ${order.description !== null && html`<p class="description">${isolate(order.description)}</p>`}
    ${parts.items}
  </section>`;
}

/** A longer amount doesn't fit on a phone's line at full size, and an amount must never wrap. */
const charactersAtFullSize = 13;

export function largeAmount(amount: string, attributes: Html | null = null): Html {
  const size = amount.length > charactersAtFullSize ? "amount long" : "amount";
  return html`<p class="${size}"${attributes}>${isolate(amount)}</p>`;
}

/** The items and their total; null when the merchant sent no items. */
export function orderItems(order: Order, texts: Texts): Html | null {
  return order.lineItems.length === 0 ? null : itemsAndTotal(order, texts, "fold", null);
}

/**
 * The same beside the payment part. On a phone, where they would push it off the screen, they are collapsed into a line with
 * their number and total, unless the customer can change something. Which of the two folds collapses is a matter of the screen's width,
 * so the style sheet decides.
 *
 * @param fields the fields by which the customer changes the amount; null if they can't
 */
export function foldedItems(order: Order, texts: Texts, fields: AmountFields | null): Html | null {
  const { lineItems, amountMinor, currency, parts } = order;
  if (lineItems.length === 0) return plainSums(order, texts, fields);
  const count = texts.rich("order.items", { count: lineItems.length });
  const amount = isolate(texts.amount(amountMinor, currency));
  const isOpen =
    fields !== null && (fields.form.hasQuantities || fields.form.takesCode || parts?.promotionCode);
  return html`<details class="fold fold-on-phone"${isOpen && html` open`}>
      <summary><span${live(order)}>${count} · ${amount}</span>${icons.chevron}</summary>
      ${itemsAndTotal(order, texts, "fold fold-on-desktop", fields)}
    </details>`;
}

/** What became of an amount without items; null if there is nothing to say. */
function plainSums(order: Order, texts: Texts, fields: AmountFields | null): Html | null {
  const { parts } = order;
  if (!parts || (!fields && parts.discount === 0 && parts.tip === 0)) return null;
  return html`${fields && codeEntry(fields)}<div${live(order)}>${(parts.discount > 0 || parts.tip > 0) && sums(order, texts, fields)}</div>`;
}

function itemsAndTotal(order: Order, texts: Texts, fold: string, fields: AmountFields | null): Html {
  const { lineItems, currency } = order;
  const list = html`<ul class="items">${lineItems.map((item, index) => lineItem(item, currency, texts, fields && quantityStepper(item, index, fields)))}</ul>
    ${fields?.form.hasQuantities && updateButton("quantities", texts)}`;
  const total = html`${fields && codeEntry(fields)}<div${live(order)}>${sums(order, texts, fields)}</div>`;
  if (lineItems.length <= itemsShownAtOnce) return html`${list}${total}`;
  return html`<details class="${fold}"${fields?.form.hasQuantities && html` open`}>
      <summary>${texts.rich("order.items", { count: lineItems.length })}${icons.chevron}</summary>
      ${list}
    </details>
    ${total}`;
}

function sums(order: Order, texts: Texts, fields: AmountFields | null): Html {
  const amount = isolate(texts.amount(order.amountMinor, order.currency));
  return html`${adjustmentList(order, texts, fields !== null)}
    <p class="total"><span>${texts.rich("order.total")}</span>${amount}</p>`;
}

function lineItem(item: LineItem, currency: string, texts: Texts, stepper: Html | null): Html {
  const several = item.quantity > 1 && quantity(item, currency, texts);
  const name = stepper
    ? html`<div class="item-name">${isolate(item.name)}${stepper}</div>`
    : html`<span class="item-name">${isolate(item.name)}${several}</span>`;
  return html`<li>
      ${itemMark(item)}
      ${name}
      <bdi class="money"${stepper && html` data-live`}>${texts.amount(item.quantity * item.unitAmount, currency)}</bdi>
    </li>`;
}

/** Discounts, shipping, tax and the like, and what the customer has chosen. Collapsed only together with the total, because they explain it. */
export function adjustmentList(
  { adjustments, currency, parts }: Pick<Order, "adjustments" | "currency" | "parts">,
  texts: Texts,
  isAdjustable = false,
): Html | null {
  const rows = [
    ...adjustments.map(({ name, amount }) => sumRow(isolate(name), amount, currency, texts)),
    ...(parts ? chosenRows(parts, currency, texts, isAdjustable) : []),
  ];
  return rows.length === 0 ? null : html`<ul class="items adjustments">${rows}</ul>`;
}

const sumRow = (name: Html, amount: number, currency: string, texts: Texts): Html =>
  html`<li>
        <span class="item-name">${name}</span>
        <bdi class="money">${texts.amount(amount, currency)}</bdi>
      </li>`;

function chosenRows(parts: AmountDetails, currency: string, texts: Texts, isAdjustable: boolean): Html[] {
  const { subtotal, discount, promotionCode, tip } = parts;
  const code = promotionCode ?? "";
  const discounted = html`${texts.rich("amounts.discount", { code: isolate(code) })}${isAdjustable && removeCode(code, texts)}`;
  return [
    ...(discount > 0 || tip > 0 ? [sumRow(texts.rich("amounts.subtotal"), subtotal, currency, texts)] : []),
    ...(promotionCode !== null ? [sumRow(discounted, -discount, currency, texts)] : []),
    ...(tip > 0 ? [sumRow(texts.rich("amounts.tip"), tip, currency, texts)] : []),
  ];
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
