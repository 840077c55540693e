import type { ConnectorRoute } from "../../connectors/registry.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { listTenantScopes } from "../../tenants/list-tenant-scopes.ts";
import type { PaymentDeps } from "../deps.ts";
import { listComparedAccounts } from "../queries/compared.ts";
import { compareAccount } from "./compare-account.ts";

export type Comparison = {
  /** Compares all accounts with their PSPs' lists once. Never finds more to do at once. */
  round(): Promise<boolean>;
  /**
   * Resolves when the first round is over, however it ended, or after `longestMs`: by then what a restored backup had
   * forgotten is known again, and sessions that were paid aren't taken for expired.
   */
  begun(longestMs: number): Promise<void>;
  /** Begins no further page. */
  stop(): void;
};

/**
 * A database that was restored from an old backup has forgotten charges that the PSPs still have. So PSPs are asked for
 * their lists when the process starts, and every hour: forgotten charges and movements are brought in, late money is
 * found, and what fits nothing is kept for a person to look at. An account on which nothing is new costs one call.
 */
export function makeComparison(deps: PaymentDeps): Comparison {
  const first = Promise.withResolvers<void>();
  let stopped = false;
  return {
    round: async () => {
      try {
        const routes = await routesOf(deps);
        crashPoint("compare:begun");
        for (const route of routes) {
          await compareOne(deps, route, () => !stopped);
          crashPoint("compare:account-compared");
        }
        return false;
      } finally {
        first.resolve();
      }
    },
    begun: async (longestMs) => {
      const timer = setTimeout(first.resolve, longestMs);
      await first.promise;
      clearTimeout(timer);
    },
    stop: () => {
      stopped = true;
      first.resolve();
    },
  };
}

/** One account's failure is no reason to leave the others alone until the next hour. */
async function compareOne(deps: PaymentDeps, route: ConnectorRoute, mayGoOn: () => boolean): Promise<void> {
  try {
    await compareAccount(deps, route, mayGoOn);
    crashPoint("compare:account-compared");
  } catch (error) {
    deps.log.error({ err: error, account: route.account.id }, "an account could not be compared");
  }
}

/** The accounts at which tenants make charges or made them before. */
async function routesOf(deps: PaymentDeps): Promise<ConnectorRoute[]> {
  const scopes = await deps.database.inControl(listTenantScopes);
  crashPoint("compare:scopes-listed");
  const routes: ConnectorRoute[] = [];
  for (const scope of scopes) {
    const present = deps.connectors.allRoutes(scope);
    const compared = await deps.database.inTenant(scope, (trx) => listComparedAccounts(trx));
    crashPoint("compare:scopes-listed");
    const others = compared.filter((id) => !present.some(({ account }) => account.id === id));
    routes.push(...present, ...others.flatMap((id) => deps.connectors.routeForAccount(scope, id) ?? []));
  }
  return routes;
}
