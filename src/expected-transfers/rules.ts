import type { TransferRules } from "../statement-matching/decide-amount.ts";

/** What is done with transfers that aren't as expected, until the tenant says otherwise: nothing is returned or given away. */
export const defaultRules: TransferRules = {
  toleranceMinor: 0,
  tooLittle: "wait",
  tooMuch: "keep_as_liability",
  late: "flag",
  wrongCurrency: "flag",
};
