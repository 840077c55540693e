import { ApiError, invalidRequest } from "./errors.ts";

/** In the smallest unit that Stripe takes, from its list of minimum amounts; other currencies have none here. */
const minimums: Readonly<Record<string, number>> = {
  ...{
    usd: 50,
    aed: 200,
    aud: 50,
    brl: 50,
    cad: 50,
    chf: 50,
    czk: 1500,
    dkk: 250,
    eur: 50,
    gbp: 30,
    hkd: 400,
  },
  ...{ huf: 17500, inr: 50, jpy: 50, mxn: 1000, myr: 200, nok: 300, nzd: 50, pln: 200, ron: 200, sek: 300 },
  ...{ sgd: 50, thb: 1000 },
};
const maximum = 99_999_999;

const threeDecimals = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);
/** Without minor units, yet counted in hundredths at the API. */
const wholeInHundredths = new Set(["isk", "ugx"]);
/** Charged in hundredths, paid out in whole units. */
const paidOutWhole = new Set(["huf", "twd", "isk", "ugx"]);

const zeroDecimal = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));

/** @throws ApiError for an amount that Stripe doesn't charge in the currency */
export function checkAmount(amount: number, currency: string, param: string): void {
  const minimum = minimums[currency] ?? 1;
  if (amount < minimum) {
    const least = `${minimum / (zeroDecimal.has(currency) ? 1 : 100)} ${currency}`;
    const message = `The Checkout Session's total amount due must add up to at least ${least}`;
    throw invalidRequest(message, { code: "amount_too_small", param });
  }
  if (amount > maximum)
    throw invalidRequest("The Checkout Session's total amount must be no more than 99999999.", {
      code: "amount_too_large",
      param,
    });
  const step = stepOf(currency);
  if (amount % step !== 0)
    throw new ApiError(400, {
      message: `Invalid amount in ${currency}: it must be divisible by ${step}.`,
      param,
      type: "invalid_request_error",
    });
}

function stepOf(currency: string): number {
  if (threeDecimals.has(currency)) return 10;
  return wholeInHundredths.has(currency) ? 100 : 1;
}

/** What can be paid out of a balance. */
export function payableAmount(amount: number, currency: string): number {
  const step = paidOutWhole.has(currency) ? 100 : 1;
  return Math.floor(amount / step) * step;
}
