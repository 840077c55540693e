/** What entries are looked for, as it stands in the address. */
export type LedgerFilters = { readonly account?: string; readonly month?: string; readonly payment?: string };

export const ledgerAccounts = [
  "psp_clearing",
  "psp_receivable",
  "in_transit",
  "bank",
  "merchant_payable",
  "refunds",
  "disputes",
  "fees",
  "processing_fees",
  "fx",
  "reserves",
  "adjustments",
  "surplus",
  "customer_funds_receivable",
  "authorized_funds",
] as const;

export function readLedgerFilters(query: Record<string, unknown>): LedgerFilters {
  const { account, month, payment } = query;
  return {
    ...((ledgerAccounts as readonly unknown[]).includes(account) && { account: String(account) }),
    ...(typeof month === "string" && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(typeof payment === "string" && payment !== "" && { payment }),
  };
}
