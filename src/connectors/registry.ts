import type { Mode } from "../kernel/mode.ts";
import type { Connector, ConnectorAccount } from "./contract.ts";
import { findSandboxAccount, sandboxAccount } from "./sandbox/accounts.ts";
import { createSandboxConnector, type SandboxConnectorOptions } from "./sandbox/connector.ts";

/** A connector together with the credentials to use at it. */
export type ConnectorRoute = { readonly connector: Connector; readonly account: ConnectorAccount };

export type ConnectorRegistry = {
  /** The way in which a tenant takes money in a mode; undefined while it has none. */
  connectorFor(scope: { readonly tenantId: number; readonly mode: Mode }): ConnectorRoute | undefined;
  /**
   * Whose a notification is, by the two parts of the address it came to: `/api/notifications/<connector>/<account>`.
   * Undefined for an address that was never given out.
   */
  routeOfNotification(connectorName: string, accountName: string): ConnectorRoute | undefined;
};

/** All connectors there are. Live money has none yet. */
export function createConnectorRegistry(options: {
  readonly sandbox: SandboxConnectorOptions;
}): ConnectorRegistry {
  const sandbox = createSandboxConnector(options.sandbox);
  return {
    connectorFor: ({ tenantId, mode }) =>
      mode === "sandbox" ? { connector: sandbox, account: sandboxAccount(tenantId) } : undefined,
    routeOfNotification: (connectorName, accountName) => {
      const account = connectorName === sandbox.name ? findSandboxAccount(accountName) : undefined;
      return account && { connector: sandbox, account };
    },
  };
}
