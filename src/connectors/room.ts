import type { HostResolver } from "../kernel/host-resolver.ts";
import type { Keyring } from "../kernel/seal.ts";
import { connectorsTo } from "./connectors.ts";
import type { PspClients } from "./psp-client.ts";
import {
  type AccountStore,
  type ConnectorRegistry,
  createConnectorRegistry,
  type NewChargeRoute,
} from "./registry.ts";
import { sandboxPspSecret } from "./sandbox/psp-secret.ts";

type Core = {
  readonly keyring: Keyring;
  readonly resolver: HostResolver;
  readonly psps: PspClients;
  readonly config: {
    readonly sandboxAccountNumbers: readonly number[];
    readonly sandboxPage: NewChargeRoute["page"];
  };
};

/** @param sandboxPspUrl the URL of the simulated PSP's API. It may be unknown until the server listens. */
export function makeConnectors(
  { keyring, resolver, psps, config }: Core,
  sandboxPspUrl: () => string,
  accounts: AccountStore,
): ConnectorRegistry {
  return createConnectorRegistry({
    sandbox: {
      get baseUrl() {
        return sandboxPspUrl();
      },
      secretKey: sandboxPspSecret(keyring),
      resolver,
    },
    sandboxAccountNumbers: config.sandboxAccountNumbers,
    sandboxPage: config.sandboxPage,
    connectors: connectorsTo(psps),
    accounts,
  });
}
