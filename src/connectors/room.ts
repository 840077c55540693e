import type { HostResolver } from "../kernel/host-resolver.ts";
import type { Keyring } from "../kernel/seal.ts";
import { type ConnectorRegistry, createConnectorRegistry, type NewChargeRoute } from "./registry.ts";
import { sandboxPspSecret } from "./sandbox/psp-secret.ts";

type Core = {
  readonly keyring: Keyring;
  readonly resolver: HostResolver;
  readonly config: { readonly sandboxAccountNumber: number; readonly sandboxPage: NewChargeRoute["page"] };
};

/** @param sandboxPspUrl the URL of the simulated PSP's API. It may be unknown until the server listens. */
export function makeConnectors(core: Core, sandboxPspUrl: () => string): ConnectorRegistry {
  return createConnectorRegistry({
    sandbox: {
      get baseUrl() {
        return sandboxPspUrl();
      },
      secretKey: sandboxPspSecret(core.keyring),
      resolver: core.resolver,
    },
    sandboxAccountNumber: core.config.sandboxAccountNumber,
    sandboxPage: core.config.sandboxPage,
  });
}
