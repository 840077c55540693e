import type { PaymentMethodType } from "../connectors/contract.ts";
import { type Html, html, isolate } from "../kernel/html.ts";
import { isRetyped } from "./card-fields.ts";
import { deadline } from "./deadline.ts";
import { declineNotice, errorSummary } from "./error-summary.ts";
import { formKit } from "./form-kit.ts";
import { methodIcons } from "./icons.ts";
import { moreTime } from "./more-time.ts";
import { paymentForm } from "./payment-form.ts";
import type { TextKey, Texts } from "./texts.ts";
import type { FieldErrors, OpenPage } from "./view-model.ts";

const headings: Readonly<Record<PaymentMethodType, TextKey>> = {
  card: "card.heading",
  wallet: "wallet.heading",
  bank_debit: "debit.heading",
  bank_transfer: "transfer.heading",
};

/** The error message, the payment methods, and the deadline. */
export function paymentChoice(view: OpenPage, texts: Texts): Html {
  const errors = view.fieldErrors ?? {};
  const [first, ...others] = view.methods;
  const onlyMethod = others.length === 0 ? first : undefined;
  return html`<h2 id="method">${headingOf(onlyMethod, view, texts)}</h2>
    ${messages(view, errors, texts)}
    ${onlyMethod ? paymentForm(onlyMethod, view, errors, texts) : methodList(view, errors, texts)}
    ${deadline(view, texts)}
    ${moreTime(view, texts)}
    ${formKit(view, texts)}`;
}

function headingOf(onlyMethod: PaymentMethodType | undefined, { brands }: OpenPage, texts: Texts): Html {
  if (onlyMethod === undefined) return texts.rich("method.heading");
  const brand = brands.get(onlyMethod);
  return brand === undefined ? texts.rich(headings[onlyMethod]) : isolate(brand);
}

/** One message at a time: faults of this post take precedence over the previous decline. */
function messages(view: OpenPage, errors: FieldErrors, texts: Texts): Html | null {
  if (Object.values(errors).some((fault) => fault !== undefined))
    return errorSummary(errors, view.method, texts);
  if (view.declined === undefined) return null;
  return declineNotice(view.declined, view.slower === true, !isRetyped(view), texts);
}

/**
 * All methods as radio buttons, one of them chosen at any time: the arrow keys go from one to the next. The style sheet hides the
 * forms of the others, so this needs no script. Without a style sheet all forms are shown, and each posts only itself.
 */
function methodList(view: OpenPage, errors: FieldErrors, texts: Texts): Html {
  return html`<div class="methods" role="radiogroup" aria-labelledby="method">
      ${view.methods.map((method) => methodItem(method, view, errors, texts))}
    </div>`;
}

function methodItem(method: PaymentMethodType, view: OpenPage, errors: FieldErrors, texts: Texts): Html {
  const chosen = method === (view.method ?? view.methods[0]);
  const id = `method-${method}`;
  // Without autocomplete="off", Firefox chooses on reload what was chosen before, not what the server says.
  return html`<div class="method">
        <input class="choice" type="radio" name="choice" id="${id}" autocomplete="off"${chosen && html` checked`}>
        <label for="${id}">${nameOf(method, view, texts)}${methodIcons[method]}</label>
        ${paymentForm(method, view, errors, texts)}
      </div>`;
}

function nameOf(method: PaymentMethodType, { brands }: OpenPage, texts: Texts): Html {
  const brand = brands.get(method);
  return brand === undefined ? texts.rich(`method.${method}`) : isolate(brand);
}
