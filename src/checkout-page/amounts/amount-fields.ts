import { type Html, html, isolate } from "../../kernel/html.ts";
import { faultMark, numericInput } from "../form-field.ts";
import { icons } from "../icons.ts";
import { implicitSubmit, payFormId } from "../implicit-submit.ts";
import type { LineItem, Order } from "../order.ts";
import type { Texts } from "../texts.ts";
import type { OpenPage } from "../view-model.ts";
import type { AmountForm } from "./amount-form.ts";
import { codeField, quantityField } from "./parse-amount-form.ts";

/** What the fields need. They stand in different places of the page and belong to the form that pays, so that a change of the amount keeps what was typed there. */
export type AmountFields = { readonly form: AmountForm; readonly currency: string; readonly texts: Texts };

/** The fields of a view; null if nothing can be changed. */
export const amountFieldsOf = ({ amounts, order }: OpenPage, texts: Texts): AmountFields | null =>
  amounts ? { form: amounts, currency: order.currency, texts } : null;

/** Marks what the script takes from the answer when the amount has changed. */
export const live = ({ parts }: Pick<Order, "parts">): Html | null => (parts ? html` data-live` : null);

/**
 * The form of the script, which takes the fields over and sends each change at once, without what was typed to pay. Above it the button of the
 * form that pays, which has to stand before all fields. It has no label, because text browsers don't know to which form it belongs.
 */
export function amountForm(view: OpenPage, texts: Texts): Html | null {
  const { amounts, order, methods, formToken } = view;
  if (!amounts) return null;
  const amount = texts.amount(order.amountMinor, order.currency);
  return html`${implicitSubmit(null)}
    <form id="amounts" class="announcement" method="post" action="${amounts.url}" novalidate data-methods="${methods.join(" ")}" data-said="${texts.plain("amounts.total", { amount })}">
      <input type="hidden" name="token" value="${formToken}">
      <p role="status"></p>
    </form>`;
}

/** The button for browsers without a script: with it, each change is sent at once. @param url where to post to, if it isn't the form's own address */
export const updateButton = (name: string, texts: Texts, url?: string): Html =>
  html`<noscript><button type="submit" form="${payFormId}"${url && html` formaction="${url}"`} name="set" value="${name}" class="button quiet">${texts.rich("amounts.update")}</button></noscript>`;

/** The quantity of an item, between buttons for one less and one more. */
export function quantityStepper(item: LineItem, index: number, fields: AmountFields): Html | null {
  const { adjustable: bounds, quantity } = item;
  if (!bounds) return null;
  const { form, texts } = fields;
  const name = quantityField(index);
  const values = { item: item.name };
  return html`<div class="field" data-live><div class="stepper" role="group" aria-label="${texts.plain("amounts.quantity", values)}">
        <button type="submit" form="${payFormId}" id="less_${index}" name="less" value="${index}" aria-label="${texts.plain("amounts.less", values)}"${quantity <= bounds.minimum && html` disabled`}>−</button>
        <input ${common(name, form)} type="text" ${numericInput} maxlength="7" aria-label="${texts.plain("amounts.quantity", values)}" value="${form.typed.get(name) ?? quantity}">
        <button type="submit" form="${payFormId}" id="more_${index}" name="more" value="${index}" aria-label="${texts.plain("amounts.more", values)}"${quantity >= bounds.maximum && html` disabled`}>+</button>
      </div>${faultOf(name, fields)}</div>`;
}

/** The field for a promotion code, which customers open who have one; nothing once a code is entered. */
export function codeEntry(fields: AmountFields): Html | null {
  const { form, texts } = fields;
  if (!form.takesCode) return html`<div data-live></div>`;
  const isOpen = form.faults.has(codeField) || form.typed.has(codeField);
  return html`<div data-live><details class="code"${isOpen && html` open`}>
        <summary>${texts.rich("amounts.add_code")}${icons.chevron}</summary>
        <div class="field">
          <label for="${codeField}">${texts.rich("amounts.code")}</label>
          <div class="code-entry">
            <input ${common(codeField, form)} type="text" dir="ltr" maxlength="50" autocapitalize="characters" spellcheck="false" autocorrect="off" value="${form.typed.get(codeField) ?? ""}">
            <button type="submit" form="${payFormId}" name="set" value="code" class="button quiet">${texts.rich("amounts.apply")}</button>
          </div>
          ${faultOf(codeField, fields)}
        </div>
      </details></div>`;
}

/** The button that takes a promotion code back. */
export const removeCode = (code: string, texts: Texts): Html =>
  html` <button type="submit" form="${payFormId}" name="remove_code" value="1" class="link" aria-label="${texts.plain("amounts.remove_code", { code })}">${texts.rich("amounts.remove")}</button>`;

/** The attributes of every input. The first one that is wrong has the focus. */
export function common(name: string, { faults }: AmountForm): Html {
  const [first] = faults.keys();
  return html`id="${name}" name="${name}" form="${payFormId}" autocomplete="off"${faults.has(name) && html` aria-invalid="true" aria-describedby="${name}-error"`}${first === name && html` autofocus`}`;
}

/** What is wrong with a field. */
export function faultOf(name: string, { form, currency, texts }: AmountFields): Html | null {
  const fault = form.faults.get(name);
  if (!fault) return null;
  const { amountMinor, values } = fault;
  const amount = amountMinor === undefined ? "" : isolate(texts.amount(amountMinor, currency));
  return faultMark(name, texts.rich(fault.key, { ...values, amount }));
}
