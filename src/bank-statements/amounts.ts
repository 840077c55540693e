import { findCurrency } from "../kernel/currency.ts";
import { toMinorUnits } from "../kernel/money.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Money } from "./entry.ts";

/**
 * An amount of a file in minor units. Decimals that the currency doesn't have may only be zeros. The failure is a sentence for
 * people.
 *
 * @param decimalSign in camt a full stop, in MT940 a comma
 */
export function readAmount(text: string, code: string, decimalSign: "." | ","): Result<Money, string> {
  const currency = findCurrency(code);
  if (currency === undefined || currency.code !== code)
    return failed(
      `"${code}" is no active currency of ISO 4217 with minor units; write it as three capital letters.`,
    );
  const [whole = "", fraction = "", ...more] = text.split(decimalSign);
  // ".5" and "5." are decimals in XML, and some banks write them.
  const isNumber = /^[0-9]{1,18}$/.test(whole + fraction) && more.length === 0;
  if (!isNumber)
    return failed(
      `"${text}" is no amount: write digits with "${decimalSign}" before the decimals, without a sign and without separators of thousands.`,
    );
  const significant = fraction.replace(/0+$/, "");
  if (significant.length > currency.exponent)
    return failed(`${text} ${code} has more decimals than the ${currency.exponent} of ${code}.`);
  const amountMinor = toMinorUnits(whole, significant, currency.exponent);
  return amountMinor === undefined
    ? failed(`${text} ${code} is larger than any amount that Kassa can hold exactly.`)
    : success({ amountMinor, currency: code });
}
