import type { Keyring } from "../kernel/seal.ts";
import type { DeclineLimits } from "../payments/decline-limits.ts";
import type { PaymentDeps } from "../payments/deps.ts";
import type { TestCard } from "./view-model.ts";

export type PageDeps = PaymentDeps & {
  readonly keyring: Keyring;
  readonly testCards: readonly TestCard[];
  readonly isTestCard: (digits: string) => boolean;
  readonly declineLimits: DeclineLimits;
};
