import type { Mode } from "../kernel/mode.ts";
import type { Connector, ConnectorAccount } from "./contract.ts";
import { findSandboxAccount, sandboxAccount, sandboxAccounts } from "./sandbox/accounts.ts";
import { createSandboxConnector, type SandboxConnectorOptions } from "./sandbox/connector.ts";

/** A connector together with the credentials to use at it. */
export type ConnectorRoute = { readonly connector: Connector; readonly account: ConnectorAccount };

export type ConnectorRegistry = {
  /** The account at which a tenant's new charges are made in a mode; undefined while it has none. */
  connectorFor(scope: TenantMode): ConnectorRoute | undefined;
  /**
   * The accounts at which a tenant's charges may be: the one of new charges and those before it. A restored backup may have
   * forgotten that there was a charge at one of them.
   */
  accountsOf(scope: TenantMode): ConnectorRoute[];
  /**
   * The account at which something was begun, by the id stored with it. Every follow-up call goes there, whatever account
   * new charges are made at by now: another account doesn't know the charge. Undefined when the tenant no longer has the
   * account; the caller then treats the outcome as unknown.
   */
  routeTo(scope: TenantMode, connectorAccount: string): ConnectorRoute | undefined;
  /**
   * Whose a notification is, by the two parts of the address it came to: `/api/notifications/<connector>/<account>`.
   * Undefined for an address that was never given out.
   */
  routeOfNotification(connectorName: string, accountName: string): ConnectorRoute | undefined;
};

type TenantMode = { readonly tenantId: number; readonly mode: Mode };

/** All connectors there are. Live money has none yet. */
export function createConnectorRegistry(options: {
  readonly sandbox: SandboxConnectorOptions;
  /** At which of their accounts at the simulated PSP tenants' new charges are made; 1 unless given. */
  readonly sandboxAccountNumber?: number;
}): ConnectorRegistry {
  const sandbox = createSandboxConnector(options.sandbox);
  const current = options.sandboxAccountNumber ?? 1;
  return {
    connectorFor: ({ tenantId, mode }) =>
      mode === "sandbox" ? { connector: sandbox, account: sandboxAccount(tenantId, current) } : undefined,
    accountsOf: ({ tenantId, mode }) =>
      mode === "sandbox"
        ? sandboxAccounts(tenantId, current).map((account) => ({ connector: sandbox, account }))
        : [],
    // Also to accounts of a higher number: during a deployment that changes the account, others already use them.
    routeTo: ({ tenantId, mode }, connectorAccount) => {
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
