import type { PaymentMethod } from "../connectors/contract.ts";
import { asciiDigits } from "../kernel/ascii-digits.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { FieldErrors, FormValues, HolderFault, IbanFault } from "./form-faults.ts";
import { type FormBody, readText } from "./form-text.ts";
import { isValidIban, normalizeIban } from "./iban.ts";

type DebitDetails = Extract<PaymentMethod, { type: "bank_debit" }>;

/**
 * Parses the direct debit form.
 *
 * @param isTestIban whether the sandbox publishes this IBAN (capitals and digits only). Any other IBAN is refused
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
 * The values to fill in again after a refused form, so that one mistyped character doesn't mean typing the whole IBAN again.
 * Leaves out an IBAN that could be real, and anything that looks like a number typed into the wrong field.
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

/** A name without invisible characters and with single spaces, cut to the 70 characters that banks accept. */
function readHolder(value: unknown): string {
  return readText(value)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 70);
}
