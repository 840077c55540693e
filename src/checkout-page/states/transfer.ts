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
  const amounts = amountsOf(view, texts);
  const title = view.receivedMinor === 0 ? "transfer.title" : "transfer.part_title";
  const panel = statusPanel({
    tone: "neutral",
    icon: icons.bank,
    heading: texts.rich(title, isolated(amounts)),
    paragraphs: paragraphs(view, amounts, texts),
    details: instructions(view, texts),
    contact: null,
    actions: actions(view, texts),
    form: callOffForm(view, texts.rich("method.change")),
  });
  return {
    status: 200,
    title: texts.plain(title, amounts),
    payment: withStatusPolling(view, localizedPath(view.pageUrl, view.locale), panel),
  };
}

/** What has arrived, what is still missing, and both together. */
type Amounts = Readonly<Record<"received" | "amount" | "total", string>>;

function amountsOf({ order, receivedMinor }: TransferPage, texts: Texts): Amounts {
  const shown = (amountMinor: number) => texts.amount(amountMinor, order.currency);
  return {
    received: shown(receivedMinor),
    amount: shown(order.amountMinor - receivedMinor),
    total: shown(order.amountMinor),
  };
}

const isolated = ({ received, amount, total }: Amounts): Record<keyof Amounts, Html> => ({
  received: isolate(received),
  amount: isolate(amount),
  total: isolate(total),
});

/** What to send if a part has arrived, and how the transfer is matched. */
function paragraphs({ merchant, receivedMinor }: TransferPage, amounts: Amounts, texts: Texts): Html[] {
  const how = texts.rich("transfer.how", { merchant: isolate(merchant.name) });
  return receivedMinor === 0 ? [how] : [texts.rich("transfer.part_arrived", isolated(amounts)), how];
}

/** The script adds a copy button to each fact that is entered at the bank. */
function instructions(view: TransferPage, texts: Texts): Html {
  const copy = texts.plain("transfer.copy");
  return html`<div class="transfer">
      <dl class="facts" data-copy-label="${copy}" data-copied-label="${texts.plain("transfer.copied")}">
        ${transferFacts(view, texts).map((fact) => factRow(fact, copy))}
      </dl>
      ${transferCode(view, texts)}
      </div>
      <p class="announcement" role="status"></p>
      <p class="can-close">${texts.rich("transfer.can_close")}</p>
      ${keepTransfer(view, texts)}`;
}

/** @param copy the text of the button, for which the style sheet keeps a place */
function factRow({ name, lang, value, shown, kind }: TransferFact, copy: string): Html {
  const label = lang === null ? html`${name}` : html`<span lang="${lang}">${name}</span>`;
  return html`<div><dt>${label}</dt><dd${kind !== "time" && html` data-button="${copy}"`}>${factValue(kind, value, shown)}</dd></div>`;
}

function factValue(kind: TransferFact["kind"], value: string, shown: string): Html {
  switch (kind) {
    case "time":
      return html`<time datetime="${value}" data-zone>${isolate(shown)}</time>`;
    case "amount":
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
