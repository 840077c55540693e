/** Payment methods. The PSP and the merchant decide which are available. */
export const paymentMethodTypes = ["card", "wallet", "bank_debit", "bank_transfer"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** Properties of a method at every PSP. */
export type MethodRules = {
  /** The currencies that it supports; null for all. */
  readonly currencies: readonly string[] | null;
  /** Whether it supports manual capture. */
  readonly capturesLater: boolean;
};

export const methodRules: Readonly<Record<PaymentMethodType, MethodRules>> = {
  card: { currencies: null, capturesLater: true },
  wallet: { currencies: null, capturesLater: true },
  // SEPA core direct debits are in euros.
  bank_debit: { currencies: ["EUR"], capturesLater: false },
  bank_transfer: { currencies: null, capturesLater: false },
};

/** Whether the method suits the purchase. */
export function canPay(
  method: PaymentMethodType,
  purchase: { readonly currency: string; readonly captureMethod: "automatic" | "manual" },
): boolean {
  const { currencies, capturesLater } = methodRules[method];
  return (
    (currencies === null || currencies.includes(purchase.currency)) &&
    (capturesLater || purchase.captureMethod === "automatic")
  );
}
