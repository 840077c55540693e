import type { Keyring } from "../kernel/seal.ts";
import type { DeclineLimits } from "../payments/decline-limits.ts";
import type { PaymentDeps } from "../payments/deps.ts";
import type { TestNumbers } from "./parse-form.ts";
import type { ItemPictures } from "./pictures/item-pictures.ts";
import type { TestAccount, TestCard } from "./view-model.ts";

export type PageDeps = PaymentDeps &
  TestNumbers & {
    readonly keyring: Keyring;
    readonly testCards: readonly TestCard[];
    readonly testAccounts: readonly TestAccount[];
    readonly declineLimits: DeclineLimits;
    readonly pictures: ItemPictures;
  };
