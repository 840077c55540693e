import { makeRefundDesk } from "../bank-refunds/room.ts";
import { makeAccountStore } from "../connector-accounts/account-store.ts";
import { makePspClients } from "../connectors/psp-client.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import { makeConnectors } from "../connectors/room.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { HostResolver } from "../kernel/host-resolver.ts";
import type { CommandContext } from "./context.ts";

/** All connector accounts, for commands that ask PSPs or about them. */
export function openConnectors({ config, database, keyring }: CommandContext): ConnectorRegistry {
  const { pspUrls: urls, pspTimeoutMs: timeoutMs } = config;
  const resolver = new HostResolver();
  const psps = makePspClients({ resolver, urls, timeoutMs });
  const accounts = makeAccountStore({
    database,
    keyring,
    epoch: () => undefined,
    knowsTenant: async () => true,
  });
  const core = { keyring, resolver, psps, publicUrl: config.publicUrl, config };
  // The simulated PSP pays nothing out, so it isn't called.
  const clock = new DatabaseClock();
  const { desk } = makeRefundDesk({ database, nowMs: () => clock.nowMs() });
  return makeConnectors(core, () => config.publicUrl.href, accounts, desk);
}
