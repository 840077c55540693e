import { type Html, html } from "../kernel/html.ts";
import { formField, numericInput } from "./form-field.ts";
import { brandMarks } from "./icons.ts";
import type { Texts } from "./texts.ts";
import type { FieldErrors, OpenPage } from "./view-model.ts";

/** The fields of a card. The number and the security code are never filled in again. */
export function cardFields(view: OpenPage, errors: FieldErrors, texts: Texts): Html {
  const number = {
    name: "number",
    label: texts.rich("card.number"),
    kind: html`${numericInput} autocomplete="cc-number" maxlength="40"`,
    beside: html`<span class="brands">${brandMarks}</span>`,
  } as const;
  const expiry = {
    name: "expiry",
    label: texts.rich("card.expiry"),
    kind: html`${numericInput} autocomplete="cc-exp" maxlength="20"`,
    hint: texts.rich("card.expiry_hint"),
    value: view.values?.expiry,
  } as const;
  const cvc = {
    name: "cvc",
    label: texts.rich("card.cvc"),
    kind: html`${numericInput} autocomplete="cc-csc" maxlength="10"`,
    hint: texts.rich("card.cvc_hint"),
  } as const;
  return html`${formField(number, errors, texts)}
      <div class="pair">
        ${formField(expiry, errors, texts)}
        ${formField(cvc, errors, texts)}
      </div>`;
}
