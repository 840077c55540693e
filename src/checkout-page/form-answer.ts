import { fieldsOf } from "./details/detail-field.ts";
import { detailFaults } from "./details/details-section.ts";
import { declineMessage, type Message, totalChangedMessage } from "./error-summary.ts";
import { type FieldErrors, formFields } from "./form-faults.ts";
import { localizedPath } from "./links.ts";
import { errorMessage } from "./states/error.ts";
import { textsOf } from "./texts.ts";
import type { OpenPage, PageView } from "./view-model.ts";

/** The answer to a form that the page's script has posted, and that it shows in place. It contains nothing that was typed. */
export type FormAnswer =
  /** The customer goes on elsewhere: at the bank, the wallet or the merchant, or on this page in its new state. */
  | { readonly state: "moved"; readonly url: string }
  /** The customer can correct the form, or pay in another way. */
  | {
      readonly state: "open";
      /** How many attempts have been made; missing if that isn't known. */
      readonly attempts?: number;
      readonly faults: FieldErrors;
      /** The faults of the fields above the payment method; missing if they have none. */
      readonly details?: DetailFaults;
      /** Why the attempt was declined or refused, in the page's language; null for faults, whose texts are on the page. */
      readonly message: Message | null;
      /** Whether the page shows another amount than there is now. */
      readonly totalChanged?: boolean;
      /** The fields to empty: those that have to be typed again. All others stay as they are. */
      readonly retype: readonly string[];
    };

/** Texts by the ids of inputs, and the title of the list of all faults, those of the payment method included. */
type DetailFaults = {
  readonly title: string;
  readonly faults: readonly { readonly id: string; readonly text: string }[];
};

/**
 * What the script shows of a view: a fault, a decline or a refusal in place. Every other state is a page of its own.
 *
 * @param pageUrl the path of the session's page
 */
export function formAnswer(view: PageView, pageUrl: string): FormAnswer {
  if (view.state === "error")
    return { state: "open", faults: {}, message: errorMessage(view, textsOf(view.locale)), retype: [] };
  if (view.state === "open" && view.totalChanged) {
    const message = totalChangedMessage(view, textsOf(view.locale));
    return { state: "open", faults: {}, message, retype: [], totalChanged: true };
  }
  if (view.state === "open" && (view.fieldErrors || view.declined)) return openAnswer(view);
  return { state: "moved", url: localizedPath(pageUrl, view.locale) };
}

function openAnswer(view: OpenPage): FormAnswer {
  const { attempts, declined, fieldErrors: faults = {}, slower = false, locale } = view;
  const message = declined ? declineMessage(declined, slower, textsOf(locale)) : null;
  return { state: "open", attempts, faults, ...detailsPart(view), message, retype: fieldsToRetype(view) };
}

function detailsPart(view: OpenPage): { readonly details?: DetailFaults } {
  const texts = textsOf(view.locale);
  const faults = detailFaults(view, texts);
  if (faults.length === 0) return {};
  const others = formFields.filter((field) => view.fieldErrors?.[field] !== undefined);
  const title = texts.plain("fault.summary", { count: faults.length + others.length });
  return { details: { title, faults } };
}

/**
 * A number that the customer has to look at, such as a mistyped one, stays. A wrong code doesn't: it is short, and people correct it by
 * typing it again. What could be a real number or account is removed from a page of the sandbox at once, and a card number from a field
 * that isn't for it.
 */
function fieldsToRetype({ declined, details, fieldErrors }: OpenPage): string[] {
  return [
    ...fieldsOf(details)
      .filter(({ fault }) => fault?.key === "fault.card_number_here")
      .map(({ name }) => name),
    ...(fieldErrors?.number === "number_not_test" ? ["number"] : []),
    ...(fieldErrors?.iban === "iban_not_test" ? ["iban"] : []),
    ...(declined?.reason === "incorrect_cvc" ? ["cvc"] : []),
  ];
}
