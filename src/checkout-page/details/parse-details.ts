import { containsCardNumber } from "../../kernel/card-number.ts";
import type { FormBody } from "../form-text.ts";
import { checkDetail } from "./check-detail.ts";
import {
  type DetailFault,
  type DetailGroup,
  fieldsOf,
  type PostedDetails,
  sameAddressName,
} from "./detail-field.ts";

/** Reads and checks the fields of these groups in a posted form. */
export function parseDetails(groups: readonly DetailGroup[], body: FormBody): PostedDetails {
  const values = new Map<string, string>();
  const faults = new Map<string, DetailFault>();
  if (groups.some(({ same }) => same === true)) values.set(sameAddressName, "yes");
  for (const field of fieldsOf(groups)) {
    const posted = body[field.name];
    const checked = checkDetail(field, posted);
    if (checked.ok) {
      values.set(field.name, checked.value);
      continue;
    }
    faults.set(field.name, checked.failure);
    // Shown again, so that a mistyped character doesn't mean typing it all again; but never a card number.
    if (typeof posted === "string" && !containsCardNumber(posted))
      values.set(field.name, posted.slice(0, 2 * field.maxLength));
  }
  return { values, faults };
}

/** The groups with what is filled in and what is wrong with it. */
export const filledIn = (
  groups: readonly DetailGroup[],
  values: PostedDetails["values"],
  faults?: PostedDetails["faults"],
): DetailGroup[] =>
  groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => {
      const [value, fault] = [values.get(field.name), faults?.get(field.name)];
      return { ...field, ...(value ? { value } : {}), ...(fault ? { fault } : {}) };
    }),
  }));
