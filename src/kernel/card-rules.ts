/** Card brands that the page knows how to show. */
export const cardBrands = [
  "visa",
  "mastercard",
  "amex",
  "discover",
  "diners",
  "jcb",
  "unionpay",
  "maestro",
  "unknown",
] as const;
export type CardBrand = (typeof cardBrands)[number];
export type KnownCardBrand = Exclude<CardBrand, "unknown">;

/** How the numbers and codes of a brand are made. */
export type CardRule = {
  readonly brand: KnownCardBrand;
  /** First digits: "34", or from and to, "51-55". */
  readonly ranges: readonly string[];
  /** The lengths of complete numbers. */
  readonly lengths: readonly number[];
  /** American Express prints four digits on the front, all others three on the back. */
  readonly codeLength: 3 | 4;
  /** Whether every number has a check digit (ISO/IEC 7812-1, annex B). */
  readonly checkDigit: boolean;
};

/**
 * The brands by their number ranges, as the networks publish them. The page's script gets this table from the server, so both
 * check by the same rules.
 *
 * Sources: Visa's and Mastercard's merchant rules (2-series since 2017), American Express' and JCB's merchant guides, the
 * Discover Network's list of ranges (which has Diners Club's and its 14 to 19 digits), and UnionPay's (62 and 81; its older
 * cards may have no check digit). Maestro's ranges are without those that Elo, Verve and RuPay use beside it. Compared with
 * Braintree's credit-card-type. In the range 622126 to 622925, which Discover and UnionPay share, a card is a UnionPay card.
 */
export const cardRules: readonly CardRule[] = [
  rule("visa", ["4"], [13, 16, 18, 19]),
  rule("mastercard", ["51-55", "2221-2720"], [16]),
  { ...rule("amex", ["34", "37"], [15]), codeLength: 4 },
  rule("discover", ["6011", "644-649", "65"], [16, 17, 18, 19]),
  rule("diners", ["300-305", "3095", "36", "38-39"], [14, 15, 16, 17, 18, 19]),
  rule("jcb", ["3528-3589"], [16, 17, 18, 19]),
  { ...rule("unionpay", ["62", "81"], [14, 15, 16, 17, 18, 19]), checkDigit: false },
  rule(
    "maestro",
    ["5000-5040", "5043-5060", "5062-5066", "5068-5077", "56-58", "6304", "639", "67"],
    [12, 13, 14, 15, 16, 17, 18, 19],
  ),
];

function rule(brand: KnownCardBrand, ranges: readonly string[], lengths: readonly number[]): CardRule {
  return { brand, ranges, lengths, codeLength: 3, checkDigit: true };
}
