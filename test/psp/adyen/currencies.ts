/**
 * The decimals of Adyen's minor units where they aren't two, as in Adyen's PHP library (src/Adyen/Util/Currency.php).
 * Adyen differs from ISO 4217 for CLP, CVE, IDR and ISK (docs.adyen.com/development-resources/currency-codes).
 */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
};

const twoDecimals = new Set(
  (
    "AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNY COP CRC CZK DKK DOP DZD " +
    "EGP ETB EUR FJD GBP GEL GHS GTQ GYD HKD HNL HTG HUF ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP LKR MAD MDL MKD MMK " +
    "MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD SAR SEK SGD THB TRY TTD " +
    "TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW"
  ).split(" "),
);

/** Undefined for a currency that Adyen doesn't process. */
export function decimalsOf(currency: string): number | undefined {
  return decimals[currency] ?? (twoDecimals.has(currency) ? 2 : undefined);
}

/** As reports write amounts: 1050 of EUR is "10.50", of JPY "1050". */
export function toDecimal(value: number, currency: string): string {
  const places = decimalsOf(currency) ?? 2;
  return (value / 10 ** places).toFixed(places);
}
