import { type Html, html, isolate } from "../../kernel/html.ts";
import { onToMerchant } from "../back-to-merchant.ts";
import { callOffForm } from "../call-off-form.ts";
import { icons } from "../icons.ts";
import { keepTransfer } from "../keep-transfer.ts";
import { localizedPath } from "../links.ts";
import { type Action, statusPanel, withStatusPolling } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import { transferCode } from "../transfer-code.ts";
import { type TransferFact, transferFacts } from "../transfer-facts.ts";
import type { TransferPage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/**
 * The bank details for the transfer. The customer can leave the page and return. The script shows the result as soon as the
 * money has arrived. Without it the customer reloads: an automatic refresh would disturb copying.
 */
export function transferState(view: TransferPage, texts: Texts): StateContent {
  const { amountMinor, currency } = view.order;
  const formatted = texts.amount(amountMinor - view.receivedMinor, currency);
  const panel = statusPanel({
    tone: "neutral",
    icon: icons.bank,
    heading: texts.rich("transfer.title", { amount: isolate(formatted) }),
    paragraphs: paragraphs(view, isolate(formatted), texts),
    details: instructions(view, texts),
    contact: null,
    actions: actions(view, texts),
    form: callOffForm(view, texts.rich("method.change")),
  });
  return {
    status: 200,
    title: texts.plain("transfer.title", { amount: formatted }),
    payment: withStatusPolling(view, localizedPath(view.pageUrl, view.locale), panel),
  };
}

/** The part that has arrived, if the rest is missing, how the transfer is matched, and until when it has to arrive. */
function paragraphs(view: TransferPage, amount: Html, texts: Texts): Html[] {
  const { merchant, order, receivedMinor, instructions } = view;
  const { payBefore } = instructions;
  const how = [
    texts.rich("transfer.how", { merchant: isolate(merchant.name) }),
    ...(payBefore === null ? [] : [payUntil(payBefore, texts)]),
  ];
  if (receivedMinor === 0) return how;
  const received = isolate(texts.amount(receivedMinor, order.currency));
  const total = isolate(texts.amount(order.amountMinor, order.currency));
  return [texts.rich("transfer.part_arrived", { received, total, amount }), ...how];
}

function payUntil(payBefore: string, texts: Texts): Html {
  const time = html`<time datetime="${payBefore}">${isolate(texts.dateTime(payBefore))}</time>`;
  return texts.rich("pay.expires_at", { time });
}

/** The script adds a copy button to each fact but the amount, whose format differs between banks. */
function instructions(view: TransferPage, texts: Texts): Html {
  return html`<div class="transfer">
      <dl class="facts" data-copy-label="${texts.plain("transfer.copy")}" data-copied-label="${texts.plain("transfer.copied")}">
        ${transferFacts(view, texts).map(factRow)}
      </dl>
      ${transferCode(view, texts)}
      </div>
      <p class="announcement" role="status"></p>
      <p class="can-close">${texts.rich("transfer.can_close")}</p>
      ${keepTransfer(view, texts)}`;
}

function factRow({ name, lang, value, shown, kind }: TransferFact): Html {
  const label = lang === null ? html`${name}` : html`<span lang="${lang}">${name}</span>`;
  return html`<div><dt>${label}</dt><dd>${factValue(kind, value, shown)}</dd></div>`;
}

function factValue(kind: TransferFact["kind"], value: string, shown: string): Html {
  switch (kind) {
    case "amount":
      return html`<bdi>${shown}</bdi>`;
    case "name":
      return html`<bdi data-copy="${value}">${shown}</bdi>`;
    case "code":
      return html`<bdi dir="ltr" data-copy="${value}">${shown}</bdi>`;
  }
}

function actions(view: TransferPage, texts: Texts): Action[] {
  const { simulatorUrl } = view.instructions;
  const simulator = { label: texts.rich("transfer.simulate"), primary: false };
  const again = localizedPath(view.pageUrl, view.locale);
  return [
    ...onToMerchant(view.merchant, view.successUrl, texts),
    { href: again, label: texts.rich("processing.check"), primary: false },
    ...(view.mode === "live" || simulatorUrl === null ? [] : [{ href: simulatorUrl, ...simulator }]),
  ];
}
