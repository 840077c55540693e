import { type Product, products, shippingAmount } from "./products.ts";

export type Line = { readonly product: Product; readonly quantity: number };

/** The cart is in the page's address, as `?monstera=1&pot=2`. So the shop needs no cookie, and the Back button works. */
export type Cart = { readonly lines: readonly Line[]; readonly amount: number };

export const mostOfOne = 9;

/** Takes quantities from a query or a form. Prices are always the shop's own. */
export function readCart(fields: Readonly<Record<string, unknown>>): Cart {
  const lines = products.flatMap((product) => {
    const quantity = Number(fields[product.sku] ?? 0);
    const isPossible = Number.isInteger(quantity) && quantity > 0 && quantity <= mostOfOne;
    return isPossible ? [{ product, quantity }] : [];
  });
  const sum = lines.reduce((total, { product, quantity }) => total + product.unitAmount * quantity, 0);
  return { lines, amount: sum === 0 ? 0 : sum + shippingAmount };
}
