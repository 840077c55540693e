import type { ConnectorRoute } from "../../connectors/registry.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { listTenantScopes } from "../../tenants/list-tenant-scopes.ts";
import type { PaymentDeps } from "../deps.ts";
import { listComparedAccounts } from "../queries/compared.ts";
import { compareAccount } from "./compare-account.ts";

export type Comparison = {
  /** Compares all accounts with their PSPs' lists once. Always false: there is never more to do at once. */
  round(): Promise<boolean>;
  /**
   * Resolves when the first round is over, however it ended, or after `longestMs`. By then the payments that a restored backup
   * was missing are known again, so that their sessions don't expire.
   */
  begun(longestMs: number): Promise<void>;
  /** Starts no further page. */
  stop(): void;
};

/**
 * A database that was restored from an old backup is missing charges that the PSPs still have. So the accounts are compared with
 * the PSPs' lists when the process starts, and every hour: missing charges and movements are applied, late funds are found, and
 * items that match nothing are quarantined for a person to look at. An account without news costs one call.
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

/** A failure of one account must not keep the others from being compared until the next hour. */
async function compareOne(
  deps: PaymentDeps,
  route: ConnectorRoute,
  shouldContinue: () => boolean,
): Promise<void> {
  try {
    await compareAccount(deps, route, shouldContinue);
    crashPoint("compare:account-compared");
  } catch (error) {
    deps.log.error({ err: error, account: route.account.id }, "an account could not be compared");
  }
}

/** The accounts at which tenants make charges now, and those at which they made them before. */
async function routesOf(deps: PaymentDeps): Promise<ConnectorRoute[]> {
  const scopes = await deps.database.inControl(listTenantScopes);
  crashPoint("compare:scopes-listed");
  const routes: ConnectorRoute[] = [];
  for (const scope of scopes) {
    const present = await deps.connectors.allRoutes(scope);
    const compared = await deps.database.inTenant(scope, (trx) => listComparedAccounts(trx));
    crashPoint("compare:scopes-listed");
    const others = compared.filter((id) => !present.some(({ account }) => account.id === id));
    const earlier = await Promise.all(others.map((id) => deps.connectors.routeForAccount(scope, id)));
    routes.push(...present, ...earlier.filter((route) => route !== undefined));
  }
  return routes;
}
