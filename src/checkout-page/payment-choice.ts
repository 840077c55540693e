import type { PaymentMethodType } from "../connectors/contract.ts";
import { type Html, html, isolate } from "../kernel/html.ts";
import { tipsSection } from "./amounts/tips-section.ts";
import { isRetyped } from "./card-fields.ts";
import { deadline } from "./deadline.ts";
import { detailFaultLinks, detailsSection } from "./details/details-section.ts";
import { declineNotice, errorSummary, totalChangedNotice } from "./error-summary.ts";
import { formKit } from "./form-kit.ts";
import { methodIcons } from "./icons.ts";
import { implicitSubmit, payFormId } from "./implicit-submit.ts";
import { moreTime } from "./more-time.ts";
import { methodFields, paymentForm, shownAmount } from "./payment-form.ts";
import type { TextKey, Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

const headings: Readonly<Record<PaymentMethodType, TextKey>> = {
  card: "card.heading",
  wallet: "wallet.heading",
  bank_debit: "debit.heading",
  bank_transfer: "transfer.heading",
};

/** The error message, the payment methods, and the deadline. */
export function paymentChoice(view: OpenPage, texts: Texts): Html {
  return html`${tipsSection(view, texts)}
    ${isShared(view) ? sharedForm(view, texts) : ownForms(view, texts)}
    ${deadline(view, texts)}
    ${moreTime(view, texts)}
    ${formKit(view, texts)}`;
}

/** Whether one form has everything: then no button on the page loses what was typed. */
const isShared = ({ details, amounts }: OpenPage): boolean => details.length > 0 || amounts !== undefined;

/** A form for each payment method. One message at a time: faults of this post take precedence over the previous decline. */
function ownForms(view: OpenPage, texts: Texts): Html {
  return html`<h2 id="method">${headingOf(view, texts)}</h2>
    ${faults(view, texts) ?? decline(view, texts)}
    ${methodsOf(view, texts)}`;
}

/**
 * One form with the fields that the merchant lets the page ask for, all payment methods, and the fields that change the amount, which stand
 * elsewhere. The pressed button names the method, so it works without a script, too. Faults stand above all fields, a decline above those
 * of the payment methods.
 */
function sharedForm(view: OpenPage, texts: Texts): Html {
  const message = faults(view, texts);
  const hasDetails = view.details.length > 0;
  return html`${hasDetails && message}
    <form id="${payFormId}" class="shared" method="post" action="${view.submitUrl}" novalidate data-pay="shared" data-attempts="${view.attempts}">
      <input type="hidden" name="token" value="${view.formToken}">
      ${!view.amounts && implicitSubmit(texts.rich("method.pay_chosen"))}
      ${onlyMethod(view)}
      ${shownAmount(view)}
      ${hasDetails && detailsSection(view, texts)}
      <h2 id="method">${headingOf(view, texts)}</h2>
      ${message === null ? decline(view, texts) : !hasDetails && message}
      ${methodsOf(view, texts)}
    </form>`;
}

/** The method of a page without a choice, for the Enter key. */
function onlyMethod({ methods: [first, ...others] }: OpenPage): Html | null {
  return others.length === 0 ? html`<input type="hidden" name="choice" value="${first}">` : null;
}

/** The fields of a method, in the form that all share or in one of their own. */
function fieldsOfMethod(method: PaymentMethodType, view: OpenPage, texts: Texts): Html {
  return isShared(view) ? methodFields(method, view, texts) : paymentForm(method, view, texts);
}

function methodsOf(view: OpenPage, texts: Texts): Html {
  const [first, ...others] = view.methods;
  return first !== undefined && others.length === 0
    ? fieldsOfMethod(first, view, texts)
    : methodList(view, texts);
}

function headingOf({ methods, brands }: OpenPage, texts: Texts): Html {
  const [first, ...others] = methods;
  if (first === undefined || others.length > 0) return texts.rich("method.heading");
  const brand = brands.get(first);
  return brand === undefined ? texts.rich(headings[first]) : isolate(brand);
}

function faults(view: OpenPage, texts: Texts): Html | null {
  const others = detailFaultLinks(view, texts);
  const isFaulty = Object.values(view.fieldErrors ?? {}).some((fault) => fault !== undefined);
  return others.length > 0 || isFaulty ? errorSummary(view, others, texts) : null;
}

function decline(view: OpenPage, texts: Texts): Html | null {
  if (view.totalChanged) return totalChangedNotice(view, texts);
  if (view.declined === undefined) return null;
  return declineNotice(view.declined, view.slower === true, !isRetyped(view), texts);
}

/**
 * All methods as radio buttons, one of them chosen at any time: the arrow keys go from one to the next. The style sheet hides the
 * fields of the others, so this needs no script. Without a style sheet all are shown, and each button pays by its own method.
 */
function methodList(view: OpenPage, texts: Texts): Html {
  return html`<div class="methods" role="radiogroup" aria-labelledby="method">
      ${view.methods.map((method) => methodItem(method, view, texts))}
    </div>`;
}

function methodItem(method: PaymentMethodType, view: OpenPage, texts: Texts): Html {
  const chosen = method === (view.method ?? view.methods[0]);
  const id = `method-${method}`;
  // Without autocomplete="off", Firefox chooses on reload what was chosen before, not what the server says.
  return html`<div class="method">
        <input class="choice" type="radio" name="choice" value="${method}" id="${id}" autocomplete="off"${chosen && html` checked`}>
        <label for="${id}">${nameOf(method, view, texts)}${methodIcons[method]}</label>
        ${fieldsOfMethod(method, view, texts)}
      </div>`;
}

function nameOf(method: PaymentMethodType, { brands }: OpenPage, texts: Texts): Html {
  const brand = brands.get(method);
  return brand === undefined ? texts.rich(`method.${method}`) : isolate(brand);
}
