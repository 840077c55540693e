import { type Html, isolate } from "../../kernel/html.ts";
import type { Merchant } from "../merchant.ts";
import type { TextKey, Texts } from "../texts.ts";
import type { DetailField } from "./detail-field.ts";

/** What the texts of fields need: the language, and the merchant that some name. */
export type DetailContext = { readonly texts: Texts; readonly merchant: Merchant };

export const labelOf = ({ label }: DetailField, texts: Texts): Html =>
  "key" in label ? texts.rich(label.key) : isolate(label.text);

/** The text of a field's fault, or null when it has none. */
export function detailFaultText(field: DetailField, { texts, merchant }: DetailContext): Html | null {
  const { fault } = field;
  if (fault === undefined) return null;
  const label = isTerms(field) ? "" : labelOf(field, texts);
  return texts.rich(fault.key, { ...fault.values, merchant: isolate(merchant.name), label });
}

/** The same without markup, for the page's script. */
export function plainFaultText(field: DetailField, { texts, merchant }: DetailContext): string | null {
  const { fault, label } = field;
  if (fault === undefined) return null;
  const values = { ...fault.values, merchant: isolatedText(merchant.name), label: "" };
  if (isTerms(field)) return texts.plain(fault.key, values);
  return texts.plain(fault.key, {
    ...values,
    label: "key" in label ? texts.plain(label.key satisfies TextKey) : isolatedText(label.text),
  });
}

/** The label of the terms is a sentence that names the merchant. */
const isTerms = ({ kind }: DetailField): boolean => kind === "terms";

/** Between Unicode's marks for text of unknown direction. */
const isolatedText = (text: string): string => `\u2068${text}\u2069`;
