import type { PaymentMethod } from "../connectors/contract.ts";
import { asciiDigits } from "../kernel/ascii-digits.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { type FormBody, readText } from "./form-text.ts";
import { isValidIban, normalizeIban } from "./iban.ts";
import type { FieldErrors, FormValues, HolderFault, IbanFault } from "./view-model.ts";

type DebitDetails = Extract<PaymentMethod, { type: "bank_debit" }>;

/**
 * Reads the direct debit's form.
 *
 * @param isTestIban whether the sandbox publishes this account (capitals and digits only); any other is refused
 */
export function parseDebitForm(
  body: FormBody,
  isTestIban: (iban: string) => boolean,
): Result<DebitDetails, FieldErrors> {
  const holder = checkHolder(readHolder(body.holder));
  const iban = checkIban(normalizeIban(readText(body.iban)), isTestIban);
  if (holder.ok && iban.ok)
    return success({ type: "bank_debit", accountHolder: holder.value, iban: iban.value });
  return failed({
    ...(holder.ok ? {} : { holder: holder.failure }),
    ...(iban.ok ? {} : { iban: iban.failure }),
  });
}

/**
 * What a refused form is given back, so that a mistyped letter isn't paid for with 22 others. Not an account that may be
 * a real one, and nothing that looks like a number typed into the wrong field.
 */
export function debitValuesToRedisplay(body: FormBody, faults: FieldErrors): FormValues {
  const holder = readHolder(body.holder);
  const iban = normalizeIban(readText(body.iban));
  return {
    ...(holder === "" || /\d{6}/.test(asciiDigits(holder).replace(/\s/g, "")) ? {} : { holder }),
    ...(/^[A-Z]{2}/.test(iban) && faults.iban !== "iban_not_test" ? { iban } : {}),
  };
}

function checkHolder(holder: string): Result<string, HolderFault> {
  return holder === "" ? failed("holder_missing") : success(holder);
}

function checkIban(iban: string, isTestIban: (iban: string) => boolean): Result<string, IbanFault> {
  if (iban === "") return failed("iban_missing");
  if (isTestIban(iban)) return success(iban);
  return failed(isValidIban(iban) ? "iban_not_test" : "iban_invalid");
}

/** A name without what can't be seen, and single spaces between its parts; banks take 70 characters of it. */
function readHolder(value: unknown): string {
  return readText(value)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 70);
}
