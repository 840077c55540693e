import type { HostResolver } from "../kernel/host-resolver.ts";
import { isLoopbackHost } from "../kernel/loopback.ts";
import type { Keyring } from "../kernel/seal.ts";
import { createBankTransferConnector } from "./bank-transfer/connector.ts";
import type { TransferDesk } from "./bank-transfer/desk.ts";
import { connectorsTo, type NotificationUrls } from "./connectors.ts";
import type { OnPspCall } from "./observe-calls.ts";
import type { PspClients, PspUrls } from "./psp-client.ts";
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
  /** Its port may be unknown until the server listens. */
  readonly publicUrl: URL;
  readonly config: {
    readonly pspUrls: PspUrls;
    readonly sandboxAccountNumbers: readonly number[];
    readonly sandboxPage: NewChargeRoute["page"];
  };
};

/**
 * @param sandboxPspUrl the URL of the simulated PSP's API. It may be unknown until the server listens.
 * @param desk what the connector to the tenants' own bank accounts asks
 * @param onCall is told of each call to a PSP about a charge
 */
export function makeConnectors(
  { keyring, resolver, psps, publicUrl, config }: Core,
  sandboxPspUrl: () => string,
  accounts: AccountStore,
  desk: TransferDesk,
  onCall?: OnPspCall,
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
    connectors: [
      ...connectorsTo(psps, notificationUrls(publicUrl, config.pspUrls)),
      createBankTransferConnector(desk),
    ],
    accounts,
    ...(onCall && { onCall }),
  });
}

/** PSPs refuse addresses that they can't reach, such as localhost. A PSP's stand-in on this machine reaches them. */
function notificationUrls(publicUrl: URL, pspUrls: PspUrls): NotificationUrls {
  return (connector, { id }) => {
    if (isLoopbackHost(publicUrl.hostname) && pspUrls[connector] === undefined) return null;
    return new URL(`/api/notifications/${connector}/${id}`, publicUrl).href;
  };
}
