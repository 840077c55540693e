import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, Transaction } from "../database/transaction.ts";
import type { Job } from "../jobs/start-job.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { SettlementDeps, SettlementLog } from "./deps.ts";
import { importAnnounced, importSettlements } from "./import-settlements.ts";
import { periodRoutes } from "./periods/routes.ts";
import type { ReportNews } from "./report-news.ts";
import { reportUploadRoutes } from "./report-upload/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { settlementRoutes } from "./routes.ts";

const hourMs = 60 * 60_000;

type Core = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly nowMs: () => number;
  readonly log: SettlementLog & { debug(facts: object, message: string): void };
  readonly stopping: () => boolean;
  readonly config: { readonly pspTimeoutMs: number };
};

/**
 * @param reportNews of reports that PSPs have announced
 * @param listScopes all tenants in both modes
 */
export function makeSettlements(
  { database, keyring, nowMs, log, stopping, config }: Core,
  connectors: ConnectorRegistry,
  reportNews: ReportNews,
  listScopes: (trx: Transaction) => Promise<TenantScope[]>,
) {
  const deps: SettlementDeps = { database, connectors, nowMs, pspTimeoutMs: config.pspTimeoutMs, log };
  const jobs: readonly Job[] = [
    {
      name: "import settlements",
      everyMs: hourMs,
      run: async () => {
        const imports = await importSettlements(
          deps,
          await database.inControl(listScopes),
          () => !stopping(),
        );
        log.debug({ accounts: imports.length }, "settlements were imported");
        return false;
      },
    },
    {
      name: "import announced reports",
      everyMs: hourMs,
      wakeUp: reportNews.wakeUp,
      run: async () => {
        await importAnnounced(deps, reportNews.take(), () => !stopping());
        return false;
      },
    },
  ];
  return {
    deps,
    apiRoutes: [
      settlementRoutes(deps),
      reportUploadRoutes(deps),
      periodRoutes({ database, keyring, connectors }),
      reportRoutes({ database }),
    ],
    jobs,
  };
}
