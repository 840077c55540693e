/** Card brands that the page knows how to show. */
export const cardBrands = ["visa", "mastercard", "amex", "unknown"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** The brand by the issuer's published number ranges. `digits` may still be incomplete. */
export function cardBrand(digits: string): CardBrand {
  if (/^4/.test(digits)) return "visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  return "unknown";
}
