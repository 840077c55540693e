/**
 * How many digits a currency has after the point, by ISO 4217; the others have two. Browsers know those of CLDR, which are fewer
 * for sixteen currencies: a forint, for example, has two in each amount that Kassa and banks exchange, and none in CLDR.
 */
const digits: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const byCode = new Map(
  Object.entries(digits).flatMap(([count, codes]) => codes.split(" ").map((code) => [code, Number(count)])),
);

export const digitsOf = (currency: string): number => byCode.get(currency) ?? 2;
