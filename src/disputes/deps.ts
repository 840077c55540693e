import type { PaymentDeps } from "../payments/deps.ts";

/** The same as for payments, because disputes use the same PSPs and post to the same ledger. */
export type DisputeDeps = PaymentDeps;
