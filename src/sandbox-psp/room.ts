import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type { Database } from "../database/database.ts";
import { passesLuhn } from "../kernel/card-number.ts";
import type { MerchantOf } from "./deps.ts";
import { type Notifier, startSandboxPspNotifier } from "./notifier.ts";
import { purgeOldCharges } from "./purge-old-charges.ts";
import { sandboxPspRoutes } from "./routes.ts";
import type { SecretKey } from "./secrets.ts";
import { sandboxPspPrefix } from "./server.ts";
import { findTestCard, testCards } from "./test-cards.ts";
import { findTestIban, testIbans } from "./test-ibans.ts";

type Core = {
  readonly database: Database;
  readonly publicUrl: URL;
  readonly log: FastifyBaseLogger;
  readonly config: {
    /** Set where another process plays the PSP. This one then serves no routes and sends no notifications of it. */
    readonly sandboxPspUrl: string | undefined;
    readonly sandboxPendingMs: number;
    readonly retention: { readonly sandbox: number };
  };
};

/** @param ownUrl the URL of this process's server, known once it listens */
export function makeSandboxPsp(
  core: Core,
  secretKey: SecretKey,
  ownUrl: () => string,
  merchantOf: MerchantOf,
) {
  const { database, publicUrl, log, config } = core;
  const isServedHere = config.sandboxPspUrl === undefined;
  const deps = {
    database,
    secretKey,
    merchantOf,
    publicUrl: () => `${publicUrl.origin}${sandboxPspPrefix}`,
    pendingMs: config.sandboxPendingMs,
  };
  const notificationUrl = (account: string) => `${ownUrl()}/api/notifications/sandbox/${account}`;
  const notify = (): Notifier => startSandboxPspNotifier({ ...deps, notificationUrl, log });
  const pspRoutes: readonly FastifyPluginAsync[] = isServedHere ? [sandboxPspRoutes(deps)] : [];
  return {
    apiUrl: (): string => config.sandboxPspUrl ?? `${ownUrl()}${sandboxPspPrefix}`,
    testData,
    prefix: sandboxPspPrefix,
    pspRoutes,
    jobs: [
      {
        name: "clear old charges",
        everyMs: 60 * 60_000,
        // A day later than Kassa, so that Kassa never knows a charge that the PSP has forgotten.
        run: () => purgeOldCharges(deps, config.retention.sandbox + 1),
      },
    ],
    workers: isServedHere ? [notify] : [],
  };
}

/** The test numbers that the payment page shows and accepts in the sandbox. */
const testData = {
  testCards: testCards
    .filter(({ listed }) => listed)
    .map(({ number, title, group }) => ({ number, title, group })),
  testAccounts: testIbans.map(({ iban, title }) => ({ iban, title })),
  wrongTestNumbers: testCards.map(({ number }) => number).filter((number) => !passesLuhn(number)),
  isTestCard: (digits: string) => findTestCard(digits) !== undefined,
  isTestIban: (iban: string) => findTestIban(iban) !== undefined,
};
