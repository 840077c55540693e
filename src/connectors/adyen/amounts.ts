import { findCurrency } from "../../kernel/currency.ts";

/** An amount of minor units. */
export type Money = { readonly amount: number; readonly currency: string };

/** An amount in Adyen's units. */
export type AdyenAmount = { readonly value: number; readonly currency: string };

/**
 * The currencies that Adyen processes, by the decimals of its minor units (docs.adyen.com/development-resources/currency-codes). They
 * differ from ISO 4217 for CLP, CVE, IDR and ISK.
 */
const currenciesByDecimals: readonly (readonly [number, string])[] = [
  [0, "CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"],
  [
    2,
    "AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNY COP CRC CZK DKK DOP DZD " +
      "EGP ETB EUR FJD GBP GEL GHS GTQ GYD HKD HNL HTG HUF ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP LKR MAD MDL MKD MMK " +
      "MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD SAR SEK SGD THB TRY TTD " +
      "TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW",
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
];

const decimalsByCurrency: ReadonlyMap<string, number> = new Map(
  currenciesByDecimals.flatMap(([decimals, codes]) => codes.split(" ").map((code) => [code, decimals])),
);

/** Undefined if Adyen doesn't process the currency, or can't take exactly this amount. */
export function toAdyen({ amount, currency }: Money): AdyenAmount | undefined {
  const value = scale(amount, shiftOf(currency));
  return value === undefined ? undefined : { value, currency };
}

/** Undefined for an amount that isn't a whole number of minor units, or is in a currency that Kassa or Adyen doesn't have. */
export function fromAdyen({ value, currency }: AdyenAmount): Money | undefined {
  const shift = shiftOf(currency);
  const amount = shift === undefined ? undefined : scale(value, -shift);
  return amount === undefined ? undefined : { amount, currency };
}

/** By how many decimals Adyen's amounts are longer than Kassa's. */
function shiftOf(currency: string): number | undefined {
  const decimals = decimalsByCurrency.get(currency);
  const exponent = findCurrency(currency)?.exponent;
  return decimals === undefined || exponent === undefined ? undefined : decimals - exponent;
}

function scale(amount: number, shift: number | undefined): number | undefined {
  if (shift === undefined) return undefined;
  const scaled = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  return Number.isSafeInteger(scaled) ? scaled : undefined;
}
