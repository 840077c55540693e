import type { CardBrand } from "../../kernel/card-brand.ts";

/** Brands as they write themselves, in every language. */
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

/** The brand's name; undefined when there is none to name. */
export const brandName = (brand: string): string | undefined => names.get(brand);
