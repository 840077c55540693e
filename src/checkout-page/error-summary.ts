import type { PaymentMethodType } from "../connectors/contract.ts";
import { type Html, html } from "../kernel/html.ts";
import { customerFacingReason } from "./customer-facing-reason.ts";
import { icons } from "./icons.ts";
import type { Texts } from "./texts.ts";
import {
  type Declined,
  type FieldErrors,
  type FormField,
  formFields,
  type InputField,
} from "./view-model.ts";

/**
 * An error message above the form. `autofocus` gives it the focus when the page opens, without a script: the browser scrolls
 * it into view, a screen reader reads it first, and a sighted customer doesn't have to look for it.
 */
function notice(title: Html, body: Html, autofocus = true): Html {
  return html`<div class="notice" role="alert" tabindex="-1"${autofocus && html` autofocus`}>
      ${icons.alert}
      <div><h3>${title}</h3>${body}</div>
    </div>`;
}

/** The field that has the only fault of a posted form. It has the focus when the page opens, instead of the error message. */
export function onlyFaultyField(errors: FieldErrors): InputField | undefined {
  const [first, ...others] = formFields.filter((field) => errors[field] !== undefined);
  return others.length > 0 || first === "method" ? undefined : first;
}

/** The faults of a posted form, each with a link to its field. Only card forms have to be typed again. */
export function errorSummary(errors: FieldErrors, method: PaymentMethodType | null, texts: Texts): Html {
  const faulty = formFields.filter((field) => errors[field] !== undefined);
  return notice(
    texts.rich("fault.summary", { count: faulty.length }),
    html`<ul>${faulty.map((field) => faultLink(field, errors, texts))}</ul>
      <p>${texts.rich(method === "card" ? "fault.not_charged" : "fault.nothing_charged")}</p>`,
    onlyFaultyField(errors) === undefined,
  );
}

function faultLink(field: FormField, errors: FieldErrors, texts: Texts): Html {
  return html`<li><a href="#${field}">${faultText(field, errors, texts)}</a></li>`;
}

/** The text of a field's fault, or null when it has none. */
export function faultText(field: FormField, errors: FieldErrors, texts: Texts): Html | null {
  const fault = errors[field];
  return fault === undefined ? null : texts.rich(`fault.${fault}`);
}

function declineText(declined: Declined, texts: Texts): Html {
  const { reason, provider } = declined;
  if (provider !== null && reason === "abandoned") return texts.rich("hosted.not_charged", { provider });
  return texts.rich(`decline.${customerFacingReason(declined)}`);
}

/** Why the last attempt was declined, whether money moved, what to do next, and that the next attempt is slower if so. */
export function declineNotice(declined: Declined, slower: boolean, texts: Texts): Html {
  return notice(
    texts.rich("decline.title"),
    html`<p>${declineText(declined, texts)}</p>
      ${slower && html`<p>${texts.rich("decline.slower")}</p>`}`,
  );
}
