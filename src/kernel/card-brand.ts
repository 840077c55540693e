import { passesLuhn } from "./card-number.ts";
import { type CardBrand, cardRules, type KnownCardBrand } from "./card-rules.ts";

export { type CardBrand, cardBrands, type KnownCardBrand } from "./card-rules.ts";

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
    maestro: "Maestro",
  } satisfies Record<KnownCardBrand, string>),
);

/** The brand's name; undefined for an unknown brand. */
export const cardBrandName = (brand: string): string | undefined => names.get(brand);

/** The brand by the issuer's published number ranges. `digits` may still be incomplete. */
export function cardBrand(digits: string): CardBrand {
  return cardRule(digits)?.brand ?? "unknown";
}

/** The number of digits of the card's security code. */
export const codeLength = (digits: string): 3 | 4 => cardRule(digits)?.codeLength ?? 3;

/** Whether a complete number has a length and the check digit of its brand. A number of an unknown brand may have 12 to 19 digits. */
export function couldBeCardNumber(digits: string): boolean {
  const { lengths, checkDigit } = cardRule(digits) ?? { lengths: null, checkDigit: true };
  const hasLength = lengths?.includes(digits.length) ?? /^[0-9]{12,19}$/.test(digits);
  return hasLength && (!checkDigit || passesLuhn(digits));
}

const cardRule = (digits: string) =>
  cardRules.find(({ ranges }) => ranges.some((range) => isWithin(digits, range)));

/** Whether every number that begins with these digits is in the range. */
function isWithin(digits: string, range: string): boolean {
  const [low = "", high = low] = range.split("-");
  const known = digits.slice(0, low.length);
  return known.padEnd(low.length, "0") >= low && known.padEnd(low.length, "9") <= high;
}
