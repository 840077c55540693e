import { asciiDigits } from "../../kernel/ascii-digits.ts";
import { containsCardNumber } from "../../kernel/card-number.ts";
import { emailPattern } from "../../kernel/fields.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { DetailFault, DetailField } from "./detail-field.ts";

type Checked = Result<string, DetailFault>;

/**
 * Checks what was typed into a field, and returns it as it is stored; an empty text if nothing was.
 *
 * @param posted the field's text, or anything else that a request may contain
 */
export function checkDetail(field: DetailField, posted: unknown): Checked {
  const text = cleanText(typeof posted === "string" ? posted : "");
  if (text === "") return field.optional ? success("") : failed(missing(field));
  // The fields of a card are others: what is typed here is stored.
  if (containsCardNumber(text)) return failed({ key: "fault.card_number_here" });
  if (text.length > field.maxLength)
    return failed({ key: "fault.text_too_long", values: { count: field.maxLength } });
  switch (field.kind) {
    case "email":
      return isEmail(text) ? success(text) : failed({ key: "fault.email_invalid" });
    case "phone":
      return checkPhone(text);
    case "number":
      return checkNumber(field, text);
    case "country":
      return field.options?.some(({ value }) => value === text) === true
        ? success(text)
        : failed({ key: "fault.country_missing" });
    case "postal_code":
      return checkPostalCode(field, text);
    case "choice":
    case "region":
      return field.options?.some(({ value }) => value === text) === true
        ? success(text)
        : failed({ key: "fault.choice_missing" });
    case "terms":
      return text === "yes" ? success(text) : failed(missing(field));
    case "name":
    case "address_part":
      return success(text);
    case "text":
      return checkLength(field, text);
  }
}

/**
 * A text without control characters and characters that change the direction of what follows, and with single spaces. The joiners
 * of Persian and Indic words stay.
 */
const cleanText = (text: string): string =>
  text
    .slice(0, 2_000)
    .toWellFormed()
    .normalize("NFC")
    .replace(
      /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u206f\ufeff\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]/gu,
      "",
    )
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

function missing({ kind }: DetailField): DetailFault {
  switch (kind) {
    case "email":
    case "name":
    case "phone":
    case "choice":
    case "country":
    case "terms":
      return { key: `fault.${kind}_missing` };
    case "region":
      return { key: "fault.choice_missing" };
    case "text":
    case "number":
    case "address_part":
    case "postal_code":
      return { key: "fault.field_missing" };
  }
}

/** An address of a domain with a dot: one without is a typing error here. */
const isEmail = (text: string): boolean => new RegExp(emailPattern).test(text) && /@.+\../.test(text);

/** In capitals, with the digits of any script. What the country doesn't tell apart, is taken as it is. */
function checkPostalCode({ pattern, example }: DetailField, text: string): Checked {
  const code = asciiDigits(text).toUpperCase();
  if (pattern === undefined || new RegExp(`^(?:${pattern})$`).test(code)) return success(code);
  return failed(
    example === undefined
      ? { key: "fault.field_missing" }
      : { key: "fault.postal_code_invalid", values: { example: example.replaceAll(" ", "\u00a0") } },
  );
}

/** Lenient: an international or national number of any country, as people write it. E.164 has at most 15 digits. */
function checkPhone(text: string): Checked {
  const typed = asciiDigits(text);
  const isPhone = /^\+?\d{5,15}$/.test(typed.replace(/[\s()./\u2010-\u2015-]/g, ""));
  return isPhone ? success(typed) : failed({ key: "fault.phone_invalid" });
}

/** A whole number, also with spaces between its groups and with the digits of another script. */
function checkNumber({ minimum, maximum }: DetailField, text: string): Checked {
  const typed = asciiDigits(text)
    .replace(/\s/g, "")
    .replace(/^[\u2010-\u2015\u2212]/, "-");
  const number = /^[+-]?\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  const fits = number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
  if (fits) return success(String(number === 0 ? 0 : number));
  if (minimum !== undefined && maximum !== undefined)
    return failed({ key: "fault.number_between", values: { minimum, maximum } });
  if (minimum !== undefined) return failed({ key: "fault.number_at_least", values: { minimum } });
  if (maximum !== undefined) return failed({ key: "fault.number_at_most", values: { maximum } });
  return failed({ key: "fault.number_whole" });
}

function checkLength({ minLength = 0 }: DetailField, text: string): Checked {
  if (text.length >= minLength) return success(text);
  return failed({ key: "fault.text_too_short", values: { count: minLength } });
}
