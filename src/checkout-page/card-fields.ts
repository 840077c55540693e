import { type Html, html } from "../kernel/html.ts";
import { digits, formField } from "./form-field.ts";
import { brandMarks } from "./icons.ts";
import type { Texts } from "./texts.ts";
import type { FieldErrors, OpenPage } from "./view-model.ts";

/** What is typed of a card. The number and the code are never given back. */
export function cardFields(view: OpenPage, errors: FieldErrors, texts: Texts): Html {
  const number = {
    name: "number",
    label: texts.rich("card.number"),
    kind: html`${digits} autocomplete="cc-number" maxlength="40"`,
    beside: html`<span class="brands">${brandMarks}</span>`,
  } as const;
  const expiry = {
    name: "expiry",
    label: texts.rich("card.expiry"),
    kind: html`${digits} autocomplete="cc-exp" maxlength="20"`,
    hint: texts.rich("card.expiry_hint"),
    value: view.values?.expiry,
  } as const;
  const cvc = {
    name: "cvc",
    label: texts.rich("card.cvc"),
    kind: html`${digits} autocomplete="cc-csc" maxlength="10"`,
    hint: texts.rich("card.cvc_hint"),
  } as const;
  return html`${formField(number, errors, texts)}
      <div class="pair">
        ${formField(expiry, errors, texts)}
        ${formField(cvc, errors, texts)}
      </div>`;
}
