import type { AgentsFor } from "../kernel/guarded-agent.ts";
import type { Keyring } from "../kernel/seal.ts";
import { DeclineLimits } from "../payments/declines/decline-limits.ts";
import type { PaymentDeps } from "../payments/deps.ts";
import { KnownMerchants } from "../settings/known-merchants.ts";
import { BegunSessions } from "./begun-sessions.ts";
import type { PageDeps, PublicIds } from "./deps.ts";
import { makeItemPictures } from "./pictures/item-pictures.ts";
import { type PreviewDeps, previewRoutes } from "./preview/routes.ts";
import { checkoutPageRoutes } from "./routes.ts";

type Core = {
  readonly keyring: Keyring;
  readonly agentsFor: AgentsFor;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly config: { readonly declinePauseMs: number; readonly countryHeader: string | undefined };
};

/** The simulated PSP's test numbers. */
type TestData = Pick<
  PageDeps,
  "testCards" | "testAccounts" | "wrongTestNumbers" | "isTestCard" | "isTestIban"
>;

export function makeCheckoutPage(
  core: Core,
  payments: PaymentDeps,
  publicIds: PublicIds,
  { testCards, testAccounts, wrongTestNumbers, isTestCard, isTestIban }: TestData,
  identify: PreviewDeps["identify"],
) {
  const { keyring, agentsFor, pause, config } = core;
  const { database, log } = payments;
  const deps: PageDeps = {
    ...payments,
    keyring,
    publicIds,
    countryHeader: config.countryHeader,
    testCards,
    testAccounts,
    wrongTestNumbers,
    isTestCard,
    isTestIban,
    declineLimits: new DeclineLimits(database, { longestPauseMs: config.declinePauseMs, pause, log }),
    pictures: makeItemPictures({ agentsFor }),
    merchants: new KnownMerchants(database),
    begun: new BegunSessions(),
  };
  return {
    routes: [checkoutPageRoutes(deps), previewRoutes({ database, publicUrl: deps.publicUrl, identify })],
  };
}
