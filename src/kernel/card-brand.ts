/** Card brands that the page knows how to show. */
export const cardBrands = [
  "visa",
  "mastercard",
  "amex",
  "discover",
  "diners",
  "jcb",
  "unionpay",
  "unknown",
] as const;
export type CardBrand = (typeof cardBrands)[number];

/** The brands' own names, the same in every language. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    visa: "Visa",
    mastercard: "Mastercard",
    amex: "American Express",
    discover: "Discover",
    diners: "Diners Club",
    jcb: "JCB",
    unionpay: "UnionPay",
  } satisfies Record<Exclude<CardBrand, "unknown">, string>),
);

/** The brand's name; undefined for an unknown brand. */
export const cardBrandName = (brand: string): string | undefined => names.get(brand);

/** The brand by the issuer's published number ranges. `digits` may still be incomplete. */
export function cardBrand(digits: string): CardBrand {
  if (/^4/.test(digits)) return "visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (/^(6011|64[4-9]|65)/.test(digits)) return "discover";
  if (/^(30[0-5]|3095|36|3[89])/.test(digits)) return "diners";
  if (/^35(2[89]|[3-8])/.test(digits)) return "jcb";
  if (/^(62|81)/.test(digits)) return "unionpay";
  return "unknown";
}
