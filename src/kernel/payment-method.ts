/** The ways in which a customer can pay. Which of them there are in the end, the PSP and the merchant decide. */
export const paymentMethodTypes = ["card", "wallet", "bank_debit", "bank_transfer"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** What a method can do anywhere, whatever the PSP. */
export type MethodRules = {
  /** The currencies that it exists in; null for any. */
  readonly currencies: readonly string[] | null;
  /** Whether the money can be reserved first and taken by a later call. */
  readonly capturesLater: boolean;
};

export const methodRules: Readonly<Record<PaymentMethodType, MethodRules>> = {
  card: { currencies: null, capturesLater: true },
  wallet: { currencies: null, capturesLater: true },
  // SEPA core direct debits are in euros.
  bank_debit: { currencies: ["EUR"], capturesLater: false },
  bank_transfer: { currencies: null, capturesLater: false },
};

/** Whether a purchase can be paid in this way. */
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
