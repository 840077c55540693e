import type { Receipt } from "../../receipts/schemas.ts";
import type { PageDeps } from "../deps.ts";
import { localizedPath, receiptPath } from "../links.ts";
import type { Locale } from "../locale.ts";
import { commonOf, merchantLocalePart, merchantOf, pagePath } from "../page-view.ts";
import type { Checkout } from "../read-checkout.ts";
import type { NoReceiptPage, ReceiptPage } from "../view-model.ts";

/** The page of a receipt, with what was refunded since. */
export function receiptViewOf(checkout: Checkout, receipt: Receipt, locale: Locale): ReceiptPage {
  const { session, payment } = checkout;
  return {
    state: "receipt",
    mode: session.mode,
    locale,
    ...merchantLocalePart(session.details),
    pageUrl: receiptPath(session.id),
    paymentUrl: localizedPath(pagePath(session.id), locale),
    downloadUrl: `${receiptPath(session.id)}.json`,
    merchant: merchantOf(checkout),
    receipt,
    refundedMinor: payment?.amountRefunded ?? 0,
  };
}

/** The page that says that there is none yet. */
export function noReceiptViewOf(deps: PageDeps, checkout: Checkout, locale: Locale): NoReceiptPage {
  const { id } = checkout.session;
  return {
    ...commonOf(deps, checkout, locale),
    state: "no_receipt",
    pageUrl: receiptPath(id),
    paymentUrl: localizedPath(pagePath(id), locale),
  };
}
