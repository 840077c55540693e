import { cardBrandName } from "../../kernel/card-brand.ts";
import { type Html, html, isolate } from "../../kernel/html.ts";
import type { Receipt } from "../../receipts/schemas.ts";
import { receiptStylesheet } from "../assets.ts";
import { icons } from "../icons.ts";
import { isWordmark, merchantMark } from "../logo.ts";
import { adjustmentList, largeAmount, quantity } from "../order-summary.ts";
import type { StateContent } from "../states/state-content.ts";
import type { Texts } from "../texts.ts";
import type { ReceiptPage } from "../view-model.ts";

/**
 * The receipt for reading and printing. Everything is as it was signed, except the refunded amount, which is current. It
 * has one column and collapses nothing, so that a printout looks the same.
 */
export function receiptState(view: ReceiptPage, texts: Texts): StateContent {
  const { receipt } = view;
  return {
    status: 200,
    title: texts.plain("receipt.title"),
    head: html`<link rel="stylesheet" href="${receiptStylesheet.path}" integrity="${receiptStylesheet.integrity}">`,
    payment: html`<article class="receipt">
      <div class="merchant${isWordmark(view.merchant) && " wordmark"}">${merchantMark(view.merchant)}<p>${isolate(receipt.merchant.name)}</p></div>
      <h1>${texts.rich("receipt.title")}</h1>
      ${largeAmount(texts.amount(receipt.amount, receipt.currency))}
      ${receipt.description !== null && html`<p class="description">${isolate(receipt.description)}</p>`}
      ${receipt.mode === "sandbox" && html`<p class="test">${icons.flask}<strong>${texts.rich("receipt.sandbox")}</strong></p>`}
      ${receipt.lineItems !== null && itemList(receipt, receipt.lineItems, texts)}
      ${adjustmentList({ adjustments: receipt.adjustments ?? [], currency: receipt.currency, parts: receipt.amountDetails }, texts)}
      ${sums(view, texts)}
      ${facts(receipt, texts)}
      ${proof(view, texts)}
    </article>`,
  };
}

type Item = NonNullable<Receipt["lineItems"]>[number];

function itemList({ currency }: Receipt, items: readonly Item[], texts: Texts): Html {
  return html`<ul class="items">${items.map(
    (item) => html`<li>
        <span class="item-name">${isolate(item.name)}${item.quantity > 1 && quantity(item, currency, texts)}</span>
        <bdi class="money">${texts.amount(item.quantity * item.unitAmount, currency)}</bdi>
      </li>`,
  )}</ul>`;
}

/** The ordered, paid and refunded amounts, as far as they differ from each other or follow a list of items. */
function sums({ receipt, refundedMinor }: ReceiptPage, texts: Texts): Html | null {
  const { amount, amountOrdered, lineItems, currency } = receipt;
  const { discount, tip } = receipt.amountDetails ?? { discount: 0, tip: 0 };
  const row = (name: Html, minor: number) =>
    html`<p class="total"><span>${name}</span>${isolate(texts.amount(minor, currency))}</p>`;
  const rows = [
    ...(lineItems !== null || amount !== amountOrdered || discount > 0 || tip > 0
      ? [row(texts.rich("order.total"), amountOrdered)]
      : []),
    ...(amount === amountOrdered ? [] : [row(texts.rich("receipt.paid"), amount)]),
    ...(refundedMinor === 0
      ? []
      : [
          row(texts.rich("receipt.refunded"), refundedMinor),
          row(texts.rich("receipt.remaining"), amount - refundedMinor),
        ]),
  ];
  return rows.length === 0 ? null : html`<div class="sums">${rows}</div>`;
}

function facts(receipt: Receipt, texts: Texts): Html {
  const row = (name: Html, value: Html) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="facts">
      ${row(texts.rich("receipt.number"), html`<bdi dir="ltr">${receipt.number}</bdi>`)}
      ${row(texts.rich("receipt.date"), html`<time datetime="${receipt.paidAt}">${isolate(texts.dateTime(receipt.paidAt))}</time>`)}
      ${row(texts.rich("receipt.paid_to"), isolate(receipt.merchant.name))}
      ${row(texts.rich("receipt.paid_with"), html`<span>${methodOf(receipt, texts)}</span>`)}
    </dl>`;
}

function methodOf({ method: { type, card, bankAccount } }: Receipt, texts: Texts): Html {
  const name = texts.rich(`method.${type}`);
  if (bankAccount !== null) return html`${name} <bdi dir="ltr">•••• ${bankAccount.last4}</bdi>`;
  if (card === null) return name;
  const brand = isolate(cardBrandName(card.brand) ?? texts.plain("method.card"));
  return texts.rich("receipt.card", { brand, digits: html`<bdi dir="ltr">${card.last4}</bdi>` });
}

/** Not printed, because the link is useless on paper. The print button is hidden until the script runs. */
function proof({ downloadUrl, paymentUrl }: ReceiptPage, texts: Texts): Html {
  return html`<div class="proof">
      <p>${texts.rich("receipt.signed")}</p>
      <p class="actions">
        <a class="button quiet" href="${downloadUrl}" download>${icons.download}<span>${texts.rich("receipt.download")}</span></a>
        <button class="button quiet" type="button" data-print hidden>${icons.print}<span>${texts.rich("receipt.print")}</span></button>
      </p>
      <p class="back"><a href="${paymentUrl}">${texts.rich("receipt.back")}</a></p>
    </div>`;
}
