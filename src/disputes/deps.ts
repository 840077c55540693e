import type { PaymentDeps } from "../payments/deps.ts";

/** What the disputes' operations take: the same as payments', for they ask the same PSPs and move the same money. */
export type DisputeDeps = PaymentDeps;
