import { unreachable } from "../kernel/assert.ts";
import { type Html, html, isolate } from "../kernel/html.ts";
import { numberLocaleOf } from "../kernel/locales.ts";
import { amountFieldsOf, amountForm } from "./amounts/amount-fields.ts";
import { backLink } from "./back-link.ts";
import { footer } from "./footer.ts";
import { layout, type PageParts } from "./layout.ts";
import { foldedItems, orderSummary } from "./order-summary.ts";
import { noReceiptState } from "./receipt/no-receipt-state.ts";
import { receiptState } from "./receipt/receipt-state.ts";
import { sandboxBand, testNumbersOf } from "./sandbox-band.ts";
import { attemptsUsedUpState } from "./states/attempts-used-up.ts";
import { cancelledState } from "./states/cancelled.ts";
import { challengeState } from "./states/challenge.ts";
import { errorState } from "./states/error.ts";
import { expiredState } from "./states/expired.ts";
import { lateState } from "./states/late.ts";
import { linkState } from "./states/link.ts";
import { linkClosedState } from "./states/link-closed.ts";
import { notFoundState } from "./states/not-found.ts";
import { openState } from "./states/open.ts";
import { paidState } from "./states/paid.ts";
import { paymentFailedState } from "./states/payment-failed.ts";
import { processingState } from "./states/processing.ts";
import { processingAsyncState } from "./states/processing-async.ts";
import { releasedState } from "./states/released.ts";
import type { StateContent } from "./states/state-content.ts";
import { transferState } from "./states/transfer.ts";
import { unavailableState } from "./states/unavailable.ts";
import { type Texts, textsOf } from "./texts.ts";
import type { PageView } from "./view-model.ts";

/** A whole page. `status` is the HTTP status of the state. The headers come from `pageHeaders`. */
export type RenderedPage = { readonly markup: Html; readonly html: string; readonly status: number };

/**
 * Turns a view into its page. Pure: the same view gives the same bytes.
 *
 * @param numbers the locale of the amounts, from `numberLocaleOf`
 */
export function renderPage(view: PageView, numbers = numberLocaleOf(view.locale)): RenderedPage {
  const texts = textsOf(view.locale, numbers);
  const content = stateContent(view, texts);
  const merchant = view.state === "not_found" ? null : view.merchant;
  const page = layout(
    {
      title:
        merchant === null
          ? content.title
          : texts.plain("title.page", { heading: content.title, merchant: merchant.name }),
      head: content.head ?? null,
      sandboxBand: "mode" in view && view.mode === "sandbox" ? band(view, texts) : null,
      brandColor: merchant?.brandColor,
      ...orderParts(view, texts),
      payment: content.payment,
      footer: footer(
        {
          merchant,
          withContact: content.hasContact !== true,
          pageUrl: view.state === "not_found" ? null : view.pageUrl,
        },
        texts,
      ),
    },
    texts,
  );
  return {
    markup: page,
    get html() {
      return page.toString();
    },
    status: content.status,
  };
}

type OrderParts = Pick<PageParts, "back" | "order" | "orderItems" | "oneColumn">;

/** The order beside the payment part. A link's page has only the order, so it isn't beside anything. */
function orderParts(view: PageView, texts: Texts): OrderParts {
  if (!("order" in view) || view.state === "link") return { order: null };
  const { merchant, order } = view;
  const payable = view.state === "open";
  const items = foldedItems(order, texts, payable ? amountFieldsOf(view, texts) : null);
  return {
    back: payable ? backLink(view, texts) : null,
    order: orderSummary(merchant, order, orderHeading(view, texts), texts, {
      items: payable ? html`${amountForm(view, texts)}${items}` : null,
    }),
    orderItems: payable ? null : items,
    oneColumn: order.lineItems.length === 0 && order.description === null,
  };
}

type SessionView = Extract<PageView, { readonly order: unknown }>;

/** The page has one h1: while the session is open it says what to do, in other states the status panel says what happened. */
function orderHeading(view: SessionView, texts: Texts): Html {
  const merchant = isolate(view.merchant.name);
  return view.state === "open"
    ? html`<h1>${texts.rich("order.pay_to", { merchant })}</h1>`
    : html`<p>${merchant}</p>`;
}

function band(view: PageView, texts: Texts): Html {
  return sandboxBand(view.state === "open" ? testNumbersOf(view) : null, texts);
}

function stateContent(view: PageView, texts: Texts): StateContent {
  switch (view.state) {
    case "open":
      return openState(view, texts);
    case "processing":
      return processingState(view, texts);
    case "challenge":
      return challengeState(view, texts);
    case "transfer":
      return transferState(view, texts);
    case "paid":
      return paidState(view, texts);
    case "receipt":
      return receiptState(view, texts);
    case "no_receipt":
      return noReceiptState(view, texts);
    case "processing_async":
      return processingAsyncState(view, texts);
    case "payment_failed":
      return paymentFailedState(view, texts);
    case "released":
      return releasedState(view, texts);
    case "late":
      return lateState(view, texts);
    case "expired":
      return expiredState(view, texts);
    case "cancelled":
      return cancelledState(view, texts);
    case "attempts_used_up":
      return attemptsUsedUpState(view, texts);
    case "unavailable":
      return unavailableState(view, texts);
    case "link":
      return linkState(view, texts);
    case "link_closed":
      return linkClosedState(view, texts);
    case "not_found":
      return notFoundState(texts);
    case "error":
      return errorState(view, texts);
    default:
      return unreachable(view);
  }
}
