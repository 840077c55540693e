import { type Html, html } from "../kernel/html.ts";
import { type Faulty, faultText, onlyFaultyField } from "./error-summary.ts";
import type { InputField } from "./form-faults.ts";
import { icons } from "./icons.ts";
import type { Texts } from "./texts.ts";

export type FieldParts = {
  readonly name: InputField;
  readonly label: Html;
  /** Attributes of the input: autofill, keyboard and length. */
  readonly kind: Html;
  readonly hint?: Html;
  readonly value?: string | undefined;
  /** Shown on the label's line, after it. Read before it, so that the label is next to its input without a style sheet, too. */
  readonly besideLabel?: Html | null;
  /** Shown inside the field, at its end; `data` are attributes of the two. */
  readonly inside?: { readonly content: Html; readonly data: Html };
  /** The id of another description, before hint and fault. */
  readonly describedBy?: string;
  /** Whether the field has the focus when the page opens. */
  readonly focus?: boolean;
};

/** A label, its input, and below it a hint and the fault, which screen readers read with the field. */
export function formField(parts: FieldParts, view: Faulty, texts: Texts): Html {
  const { name, label, hint, besideLabel, inside } = parts;
  const fault = faultText(name, view.fieldErrors ?? {}, texts);
  const labelled = html`<label for="${name}">${label}</label>`;
  const typed = input(
    { ...parts, focus: parts.focus === true || onlyFaultyField(view) === name },
    fault !== null,
  );
  return html`<div class="field">
        ${besideLabel ? html`<div class="label-line">${besideLabel}${labelled}</div>` : labelled}
        ${inside === undefined ? typed : html`<div class="number-input"${inside.data}>${typed}<span class="brands">${inside.content}</span></div>`}
        ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
        ${fault && faultMark(name, fault)}
      </div>`;
}

/** A field's fault. Without a field: what the script makes one of. */
export function faultMark(name: string | null, fault: Html | null): Html {
  return html`<p class="fault"${name && html` id="${name}-error"`}>${icons.alert}<span>${fault}</span></p>`;
}

function input({ name, kind, hint, value, describedBy, focus }: FieldParts, invalid: boolean): Html {
  const descriptions = [describedBy, hint && `${name}-hint`, invalid && `${name}-error`];
  const described = descriptions.filter(Boolean).join(" ");
  return html`<input id="${name}" name="${name}" type="text" ${kind} required spellcheck="false" autocorrect="off"${invalid && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}${value !== undefined && html` value="${value}"`}${focus && html` autofocus`}>`;
}

/** Attributes for inputs of digits, which run left to right in every script. */
export const numericInput = html`inputmode="numeric" dir="ltr" autocapitalize="off"`;
