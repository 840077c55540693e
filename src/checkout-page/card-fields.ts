import { cardRules } from "../kernel/card-rules.ts";
import { type Html, html } from "../kernel/html.ts";
import { rememberByKey, rememberWith } from "../kernel/remember.ts";
import { acceptedBrands, numberMark } from "./card-marks.ts";
import { declineNoticeId } from "./error-summary.ts";
import { formField, numericInput } from "./form-field.ts";
import type { Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/** The table of brands for the script, which checks by the same rules as the server. */
const brandTable = html` data-brands="${JSON.stringify(cardRules)}"`.kept();

const exemptNumbers = rememberWith(
  (numbers: OpenPage["wrongTestNumbers"]) => html` data-exempt="${numbers.join(" ")}"`,
);

/** The fields of a card. The server never fills in the number and the security code again. */
export function cardFields(view: OpenPage, texts: Texts): Html {
  const isFirst = view.fieldErrors === undefined && view.values === undefined && !isRetyped(view);
  return isFirst ? emptyFields(texts)(view) : fieldsIn(view, texts);
}

/** Before the first attempt they are the same on all pages in a language, whose accounts take the same brands. */
const emptyFields = rememberWith((texts: Texts) =>
  rememberByKey(
    ({ cardBrands, wrongTestNumbers }: OpenPage) => `${cardBrands.join()} ${wrongTestNumbers.join()}`,
    (view) => fieldsIn(view, texts).kept(),
  ),
);

function fieldsIn(view: OpenPage, texts: Texts): Html {
  return html`${numberField(view, texts)}
      <div class="pair">
        ${expiryField(view, texts)}
        ${codeField(view, texts)}
      </div>`;
}

/**
 * After a decline, the number is the first field to type again. It gets the focus, and the reason for the decline is part of its
 * description, so a screen reader says it once.
 */
function numberField(view: OpenPage, texts: Texts): Html {
  const parts = {
    name: "number",
    label: texts.rich("card.number"),
    kind: html`${numericInput} autocomplete="cc-number" maxlength="40"`,
    besideLabel: acceptedBrands(view.cardBrands, texts.plain("card.accepted")),
    inside: {
      content: numberMark,
      data: html`${brandTable}${exemptNumbers(view.wrongTestNumbers)}`,
    },
    ...(isRetyped(view) ? { describedBy: declineNoticeId, focus: true } : {}),
  } as const;
  return formField(parts, view, texts);
}

/** Whether the last attempt was declined and has to be typed again on this page. */
export function isRetyped({ declined, method, methods }: OpenPage): boolean {
  return (
    declined?.method === "card" && declined.provider === null && method === "card" && methods.includes("card")
  );
}

function expiryField(view: OpenPage, texts: Texts): Html {
  const parts = {
    name: "expiry",
    label: texts.rich("card.expiry"),
    kind: html`${numericInput} autocomplete="cc-exp" maxlength="20"`,
    hint: texts.rich("card.expiry_hint"),
    value: view.values?.expiry,
  } as const;
  return formField(parts, view, texts);
}

/** The hint follows the brand once the script knows it. */
function codeField(view: OpenPage, texts: Texts): Html {
  const hints = html` data-hint-3="${texts.plain("card.cvc_hint_3")}" data-hint-4="${texts.plain("card.cvc_hint_4")}"`;
  const parts = {
    name: "cvc",
    label: texts.rich("card.cvc"),
    kind: html`${numericInput} autocomplete="cc-csc" maxlength="10"${hints}`,
    hint: texts.rich("card.cvc_hint"),
  } as const;
  return formField(parts, view, texts);
}
