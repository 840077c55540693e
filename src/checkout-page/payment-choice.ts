import type { PaymentMethodType } from "../connectors/contract.ts";
import { type Html, html, isolate } from "../kernel/html.ts";
import { deadline } from "./deadline.ts";
import { declineNotice, errorSummary } from "./error-summary.ts";
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
    ${moreTime(view, texts)}`;
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
  return view.declined === undefined ? null : declineNotice(view.declined, view.slower === true, texts);
}

/**
 * All methods in a list, one of them open. Opening one `details` element closes the others with the same name, without a
 * script. In browsers without that feature several can be open, and each form still posts only itself.
 */
function methodList(view: OpenPage, errors: FieldErrors, texts: Texts): Html {
  return html`<div class="methods" role="group" aria-labelledby="method">
      ${view.methods.map((method) => methodItem(method, view, errors, texts))}
    </div>`;
}

function methodItem(method: PaymentMethodType, view: OpenPage, errors: FieldErrors, texts: Texts): Html {
  const open = method === view.method && html` open`;
  return html`<details name="method"${open}>
        <summary><span class="choice"></span>${nameOf(method, view, texts)}${methodIcons[method]}</summary>
        ${paymentForm(method, view, errors, texts)}
      </details>`;
}

function nameOf(method: PaymentMethodType, { brands }: OpenPage, texts: Texts): Html {
  const brand = brands.get(method);
  return brand === undefined ? texts.rich(`method.${method}`) : isolate(brand);
}
