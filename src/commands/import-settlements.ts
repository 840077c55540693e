import process from "node:process";
import { makeRefundDesk } from "../bank-refunds/room.ts";
import { makeAccountStore } from "../connector-accounts/account-store.ts";
import { makePspClients } from "../connectors/psp-client.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import { makeConnectors } from "../connectors/room.ts";
import type { TenantScope } from "../database/transaction.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { HostResolver } from "../kernel/host-resolver.ts";
import { modes } from "../kernel/mode.ts";
import type { AccountImport } from "../settlements/import-account.ts";
import { importSettlements } from "../settlements/import-settlements.ts";
import { listTenantScopes } from "../tenants/list-tenant-scopes.ts";
import { type CommandContext, withDatabase } from "./context.ts";
import { logToStderr } from "./log-to-stderr.ts";
import { print } from "./output.ts";
import { pickTenant } from "./pick-tenant.ts";

type Options = { tenant?: string; json: boolean };

/** `kassa settlements import`: imports what PSPs have booked and paid out. Exits with 1 if a PSP couldn't be read to the end. */
export async function importSettlementsCommand({ tenant, json }: Options): Promise<void> {
  await withDatabase(async (context) => {
    const { database, config } = context;
    const scopes =
      tenant === undefined ? await database.inControl(listTenantScopes) : await scopesOf(context, tenant);
    const clock = new DatabaseClock();
    const imports = await importSettlements(
      {
        database,
        connectors: registryOf(context),
        nowMs: () => clock.nowMs(),
        pspTimeoutMs: config.pspTimeoutMs,
        log: logToStderr,
      },
      scopes,
    );
    print(json, { object: "list", data: imports.map(present) }, () => lines(imports));
    if (imports.some(({ isComplete, lacks }) => !isComplete && lacks === null)) process.exitCode = 1;
  });
}

async function scopesOf({ database }: CommandContext, tenant: string): Promise<TenantScope[]> {
  const { tenantId } = await pickTenant(database, tenant);
  return modes.map((mode) => ({ tenantId, mode }));
}

function registryOf({ config, database, keyring }: CommandContext): ConnectorRegistry {
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

const present = ({ connectorAccount, isComplete, ...counts }: AccountImport) => ({
  object: "settlement_import",
  connectorAccount,
  complete: isComplete,
  ...counts,
});

function lines(imports: readonly AccountImport[]): string[] {
  if (imports.length === 0) return ["No connector account has settlements that Kassa can import."];
  return imports.map(({ connectorAccount, isComplete, lacks, stored, exceptions, matchedLater }) =>
    lacks === null
      ? `${isComplete ? "✓" : "✗"} ${connectorAccount}: ${stored} new lines, ${exceptions} exceptions, ${matchedLater} earlier exceptions matched${isComplete ? "" : "; the PSP didn't answer to the end"}`
      : `! ${connectorAccount}: ${lacks}`,
  );
}
