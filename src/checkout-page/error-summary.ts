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

/** The id of the message why the last attempt was declined. */
export const declineNoticeId = "declined";

type NoticeParts = {
  readonly title: Html | string;
  readonly body: Html;
  readonly id?: string;
  /** Whether the message has the focus when the page opens. */
  readonly focus: boolean;
};

/**
 * An error message above the form. It has the focus when it appears: a screen reader reads it first, and a sighted customer
 * doesn't have to look for it. It is no live region, because those would be read a second time.
 */
function notice({ title, body, id, focus }: NoticeParts): Html {
  return html`<div class="notice"${id && html` id="${id}"`} role="group" aria-labelledby="notice-title" aria-describedby="notice-text" tabindex="-1"${focus && html` autofocus`}>
      ${icons.alert}
      <div><h3 id="notice-title">${title}</h3><div id="notice-text">${body}</div></div>
    </div>`;
}

/** The field that has the only fault of a posted form. It has the focus when the page opens, instead of the error message. */
export function onlyFaultyField(errors: FieldErrors): InputField | undefined {
  const [first, ...others] = formFields.filter((field) => errors[field] !== undefined);
  return others.length > 0 || first === "method" ? undefined : first;
}

/** What the script makes its messages of. It adds the ids, which may be on the page already. */
export const emptyNotice = html`<div class="notice" role="group" tabindex="-1">${icons.alert}<div><h3></h3><div></div></div></div>`;

/** The faults of a posted form, each with a link to its field. Only card forms have to be typed again. */
export function errorSummary(errors: FieldErrors, method: PaymentMethodType | null, texts: Texts): Html {
  const faulty = formFields.filter((field) => errors[field] !== undefined);
  const title = texts.rich("fault.summary", { count: faulty.length });
  const body = html`<ul>${faulty.map((field) => faultLink(field, errors, texts))}</ul>
      <p>${texts.rich(method === "card" ? "fault.not_charged" : "fault.nothing_charged")}</p>`;
  return notice({ title, body, focus: onlyFaultyField(errors) === undefined });
}

function faultLink(field: FormField, errors: FieldErrors, texts: Texts): Html {
  return html`<li><a href="#${field}">${faultText(field, errors, texts)}</a></li>`;
}

/** The text of a field's fault, or null when it has none. */
export function faultText(field: FormField, errors: FieldErrors, texts: Texts): Html | null {
  const fault = errors[field];
  return fault === undefined ? null : texts.rich(`fault.${fault}`);
}

/** A message in plain text, as the script gets it, too. */
export type Message = { readonly title: string; readonly paragraphs: readonly string[] };

/** Why the last attempt was declined, whether money moved, what to do next, and that the next attempt is slower if so. */
export function declineMessage(declined: Declined, slower: boolean, texts: Texts): Message {
  const { reason, provider } = declined;
  const why =
    provider !== null && reason === "abandoned"
      ? texts.plain("hosted.not_charged", { provider })
      : texts.plain(`decline.${customerFacingReason(declined)}`);
  return {
    title: texts.plain("decline.title"),
    paragraphs: [why, ...(slower ? [texts.plain("decline.slower")] : [])],
  };
}

/** The message of a decline. `focus`: unless a field has it. */
export function declineNotice(declined: Declined, slower: boolean, focus: boolean, texts: Texts): Html {
  const { title, paragraphs } = declineMessage(declined, slower, texts);
  const body = html`${paragraphs.map((text) => html`<p>${text}</p>`)}`;
  return notice({ title, body, focus, id: declineNoticeId });
}
