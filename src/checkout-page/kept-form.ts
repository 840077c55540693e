import { isDeepStrictEqual } from "node:util";
import type { PageDeps } from "./deps.ts";
import { detailsAgain, detailsAtFirst } from "./details/page-details.ts";
import type { FormBody } from "./form-text.ts";
import type { Locale } from "./locale.ts";
import { offerOf } from "./offered-methods.ts";
import { chosenMethod, debitValuesOf, type PostedForm } from "./parse-form.ts";
import type { Checkout } from "./read-checkout.ts";

/**
 * What the page shows again of the form that pays after the amount has changed: the chosen method, the details of a direct debit and what
 * the merchant lets the page ask for, but nothing of a card. Undefined if nothing was typed or chosen.
 */
export function keptForm(
  deps: PageDeps,
  checkout: Checkout,
  locale: Locale,
  body: FormBody,
): PostedForm | undefined {
  const { methods } = offerOf(checkout);
  const method = chosenMethod(body, methods);
  const values = debitValuesOf(body, deps);
  const details = detailsAgain(checkout, locale, body);
  const isUntouched =
    method === methods[0] &&
    Object.keys(values).length === 0 &&
    isDeepStrictEqual(details, detailsAtFirst(checkout, locale));
  return isUntouched ? undefined : { method: method ?? null, fieldErrors: {}, values, details };
}
