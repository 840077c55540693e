import type { Mode } from "../kernel/mode.ts";
import type { ConnectorAccount } from "./connector-account.ts";
import type { Connector } from "./contract.ts";
import { findSandboxAccount, sandboxAccount, sandboxAccounts } from "./sandbox/accounts.ts";
import { createSandboxConnector, type SandboxConnectorOptions } from "./sandbox/connector.ts";

/** A connector and the credentials to use with it. */
export type ConnectorRoute = { readonly connector: Connector; readonly account: ConnectorAccount };

/** Where new charges go, and on whose page the customer enters the details. */
export type NewChargeRoute = ConnectorRoute & { readonly page: "own" | "hosted" };

export type ConnectorRegistry = {
  /** The account for a tenant's new charges in a mode; undefined if it has none. */
  routeForNewCharges(scope: TenantMode): NewChargeRoute | undefined;
  /**
   * All accounts that may hold a tenant's charges: the one for new charges and the earlier ones. After a restore, each of
   * them may hold charges that the backup lacks.
   */
  allRoutes(scope: TenantMode): ConnectorRoute[];
  /**
   * The account with the id that is stored with a charge. Every follow-up call for the charge must use it, even if new
   * charges use another account by now. Undefined if the tenant no longer has the account; the caller then treats the
   * outcome as unknown.
   */
  routeForAccount(scope: TenantMode, connectorAccount: string): ConnectorRoute | undefined;
  /**
   * The account that a notification is for, by the URL to which it was sent: `/api/notifications/<connector>/<account>`.
   * Undefined if no account has this URL.
   */
  routeOfNotification(connectorName: string, accountName: string): ConnectorRoute | undefined;
};

type TenantMode = { readonly tenantId: number; readonly mode: Mode };

/** The registry of all connectors. There is none for live mode yet. */
export function createConnectorRegistry(options: {
  readonly sandbox: SandboxConnectorOptions;
  /** The number of the account at the simulated PSP that new charges use; 1 by default. */
  readonly sandboxAccountNumber?: number;
  /** The page on which customers pay at the simulated PSP; Kassa's own by default. */
  readonly sandboxPage?: NewChargeRoute["page"];
}): ConnectorRegistry {
  const sandbox = createSandboxConnector(options.sandbox);
  const current = options.sandboxAccountNumber ?? 1;
  const page = options.sandboxPage ?? "own";
  return {
    routeForNewCharges: ({ tenantId, mode }) =>
      mode === "sandbox"
        ? { connector: sandbox, account: sandboxAccount(tenantId, current), page }
        : undefined,
    allRoutes: ({ tenantId, mode }) =>
      mode === "sandbox"
        ? sandboxAccounts(tenantId, current).map((account) => ({ connector: sandbox, account }))
        : [],
    // Accounts with a higher number count, too: while a deployment changes the number, other processes already use it.
    routeForAccount: ({ tenantId, mode }, connectorAccount) => {
      const accounts = mode === "sandbox" ? sandboxAccounts(tenantId) : [];
      const account = accounts.find(({ id }) => id === connectorAccount);
      return account && { connector: sandbox, account };
    },
    routeOfNotification: (connectorName, accountName) => {
      const account = connectorName === sandbox.name ? findSandboxAccount(accountName) : undefined;
      return account && { connector: sandbox, account };
    },
  };
}
