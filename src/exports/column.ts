import type { ApiPayment } from "../payments/read/describe-payment.ts";
import type { Collected } from "../sessions/collect/collect.ts";

/** What a row says of a payment and of what its customer entered. Amounts are stored in minor units of the payment's currency, times as RFC 3339. */
export type Column = {
  readonly name: string;
  readonly type: "text" | "time" | "amount";
  /** Whether it shows what the customer entered. */
  readonly showsCollected?: true;
  readonly of: (payment: ApiPayment, collected: Collected | null) => string | number | null;
};
