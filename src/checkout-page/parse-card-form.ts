import type { CardDetails } from "../connectors/contract.ts";
import { asciiDigits } from "../kernel/ascii-digits.ts";
import { codeLength, couldBeCardNumber } from "../kernel/card-brand.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { CvcFault, FieldErrors, FormValues, NumberFault } from "./form-faults.ts";
import { type FormBody, readText } from "./form-text.ts";
import { formatExpiry, parseExpiry } from "./parse-expiry.ts";

/**
 * Parses the card form. Accepts numbers with spaces or dashes and digits of other scripts. Reports at most one fault per
 * field.
 *
 * @param nowMs milliseconds since 1970, by the clock of the session
 * @param isTestCard whether the sandbox publishes this number (digits only). Any other number is refused, so that no real
 *   card number gets past this function
 */
export function parseCardForm(
  body: FormBody,
  nowMs: number,
  isTestCard: (digits: string) => boolean,
): Result<CardDetails, FieldErrors> {
  const digits = readDigits(body.number);
  const number = checkNumber(digits, isTestCard);
  const expiry = parseExpiry(readText(body.expiry), nowMs);
  const cvc = checkCvc(readDigits(body.cvc), codeLength(digits));
  if (number.ok && expiry.ok && cvc.ok) {
    const { month, year } = expiry.value;
    return success({
      type: "card",
      number: number.value,
      expiryMonth: month,
      expiryYear: year,
      cvc: cvc.value,
    });
  }
  return failed({
    ...(number.ok ? {} : { number: number.failure }),
    ...(expiry.ok ? {} : { expiry: expiry.failure }),
    ...(cvc.ok ? {} : { cvc: cvc.failure }),
  });
}

/**
 * The values to fill in again after a refused form: only an expiry date, as it was typed if it is wrong. Any other text in that field
 * could be a card number or a security code typed into the wrong field, which must not appear in a page.
 */
export function cardValuesToRedisplay(body: FormBody, nowMs: number): FormValues {
  const typed = readText(body.expiry).trim();
  const expiry = parseExpiry(typed, nowMs);
  if (expiry.ok) return { expiry: formatExpiry(expiry.value) };
  return looksLikeDate.test(typed) ? { expiry: typed } : {};
}

/** "12 / 19" or "13/2030": no security code has a slash, and no card number so few digits. */
const looksLikeDate = /^\d{1,2} ?\/ ?(?:\d{2}|\d{4})$/;

function checkNumber(digits: string, isTestCard: (digits: string) => boolean): Result<string, NumberFault> {
  if (digits === "") return failed("number_missing");
  if (isTestCard(digits)) return success(digits);
  return failed(couldBeCardNumber(digits) ? "number_not_test" : "number_invalid");
}

function checkCvc(digits: string, length: 3 | 4): Result<string, CvcFault> {
  if (digits === "") return failed("cvc_missing");
  if (/^\d+$/.test(digits) && digits.length === length) return success(digits);
  return failed(length === 4 ? "cvc_not_4_digits" : "cvc_not_3_digits");
}

/** A field's text without the spaces, dashes and dots that people put between digits. */
function readDigits(value: unknown): string {
  return asciiDigits(readText(value)).replace(/[\s.\-\u2010-\u2015\u00ad]/g, "");
}
