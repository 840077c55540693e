import { idTimeMs } from "../kernel/id.ts";
import type { ClockTime, TenantTransaction, Transaction } from "./transaction.ts";

/**
 * Puts the transaction into a sandbox clock's time: from here on kassa_now() is what the clock shows and kassa_clock()
 * its id, in every statement and in the defaults of columns. The clock can't be moved until the transaction ends. A
 * deleted one shows for good what it showed last. Undefined, and real time, when the tenant never had such a clock.
 */
export async function enterClock(trx: TenantTransaction, clockId: string): Promise<ClockTime | undefined> {
  const clock = await trx.one<ClockTime>(
    "SELECT id, shows AS now FROM clocks WHERE tenant_id = $1 AND id = $2 FOR SHARE",
    [trx.tenantId, clockId],
  );
  if (!clock) return undefined;
  trx.sendText(clockSettings(clock));
  trx.clock = clock;
  return clock;
}

/** What a clock shows, without entering it; undefined when the tenant has no such clock. */
export async function readClock(
  trx: TenantTransaction,
  clockId: string,
): Promise<(ClockTime & { readonly deleted: boolean }) | undefined> {
  return trx.one(
    "SELECT id, shows AS now, deleted_at IS NOT NULL AS deleted FROM clocks WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, clockId],
  );
}

/**
 * When a new object was made, as it says: at the time in its id, by which lists find it, or by the clock that the transaction
 * works by.
 */
export function timeOfNew(trx: Transaction, id: string): Date {
  return trx.clock?.now ?? new Date(idTimeMs(id));
}

/** SET LOCAL and not set_config(), whose settings a distributed PostgreSQL doesn't hand on to its workers. */
function clockSettings({ id, now }: ClockTime): string {
  if (!/^clk_sandbox_[0-9A-Za-z]+$/.test(id)) throw new TypeError("that isn't the id of a clock");
  return `SET LOCAL app.now='${now.toISOString()}';SET LOCAL app.clock='${id}'`;
}
