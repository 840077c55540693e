import { type Html, html, isolate } from "../../kernel/html.ts";
import { onlyFaultyField } from "../error-summary.ts";
import { faultMark } from "../form-field.ts";
import type { TextKey, Texts } from "../texts.ts";
import type { OpenPage } from "../view-model.ts";
import { webAddress } from "../web-address.ts";
import { type DetailContext, detailFaultText, labelOf, plainFaultText } from "./detail-fault-text.ts";
import {
  type DetailField,
  type DetailGroup,
  type DetailGroupName,
  fieldsOf,
  sameAddressName,
  showCountryName,
} from "./detail-field.ts";

type Context = DetailContext & {
  /** The field with the only fault of the page. */
  readonly only: string | undefined;
};

const headings: Readonly<Record<DetailGroupName, TextKey>> = {
  contact: "details.contact",
  shipping: "details.shipping",
  billing: "details.billing",
  more: "details.more",
};

/** The fields that the merchant lets the page ask for, in groups, above the payment methods. */
export function detailsSection(view: OpenPage, texts: Texts): Html {
  const context = { texts, merchant: view.merchant, only: onlyFaultyField(view) };
  return html`<div class="details">${view.details.map((group) => groupMarkup(group, context))}</div>`;
}

function groupMarkup({ name, fields, same }: DetailGroup, context: Context): Html {
  const heading = `details-${name}`;
  const list = rowsOf(fields).map((row) =>
    row.length === 1
      ? row.map((field) => oneField(field, name, context))
      : html`<div class="pair">${row.map((field) => oneField(field, name, context))}</div>`,
  );
  return html`<div class="detail-group" role="group" aria-labelledby="${heading}">
      <h2 id="${heading}">${context.texts.rich(headings[name])}</h2>
      ${same === undefined ? list : html`${sameMarkup(same, context.texts)}<div class="detail-group other-address">${list}</div>`}
    </div>`;
}

/** Two short fields that follow each other share a row. */
function rowsOf(fields: readonly DetailField[]): DetailField[][] {
  const rows: DetailField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.short && last?.length === 1 && last[0]?.short) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function oneField(field: DetailField, group: DetailGroupName, context: Context): Html {
  if (field.kind === "terms") return termsMarkup(field, context);
  if (field.kind !== "country") return fieldMarkup(field, context);
  const isOnly = field.options?.length === 1;
  return html`${fieldMarkup(field, context)}${!isOnly && showCountry(group, context.texts)}`;
}

/** The form of an address follows from its country: this button renders it again. The script presses it. */
function showCountry(group: DetailGroupName, texts: Texts): Html {
  return html`<button type="submit" name="${showCountryName}" value="${group}" class="button quiet" formnovalidate data-shows="${group}_country">${texts.rich("details.show_country")}</button>`;
}

/** The style sheet hides the fields of the other address while the box is checked. */
function sameMarkup(same: boolean, texts: Texts): Html {
  return html`<div class="check">
        <input type="checkbox" class="tick" id="${sameAddressName}" name="${sameAddressName}" value="yes"${same && html` checked`}>
        <label for="${sameAddressName}">${texts.rich("details.same")}</label>
      </div>`;
}

function fieldMarkup(field: DetailField, context: Context): Html {
  const { name, optional } = field;
  const { texts } = context;
  return html`<div class="field">
        <label for="${name}">${labelOf(field, texts)}${optional && html` <span class="optional">${texts.rich("details.optional")}</span>`}</label>
        ${isChosenFromList(field) ? selectMarkup(field, context) : inputMarkup(field, context)}
        ${faultMarkup(field, context)}
      </div>`;
}

const isChosenFromList = ({ kind }: DetailField): boolean =>
  kind === "choice" || kind === "country" || kind === "region";

/** The attributes by which the keyboard of a phone fits the field. */
const keyboards: Partial<Record<DetailField["kind"], Html>> = {
  email: html`type="email" inputmode="email" dir="ltr" autocapitalize="off"`,
  phone: html`type="tel" inputmode="tel" dir="ltr" autocapitalize="off"`,
  number: html`type="text" inputmode="numeric" dir="ltr" autocapitalize="off"`,
  name: html`type="text" dir="auto" autocapitalize="words"`,
  address_part: html`type="text" dir="auto" autocapitalize="words"`,
  postal_code: html`type="text" dir="ltr" autocapitalize="characters"`,
};

function inputMarkup(field: DetailField, context: Context): Html {
  const { kind, autocomplete, maxLength, value } = field;
  const keyboard = keyboards[kind] ?? html`type="text" dir="auto"`;
  return html`<input ${common(field, context)} ${keyboard} autocomplete="${autocomplete}" maxlength="${maxLength}" spellcheck="false" autocorrect="off"${value !== undefined && html` value="${value}"`}>`;
}

function selectMarkup(field: DetailField, context: Context): Html {
  const { texts } = context;
  const { autocomplete, options = [], value } = field;
  // The only country needn't be chosen.
  const isChosen = field.kind === "country" && options.length === 1;
  return html`<select ${common(field, context)} autocomplete="${autocomplete}">
          ${!isChosen && html`<option value="">${texts.rich("details.choose")}</option>`}
          ${options.map((option) => html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>`)}
        </select>`;
}

/** The checkbox of the merchant's terms. The link opens beside the page, so that nothing typed is lost. */
function termsMarkup(field: DetailField, context: Context): Html {
  const { texts, merchant } = context;
  const url = webAddress(merchant.termsUrl);
  const label = texts.rich("details.terms", { merchant: isolate(merchant.name) });
  return html`<div class="field">
        <div class="check">
          <input type="checkbox" class="tick" ${common(field, context)} value="yes"${field.value === "yes" && html` checked`}>
          <label for="${field.name}">${label}</label>
        </div>
        ${url && html`<p class="check-more"><a href="${url.href}" target="_blank" rel="noopener">${texts.rich("details.read_terms")}</a></p>`}
        ${faultMarkup(field, context)}
      </div>`;
}

/** The attributes of every input. */
function common({ name, optional, fault, focus }: DetailField, { only }: Context): Html {
  return html`id="${name}" name="${name}"${(focus || only === name) && html` autofocus`}${!optional && html` required`}${fault && html` aria-invalid="true" aria-describedby="${name}-error"`}`;
}

function faultMarkup(field: DetailField, context: Context): Html | null {
  const text = detailFaultText(field, context);
  return text && faultMark(field.name, text);
}

/** The items of the error summary, with links to the fields. */
export function detailFaultLinks({ details, merchant }: OpenPage, texts: Texts): Html[] {
  return fieldsOf(details)
    .filter(({ fault }) => fault !== undefined)
    .map(
      (field) => html`<li><a href="#${field.name}">${detailFaultText(field, { texts, merchant })}</a></li>`,
    );
}

/** The ids of the fields with faults, and their texts for the page's script. */
export function detailFaults({ details, merchant }: OpenPage, texts: Texts): { id: string; text: string }[] {
  return fieldsOf(details).flatMap((field) => {
    const text = plainFaultText(field, { texts, merchant });
    return text === null ? [] : [{ id: field.name, text }];
  });
}
