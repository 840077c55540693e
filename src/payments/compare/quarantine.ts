import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { makeId } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { storeNotification } from "../queries/notifications.ts";
import type { Compared, Listed } from "./deps.ts";

/**
 * Keeps a charge that a PSP lists and that fits nothing: beside the notifications that fit nothing, for it is of their
 * kind, and once, however often it is listed. `kassa doctor` counts them.
 */
export async function quarantine(
  deps: PaymentDeps,
  { route, charge }: Listed,
  key: string,
  reason: string,
): Promise<Compared> {
  const { account, connector } = route;
  const scope: TenantScope = account;
  const isNew = await deps.database.inTenant(scope, (trx) =>
    storeNotification(trx, {
      tenantId: account.tenantId,
      mode: account.mode,
      id: makeId("ntf", account.mode, account.tenantId, deps.clock.nowMs()),
      connector: connector.name,
      connectorAccount: account.id,
      pspEventId: `listed ${key} ${reason}`,
      body: Buffer.from(JSON.stringify(charge)),
      quarantineReason: reason,
    }),
  );
  crashPoint("compare:quarantined");
  if (!isNew) return "known";
  deps.log.error({ connector: connector.name, key, reason }, "the PSP lists what fits nothing that is known");
  return "quarantined";
}
