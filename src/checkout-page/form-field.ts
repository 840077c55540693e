import { type Html, html } from "../kernel/html.ts";
import { faultText, onlyFaultyField } from "./error-summary.ts";
import { icons } from "./icons.ts";
import type { Texts } from "./texts.ts";
import type { FieldErrors, InputField } from "./view-model.ts";

export type FieldParts = {
  readonly name: InputField;
  readonly label: Html;
  /** Attributes of the input: autofill, keyboard and length. */
  readonly kind: Html;
  readonly hint?: Html;
  readonly value?: string | undefined;
  /** Shown inside the field, beside the input. */
  readonly beside?: Html;
};

/** A label, its input, and below it a hint and the fault, which screen readers read with the field. */
export function formField(parts: FieldParts, errors: FieldErrors, texts: Texts): Html {
  const { name, label, hint, beside } = parts;
  const fault = faultText(name, errors, texts);
  const state = { invalid: fault !== null, autofocus: onlyFaultyField(errors) === name };
  return html`<div class="field">
        <label for="${name}">${label}</label>
        ${beside === undefined ? input(parts, state) : html`<div class="number-input" data-brand="unknown">${input(parts, state)}${beside}</div>`}
        ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
        ${fault && html`<p class="fault" id="${name}-error">${icons.alert}<span>${fault}</span></p>`}
      </div>`;
}

type InputState = { readonly invalid: boolean; readonly autofocus: boolean };

function input({ name, kind, hint, value }: FieldParts, { invalid, autofocus }: InputState): Html {
  const describedBy = [hint && `${name}-hint`, invalid && `${name}-error`].filter(Boolean).join(" ");
  return html`<input id="${name}" name="${name}" type="text" ${kind} required spellcheck="false" autocorrect="off"${invalid && html` aria-invalid="true"`}${autofocus && html` autofocus`}${describedBy !== "" && html` aria-describedby="${describedBy}"`}${value !== undefined && html` value="${value}"`}>`;
}

/** Attributes for inputs of digits, which run left to right in every script. */
export const numericInput = html`inputmode="numeric" dir="ltr" autocapitalize="off"`;
