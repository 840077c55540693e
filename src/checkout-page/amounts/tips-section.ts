import { findCurrency } from "../../kernel/currency.ts";
import { type Html, html, isolate } from "../../kernel/html.ts";
import { toDecimalString } from "../../kernel/money.ts";
import { payFormId } from "../implicit-submit.ts";
import type { Texts } from "../texts.ts";
import type { OpenPage } from "../view-model.ts";
import { amountFieldsOf, common, faultOf, updateButton } from "./amount-fields.ts";
import type { TipSuggestion, TipsView } from "./amount-form.ts";
import { tipField, tipsField } from "./parse-amount-form.ts";

/** The id of the part of the page with the tips. */
export const tipsId = "tips";

/** Tips as radio buttons, above the payment methods. The style sheet shows the field for another amount once that is chosen. */
export function tipsSection(view: OpenPage, texts: Texts): Html | null {
  const fields = amountFieldsOf(view, texts);
  const tips = fields?.form.tips;
  if (!fields || !tips) return null;
  const { form } = fields;
  const { currency } = view.order;
  const chosen = form.faults.has(tipField) ? "custom" : tips.chosen;
  const isCrowded = shownTexts(tips, currency, texts).some(isTooWide);
  return html`<div class="tips" id="${tipsId}" data-live>
      <h2 id="tip-heading">${texts.rich("tip.heading")}</h2>
      <div class="tip-list${isCrowded && " crowded"}" role="radiogroup" aria-labelledby="tip-heading"${form.faults.has(tipsField) && html` aria-invalid="true" aria-describedby="${tipsField}-error"`}>
        ${radio("none", chosen === "none", texts.rich("tip.none"))}
        ${tips.suggestions.map((tip) => radio(tip.value, chosen === "suggestion" && tip.isChosen, suggestion(tip, currency, texts)))}
        ${tips.custom && radio("custom", chosen === "custom", texts.rich("tip.custom"))}
      </div>
      ${faultOf(tipsField, fields)}
      ${
        tips.custom &&
        html`<div class="field tip-custom">
        <label for="${tipField}">${texts.rich("tip.amount", { currency })}</label>
        <input ${common(tipField, form)} type="text" inputmode="decimal" dir="ltr" maxlength="20" value="${form.typed.get(tipField) ?? written(tips.custom.amountMinor, currency, texts)}">
        ${faultOf(tipField, fields)}
      </div>`
      }
      ${updateButton("tip", texts, `${view.submitUrl}#${tipsId}`)}
    </div>`;
}

/**
 * Whether a word is too wide for a fifth of the panel, so that the buttons can't all stand in one row: other scripts' letters are
 * wider than Latin ones. An amount is one word, because it never wraps.
 */
function isTooWide(text: string): boolean {
  return text.split(" ").some((word) => word.length > (/^[\p{Script=Latin}\P{L}]*$/u.test(word) ? 9 : 8));
}

function shownTexts({ suggestions, custom }: TipsView, currency: string, texts: Texts): readonly string[] {
  const amounts = suggestions.map(({ amountMinor }) => texts.amount(amountMinor, currency));
  return [texts.plain("tip.none"), ...amounts, ...(custom ? [texts.plain("tip.custom")] : [])];
}

function radio(value: string, isChosen: boolean, label: Html): Html {
  const isWords = value === "none" || value === "custom";
  return html`<div class="tip${isWords && " tip-words"}"><input type="radio" form="${payFormId}" name="tip" id="tip-${value}" value="${value}" autocomplete="off"${isChosen && html` checked`}><label for="tip-${value}">${label}</label></div>`;
}

function suggestion({ percentage, amountMinor }: TipSuggestion, currency: string, texts: Texts): Html {
  const amount = isolate(texts.amount(amountMinor, currency));
  return percentage === null ? amount : html`${isolate(texts.percent(percentage))} <small>${amount}</small>`;
}

/** An amount as the customer may have typed it. */
function written(amountMinor: number | null, currency: string, texts: Texts): string {
  const known = findCurrency(currency);
  return amountMinor === null || !known
    ? ""
    : texts.number(toDecimalString(amountMinor, known.exponent), known.exponent);
}
