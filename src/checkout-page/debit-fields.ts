import { type Html, html, isolate } from "../kernel/html.ts";
import { rememberWith } from "../kernel/remember.ts";
import { formField } from "./form-field.ts";
import { groupIban } from "./iban.ts";
import type { Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/** The account holder, the IBAN, and the mandate that the customer gives. */
export function debitFields(view: OpenPage, texts: Texts): Html {
  const isFirst = view.fieldErrors === undefined && view.values === undefined;
  return html`${isFirst ? emptyFields(texts) : fieldsIn(view, texts)}
      <p class="mandate">${texts.rich("debit.mandate", { merchant: isolate(view.merchant.name) })}</p>`;
}

type Filled = Pick<OpenPage, "fieldErrors" | "details" | "values">;

/** Before the first attempt they are the same on all pages in a language. */
const emptyFields = rememberWith((texts: Texts) => fieldsIn({ details: [] }, texts).kept());

function fieldsIn(view: Filled, texts: Texts): Html {
  const { holder: name, iban: account } = view.values ?? {};
  const holder = {
    name: "holder",
    label: texts.rich("debit.holder"),
    kind: html`dir="auto" autocomplete="name" autocapitalize="words" maxlength="100"`,
    value: name,
  } as const;
  const iban = {
    name: "iban",
    label: texts.rich("debit.iban"),
    kind: html`dir="ltr" autocomplete="off" autocapitalize="characters" maxlength="50"`,
    hint: texts.rich("debit.iban_hint"),
    value: account === undefined ? undefined : groupIban(account),
  } as const;
  return html`${formField(holder, view, texts)}
      ${formField(iban, view, texts)}`;
}
