const fixedFee = 39;

/** PayPal's fee of a payment, in minor units: 2.99 % and a fixed part. */
export function feeOf(amount: number): number {
  return Math.min(amount, Math.round((amount * 299) / 10_000) + fixedFee);
}
