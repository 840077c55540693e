import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IdPrefix, ParsedId } from "../kernel/id.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { DeclineLimits } from "../payments/declines/decline-limits.ts";
import type { PaymentDeps } from "../payments/deps.ts";
import type { KnownMerchants } from "../settings/known-merchants.ts";
import type { BegunSessions } from "./begun-sessions.ts";
import type { TestNumbers } from "./parse-form.ts";
import type { ItemPictures } from "./pictures/item-pictures.ts";
import type { TestAccount, TestCard } from "./view-model.ts";

/** Ids in URLs that need no API key; see `http/public-ids.ts`. */
export type PublicIds = {
  parse(request: FastifyRequest, id: string, prefix: IdPrefix): Promise<ParsedId | undefined>;
  noteUnknown(request: FastifyRequest): void;
  guard(app: FastifyInstance): void;
};

export type PageDeps = PaymentDeps &
  TestNumbers & {
    readonly keyring: Keyring;
    readonly testCards: readonly TestCard[];
    readonly testAccounts: readonly TestAccount[];
    /** Test numbers with a wrong check digit on purpose. */
    readonly wrongTestNumbers: readonly string[];
    readonly declineLimits: DeclineLimits;
    readonly pictures: ItemPictures;
    readonly merchants: KnownMerchants;
    readonly begun: BegunSessions;
    readonly publicIds: PublicIds;
    /** The header in which the proxy names the customer's country, in lower case. */
    readonly countryHeader: string | undefined;
  };
