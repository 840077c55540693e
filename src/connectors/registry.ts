import type { Mode } from "../kernel/mode.ts";
import { bankTransfer } from "./bank-transfer/kind.ts";
import type { ConnectorAccount } from "./connector-account.ts";
import type { Connector } from "./contract.ts";
import { type OnPspCall, observeCalls } from "./observe-calls.ts";
import { type Offer, unrestricted } from "./offer.ts";
import { findSandboxAccount, sandboxAccount, sandboxAccounts } from "./sandbox/accounts.ts";
import { createSandboxConnector, type SandboxConnectorOptions } from "./sandbox/connector.ts";

/** A connector and the credentials to use with it. */
export type ConnectorRoute = { readonly connector: Connector; readonly account: ConnectorAccount };

/** Where new charges may go, for which payments, and on whose page the customer enters the details. */
export type NewChargeRoute = ConnectorRoute &
  Preference & {
    readonly page: "own" | "hosted";
    readonly offer: Offer;
    /** A disabled account gets only the charges of sessions that name it. */
    readonly isEnabled: boolean;
  };

/** Accounts with a lower position come first, those with the same position in proportion to their weights. */
export type Preference = { readonly position: number; readonly weight: number };

export type ConnectorRegistry = {
  /** The PSP's name as customers know it, by the connector's; null for an unknown connector. */
  titleOf(connectorName: string): string | null;
  /**
   * The accounts for a tenant's new charges in a mode, those that are disabled, too; `accountRefusal` says which of them a session may
   * use, and `orderRoutes` puts them in order. Empty if it has none.
   */
  routesForNewCharges(scope: TenantMode): Promise<readonly NewChargeRoute[]>;
  /** The account that a new session names, as it is stored at this moment, enabled or not. Undefined if the tenant has none with this id. */
  routeOfNamed(scope: TenantMode, accountId: string): Promise<NewChargeRoute | undefined>;
  /** See `AccountStore.claim`. */
  claimAccount: AccountStore["claim"];
  /**
   * All accounts that may hold a tenant's charges: those for new charges and the earlier ones. After a restore, each of
   * them may hold charges that the backup lacks.
   */
  allRoutes(scope: TenantMode): Promise<readonly ConnectorRoute[]>;
  /**
   * The account with the id that is stored with a charge. Every follow-up call for the charge must use it, even if new
   * charges use another account by now. Undefined if the tenant no longer has the account; the caller then treats the
   * outcome as unknown.
   */
  routeForAccount(scope: TenantMode, connectorAccount: string): Promise<ConnectorRoute | undefined>;
  /**
   * The account that a notification is for, by the URL to which it was sent: `/api/notifications/<connector>/<account>`; once for
   * each version of its credentials by which the PSP may have signed. Empty if no account has this URL.
   */
  routesOfNotification(connectorName: string, accountName: string): Promise<readonly ConnectorRoute[]>;
};

type TenantMode = { readonly tenantId: number; readonly mode: Mode };

/** Where tenants' own accounts are stored. */
export type AccountStore = {
  /** All accounts of a tenant and mode, in the order in which new charges use them. Changes take up to a second to be seen. */
  list(scope: TenantMode): Promise<readonly StoredAccount[]>;
  /** An account as it is stored at this moment. */
  find(scope: TenantMode, accountId: string): Promise<StoredAccount | undefined>;
  /** The account of each version of its credentials that still verifies notifications, the current one first. */
  listVersions(accountId: string): Promise<readonly StoredAccount[]>;
  /**
   * Lets charges be made at an account that may never have been enabled: from then on it can't be deleted. Returns the names of the
   * credentials that it lacks, in which case nothing has changed; undefined if there is no such account.
   */
  claim(scope: TenantMode, accountId: string): Promise<readonly string[] | undefined>;
};

export type StoredAccount = Preference & {
  /** The name of the connector. */
  readonly connector: string;
  readonly account: ConnectorAccount;
  readonly isEnabled: boolean;
  readonly offer: Offer;
};

