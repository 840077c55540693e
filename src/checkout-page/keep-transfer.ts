import { type Html, html } from "../kernel/html.ts";
import { icons } from "./icons.ts";
import type { Texts } from "./texts.ts";
import { type TransferFact, transferFacts } from "./transfer-facts.ts";
import type { TransferPage } from "./view-model.ts";

/**
 * Two ways to keep the details of a transfer: printing, which the script offers where it runs, and an e-mail to oneself, which the
 * customer's own mail program writes. Kassa sends nothing.
 */
export function keepTransfer(view: TransferPage, texts: Texts): Html {
  return html`<p class="keep">
        <button class="button quiet" type="button" data-print hidden>${icons.print}<span>${texts.rich("receipt.print")}</span></button>
        <a class="button quiet" href="${transferMail(view, texts)}">${icons.mail}<span>${texts.rich("transfer.email")}</span></a>
      </p>`;
}

/**
 * A mailto address (RFC 6068) without a recipient. Each value has a line of its own, so that a right-to-left text before it doesn't move
 * its characters, and no invisible character of direction gets into a bank's form. The session's address isn't in it: whoever has that
 * can give the transfer up.
 */
export function transferMail(view: TransferPage, texts: Texts): string {
  const { order, receivedMinor, merchant } = view;
  const amount = texts.amount(order.amountMinor - receivedMinor, order.currency);
  const heading = texts.plain("transfer.title", { amount });
  const subject = texts.plain("title.page", { heading, merchant: merchant.name });
  const body = [...partArrived(view, amount, texts), ...transferFacts(view, texts).map(factText)].join(
    "\r\n\r\n",
  );
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** Codes as banks' forms accept them; the amount and the time as people read them. */
const factText = ({ name, kind, value, shown }: TransferFact): string =>
  `${name}\r\n${kind === "amount" || kind === "time" ? shown : value}`;

function partArrived({ order, receivedMinor }: TransferPage, amount: string, texts: Texts): string[] {
  if (receivedMinor === 0) return [];
  const received = texts.amount(receivedMinor, order.currency);
  const total = texts.amount(order.amountMinor, order.currency);
  return [texts.plain("transfer.part_arrived", { received, total, amount })];
}
