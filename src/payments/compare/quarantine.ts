import type { TenantScope } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { makeId } from "../../kernel/id.ts";
import type { PaymentDeps } from "../deps.ts";
import { storeNotification } from "../queries/notifications.ts";
import type { Compared, Listed } from "./listed-charge.ts";

/**
 * Stores a listed charge or movement that matches nothing in the database, once, however often it is listed. It is stored as a
 * quarantined notification. `kassa doctor` counts them.
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
  deps.log.error(
    { connector: connector.name, key, reason },
    "the PSP lists something that matches nothing in the database",
  );
  return "quarantined";
}