export type RegistryOptions = {
  readonly sandbox: SandboxConnectorOptions;
  /** The numbers of the accounts at the simulated PSP that new charges use, the preferred one first; 1 by default. */
  readonly sandboxAccountNumbers?: readonly number[];
  /** The page on which customers pay at the simulated PSP; Kassa's own by default. */
  readonly sandboxPage?: NewChargeRoute["page"];
  /** The connectors to real PSPs. */
  readonly connectors?: readonly Connector[];
  readonly accounts?: AccountStore;
  /** Is told of each call about a charge once it has ended. Calls at the tenants' own bank accounts reach no PSP and aren't told of. */
  readonly onCall?: OnPspCall;
};

/** A position higher than that of any stored account. */
const afterAllOthers = 1_000_000;

const noAccounts: AccountStore = {
  list: async () => [],
  find: async () => undefined,
  listVersions: async () => [],
  claim: async () => undefined,
};

/**
 * The registry of all connectors. A tenant's own accounts come before the simulated PSP, which takes only what none of them is
 * for.
 */
export function createConnectorRegistry(options: RegistryOptions): ConnectorRegistry {
  const { sandboxAccountNumbers: current = [1], sandboxPage: page = "own", accounts = noAccounts } = options;
  const { onCall } = options;
  const observed = (each: Connector) =>
    onCall && each.name !== bankTransfer.name ? observeCalls(each, onCall) : each;
  const sandbox = observed(createSandboxConnector(options.sandbox));
  const connectors = new Map(
    [sandbox, ...(options.connectors ?? []).map(observed)].map((each) => [each.name, each]),
  );
  const routeTo = ({ connector: name, account }: StoredAccount): ConnectorRoute[] => {
    const connector = connectors.get(name);
    return connector ? [{ connector, account }] : [];
  };
  const atSandbox = (account: ConnectorAccount): ConnectorRoute => ({ connector: sandbox, account });
  return {
    titleOf: (name) => connectors.get(name)?.title ?? null,
    routesForNewCharges: async (scope) => {
      const stored = await accounts.list(scope);
      const own = stored.flatMap((each) => routeTo(each).map((route) => newCharges(route, each)));
      if (scope.mode === "live") return own;
      const simulated = current.map((number, index) => ({
        ...atSandbox(sandboxAccount(scope.tenantId, number)),
        ...{ page, offer: unrestricted, position: afterAllOthers + index, weight: 1, isEnabled: true },
      }));
      return [...own, ...simulated];
    },
    routeOfNamed: async (scope, id) => {
      const stored = await accounts.find(scope, id);
      const route = stored && routeTo(stored)[0];
      return route && newCharges(route, stored);
    },
    claimAccount: accounts.claim,
    allRoutes: async (scope) => {
      const own = (await accounts.list(scope)).flatMap(routeTo);
      if (scope.mode === "live") return own;
      return [...own, ...sandboxAccounts(scope.tenantId, Math.max(...current)).map(atSandbox)];
    },
    // Sandbox accounts with a higher number count, too: while a deployment changes the number, other processes already use it.
    routeForAccount: async (scope, id) => {
      const simulated = scope.mode === "sandbox" ? sandboxAccounts(scope.tenantId) : [];
      const account = simulated.find((each) => each.id === id);
      if (account) return atSandbox(account);
      const stored = (await accounts.list(scope)).find((each) => each.account.id === id);
      return stored && routeTo(stored)[0];
    },
    routesOfNotification: async (connectorName, accountName) => {
      const account = connectorName === sandbox.name ? findSandboxAccount(accountName) : undefined;
      if (account) return [atSandbox(account)];
      const versions = await accounts.listVersions(accountName);
      return versions.filter(({ connector }) => connector === connectorName).flatMap(routeTo);
    },
  };
}

/** Card numbers never reach Kassa in live mode: a PSP's own page is used wherever it has one. */
function newCharges(route: ConnectorRoute, stored: StoredAccount): NewChargeRoute {
  const { offer, position, weight, isEnabled } = stored;
  return { ...route, page: route.connector.hosted ? "hosted" : "own", offer, position, weight, isEnabled };
}
