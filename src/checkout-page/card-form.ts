import { type Html, html, isolate } from "../kernel/html.ts";
import { declineNotice, errorSummary, faultText } from "./error-summary.ts";
import { brandMarks, icons } from "./icons.ts";
import { localizedPath } from "./links.ts";
import type { Texts } from "./texts.ts";
import type { CardField, FieldErrors, OpenPage } from "./view-model.ts";

/** The card form. A plain form that any browser can post; the script only makes typing easier. */
export function cardForm(view: OpenPage, texts: Texts): Html {
  const errors = view.fieldErrors ?? {};
  const amount = isolate(texts.amount(view.order.amountMinor, view.order.currency));
  return html`<h2>${texts.rich("card.heading")}</h2>
    ${messages(view, errors, texts)}
    <form method="post" action="${view.submitUrl}" novalidate data-card-form>
      <input type="hidden" name="token" value="${view.formToken}">
      ${numberField(errors, texts)}
      <div class="pair">
        ${expiryField(view.values?.expiry, errors, texts)}
        ${cvcField(errors, texts)}
      </div>
      <button type="submit" class="button primary" data-busy="${texts.plain("pay.busy")}">
        ${icons.lock}<span data-label>${texts.rich("pay.amount", { amount })}</span>${icons.spinner}
      </button>
    </form>
    ${deadline(view, texts)}
    <p class="cancel"><a href="${view.cancelUrl}">${texts.rich("pay.cancel")}</a></p>`;
}

/** Faults of this post speak louder than the decline before it: one message at a time. */
function messages(view: OpenPage, errors: FieldErrors, texts: Texts): Html | null {
  if (Object.values(errors).some((fault) => fault !== undefined)) return errorSummary(errors, texts);
  return view.declined === undefined ? null : declineNotice(view.declined, texts);
}

function numberField(errors: FieldErrors, texts: Texts): Html {
  const input = html`<div class="number-input" data-brand="unknown">
        <input ${attributes("number", errors, false)} autocomplete="cc-number" maxlength="40">
        <span class="brands">${brandMarks}</span>
      </div>`;
  return field("number", texts.rich("card.number"), input, null, errors, texts);
}

function expiryField(value: string | undefined, errors: FieldErrors, texts: Texts): Html {
  const input = html`<input ${attributes("expiry", errors, true)} autocomplete="cc-exp" maxlength="20" value="${value}">`;
  return field("expiry", texts.rich("card.expiry"), input, texts.rich("card.expiry_hint"), errors, texts);
}

function cvcField(errors: FieldErrors, texts: Texts): Html {
  const input = html`<input ${attributes("cvc", errors, true)} autocomplete="cc-csc" maxlength="10">`;
  return field("cvc", texts.rich("card.cvc"), input, texts.rich("card.cvc_hint"), errors, texts);
}

/** What all inputs share. Digits run left to right in every script, so the inputs do too. */
function attributes(name: CardField, errors: FieldErrors, hasHint: boolean): Html {
  const invalid = errors[name] !== undefined;
  const describedBy = [hasHint && `${name}-hint`, invalid && `${name}-error`].filter(Boolean).join(" ");
  return html`id="${name}" name="${name}" type="text" inputmode="numeric" dir="ltr" required spellcheck="false" autocapitalize="off" autocorrect="off"${invalid && html` aria-invalid="true"`}${describedBy !== "" && html` aria-describedby="${describedBy}"`}`;
}

function field(
  name: CardField,
  label: Html,
  input: Html,
  hint: Html | null,
  errors: FieldErrors,
  texts: Texts,
): Html {
  const fault = faultText(name, errors, texts);
  return html`<div class="field">
        <label for="${name}">${label}</label>
        ${input}
        ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
        ${fault && html`<p class="fault" id="${name}-error">${icons.alert}<span>${fault}</span></p>`}
      </div>`;
}

/** Until when the page takes payments. The script counts the last hour down and reloads the page at its end. */
function deadline(view: OpenPage, texts: Texts): Html {
  const time = html`<time datetime="${view.expiresAt}">${isolate(texts.dateTime(view.expiresAt))}</time>`;
  const countdown = texts.plain("pay.expires_in", { time: "{time}" });
  return html`<p class="deadline" data-expires-at="${view.expiresAt}" data-now="${view.now}" data-countdown="${countdown}" data-reload="${localizedPath(view.pageUrl, view.locale)}">${texts.rich("pay.expires_at", { time })}</p>`;
}
