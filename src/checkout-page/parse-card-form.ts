import type { CardDetails } from "../connectors/contract.ts";
import { asciiDigits } from "../kernel/ascii-digits.ts";
import { type CardBrand, cardBrand } from "../kernel/card-brand.ts";
import { passesLuhn } from "../kernel/card-number.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type FormBody, readText } from "./form-text.ts";
import { formatExpiry, parseExpiry } from "./parse-expiry.ts";
import type { CvcFault, FieldErrors, FormValues, NumberFault } from "./view-model.ts";

/**
 * Reads the card form. Takes numbers with spaces or dashes and digits of other scripts; names one fault for each
 * field that has one.
 *
 * @param nowMs milliseconds since 1970, by the clock of the session
 * @param isTestCard whether the sandbox publishes this number (digits only); any other is refused, so that a real
 *   card's number never gets past this function
 */
export function parseCardForm(
  body: FormBody,
  nowMs: number,
  isTestCard: (digits: string) => boolean,
): Result<CardDetails, FieldErrors> {
  const digits = readDigits(body.number);
  const number = checkNumber(digits, isTestCard);
  const expiry = parseExpiry(readText(body.expiry), nowMs);
  const cvc = checkCvc(readDigits(body.cvc), cardBrand(digits));
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
 * What a refused form may be given back: the expiry date, and only when it is one. A field that holds something else
 * could hold a number typed into the wrong place, and that must not come back in a page.
 */
export function cardValuesToRedisplay(body: FormBody, nowMs: number): FormValues {
  const expiry = parseExpiry(readText(body.expiry), nowMs);
  return expiry.ok ? { expiry: formatExpiry(expiry.value) } : {};
}

function checkNumber(digits: string, isTestCard: (digits: string) => boolean): Result<string, NumberFault> {
  if (digits === "") return failed("number_missing");
  if (isTestCard(digits)) return success(digits);
  const couldBeReal = /^\d{12,19}$/.test(digits) && passesLuhn(digits);
  return failed(couldBeReal ? "number_not_test" : "number_invalid");
}

/** American Express prints four digits on the front, all others three on the back. */
function checkCvc(digits: string, brand: CardBrand): Result<string, CvcFault> {
  if (digits === "") return failed("cvc_missing");
  const length = brand === "amex" ? 4 : 3;
  if (/^\d+$/.test(digits) && digits.length === length) return success(digits);
  return failed(length === 4 ? "cvc_not_4_digits" : "cvc_not_3_digits");
}

/** A field's text without the spaces, dashes and dots that people put between digits. */
function readDigits(value: unknown): string {
  return asciiDigits(readText(value)).replace(/[\s.\-\u2010-\u2015\u00ad]/g, "");
}
