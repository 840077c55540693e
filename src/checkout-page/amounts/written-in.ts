import { limitCurrency } from "../../kernel/amount-limits.ts";
import { present } from "../../kernel/assert.ts";
import { findCurrency } from "../../kernel/currency.ts";
import { localeOf, merchantLocalePart } from "../page-view.ts";
import type { FormReply } from "../reply-to-form.ts";
import { requestedLocale } from "../requested-locale.ts";
import { numbersOf } from "../send-page.ts";
import type { WrittenIn } from "./parse-amount-form.ts";

/** How a customer writes amounts: as the page that they see does, within the merchant's limits. */
export function writtenInOf({ request, checkout }: Pick<FormReply, "request" | "checkout">): WrittenIn {
  const { session, settings } = checkout;
  const locale = localeOf(checkout, requestedLocale(request));
  return {
    currency: limitCurrency(present(findCurrency(session.currency), "currency"), settings.amountLimits),
    numbers: numbersOf({ locale, ...merchantLocalePart(session.details) }, request),
  };
}
