import { type Html, html } from "../kernel/html.ts";
import { customerFacingReason } from "./customer-facing-reason.ts";
import { fieldsOf } from "./details/detail-field.ts";
import { type FieldErrors, type FormField, formFields } from "./form-faults.ts";
import { icons } from "./icons.ts";
import type { Texts } from "./texts.ts";
import type { Declined, OpenPage } from "./view-model.ts";

/** The id of the message why the last attempt was declined. */
export const declineNoticeId = "declined";

type NoticeParts = {
  readonly title: Html | string;
  readonly body: Html;
  readonly id?: string;
  /** Whether the message has the focus when the page opens. */
  readonly focus: boolean;
  /** Whether it stands above the headings of the form instead of below one. */
  readonly isFirst?: boolean;
};

/**
 * An error message above the form. It has the focus when it appears: a screen reader reads it first, and a sighted customer
 * doesn't have to look for it. It is no live region, because those would be read a second time.
 */
function notice({ title, body, id, focus, isFirst }: NoticeParts): Html {
  return html`<div class="notice"${id && html` id="${id}"`} role="group" aria-labelledby="notice-title" aria-describedby="notice-text" tabindex="-1"${focus && html` autofocus`}>
      ${icons.alert}
      <div><h3 id="notice-title"${isFirst && html` aria-level="2"`}>${title}</h3><div id="notice-text">${body}</div></div>
    </div>`;
}

/** What can be wrong on a page. */
export type Faulty = Pick<OpenPage, "fieldErrors" | "details">;

/** The field that has the only fault of a posted form. It has the focus when the page opens, instead of the error message. */
export function onlyFaultyField({ fieldErrors = {}, details }: Faulty): string | undefined {
  const [first, ...others] = [
    ...fieldsOf(details)
      .filter(({ fault }) => fault !== undefined)
      .map(({ name }) => name),
    ...formFields.filter((field) => fieldErrors[field] !== undefined),
  ];
  return others.length > 0 || first === "method" ? undefined : first;
}

/** What the script makes its messages of. It adds the ids, which may be on the page already. */
export const emptyNotice = html`<div class="notice" role="group" tabindex="-1">${icons.alert}<div><h3></h3><div></div></div></div>`;

/**
 * The faults of a posted form, each with a link to its field. Only card forms have to be typed again.
 *
 * @param others the faults of the fields above the payment method, as items of the list
 */
export function errorSummary(view: OpenPage, others: readonly Html[], texts: Texts): Html {
  const { fieldErrors: errors = {}, method, details } = view;
  const faulty = formFields.filter((field) => errors[field] !== undefined);
  const title = texts.rich("fault.summary", { count: others.length + faulty.length });
  const body = html`<ul>${others}${faulty.map((field) => faultLink(field, errors, texts))}</ul>
      <p>${texts.rich(method === "card" ? "fault.not_charged" : "fault.nothing_charged")}</p>`;
  return notice({
    title,
    body,
    focus: onlyFaultyField(view) === undefined,
    isFirst: details.length > 0,
  });
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

/** That nothing was charged, because the customer has changed the amount elsewhere. */
export function totalChangedMessage({ order }: Pick<OpenPage, "order">, texts: Texts): Message {
  const amount = texts.amount(order.amountMinor, order.currency);
  return {
    title: texts.plain("amounts.changed_title"),
    paragraphs: [texts.plain("amounts.changed_text", { amount })],
  };
}

/** The same above the payment methods. */
export function totalChangedNotice(view: OpenPage, texts: Texts): Html {
  const { title, paragraphs } = totalChangedMessage(view, texts);
  return notice({ title, body: html`${paragraphs.map((text) => html`<p>${text}</p>`)}`, focus: true });
}

/** The message of a decline. `focus`: unless a field has it. */
export function declineNotice(declined: Declined, slower: boolean, focus: boolean, texts: Texts): Html {
  const { title, paragraphs } = declineMessage(declined, slower, texts);
  const body = html`${paragraphs.map((text) => html`<p>${text}</p>`)}`;
  return notice({ title, body, focus, id: declineNoticeId });
}
