import { type Money, readMoney } from "./currencies.ts";
import { unprocessable } from "./errors.ts";
import type { PurchaseUnit } from "./state.ts";

const base = "/purchase_units/0";

/** @returns the amount in minor units @throws ApiError where currencies, sums or decimals don't fit together */
export function readPurchaseUnit(unit: PurchaseUnit): number {
  const { amount } = unit;
  const total = readMoney(amount, { field: `${base}/amount`, decimalsIssue: "DECIMAL_PRECISION" });
  const parts = readBreakdown(unit);
  if (amount.breakdown && total !== sumOf(parts))
    throw unprocessable("AMOUNT_MISMATCH", { field: `${base}/amount/value`, value: amount.value });
  checkItems(unit, parts);
  checkShipping(unit);
  return total;
}

/** Countries whose addresses may be without a city; PayPal has such rules for more fields, and doesn't publish all. */
const withoutCity = new Set(["HK", "JP", "SG"]);

function checkShipping({ shipping }: PurchaseUnit): void {
  const address = shipping?.address;
  if (address && address.admin_area_2 === undefined && !withoutCity.has(address.country_code))
    throw unprocessable("CITY_REQUIRED", { field: `${base}/shipping/address/admin_area_2` });
}

type Parts = Readonly<Record<string, number>>;

function readBreakdown({ amount }: PurchaseUnit): Parts {
  const read = ([name, money]: [string, Money]): [string, number] => [
    name,
    readPart(money, `${base}/amount/breakdown/${name}`, amount.currency_code),
  ];
  return Object.fromEntries(Object.entries(amount.breakdown ?? {}).map(read));
}

/** @throws ApiError for another currency than the order's */
function readPart(money: Money, field: string, currency: string): number {
  if (money.currency_code !== currency)
    throw unprocessable("MULTI_CURRENCY_ORDER", {
      field: `${field}/currency_code`,
      value: money.currency_code,
    });
  return readMoney(money, { field, decimalsIssue: "DECIMAL_PRECISION", allowZero: true });
}

function sumOf(parts: Parts): number {
  const isDeducted = (name: string) => name === "shipping_discount" || name === "discount";
  return Object.entries(parts).reduce((sum, [name, part]) => sum + (isDeducted(name) ? -part : part), 0);
}

function checkItems({ items, amount }: PurchaseUnit, parts: Parts): void {
  if (!items) return;
  const field = `${base}/amount/breakdown`;
  if (parts.item_total === undefined)
    throw unprocessable("ITEM_TOTAL_REQUIRED", { field: `${field}/item_total` });
  let total = 0;
  let tax = 0;
  items.forEach(({ unit_amount, tax: itemTax, quantity }, index) => {
    const at = `${base}/items/${index}`;
    total += readPart(unit_amount, `${at}/unit_amount`, amount.currency_code) * Number(quantity);
    if (itemTax) tax += readPart(itemTax, `${at}/tax`, amount.currency_code) * Number(quantity);
  });
  if (total !== parts.item_total)
    throw unprocessable("ITEM_TOTAL_MISMATCH", { field: `${field}/item_total` });
  if (items.some((item) => item.tax) && tax !== (parts.tax_total ?? 0))
    throw unprocessable("TAX_TOTAL_MISMATCH", { field: `${field}/tax_total` });
}
