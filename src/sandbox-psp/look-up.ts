import { type Charge, toApiCharge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { type Movement, toApiMovement } from "./movement.ts";
import { findChargeByKey, type ListedAfter, listCharges, lockKey } from "./queries/charges.ts";
import { findMovement, listMovements } from "./queries/movements.ts";

/** The charge made under a key. Waits for a request with this key that is still running. */
export async function findCharge(
  deps: SandboxPspDeps,
  account: string,
  idempotencyKey: string,
): Promise<Charge | undefined> {
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockKey(trx, account, idempotencyKey);
    return await findChargeByKey(trx, account, idempotencyKey);
  });
}

/** The capture, void or refund made under a key. Waits for a request with this key that is still running. */
export async function findMovementByKey(
  deps: SandboxPspDeps,
  account: string,
  idempotencyKey: string,
): Promise<Movement | undefined> {
  return await deps.database.inSandboxPsp(async (trx) => {
    await lockKey(trx, account, `movement ${idempotencyKey}`);
    return await findMovement(trx, account, idempotencyKey);
  });
}

const pageSize = 100;

/** A page of an account's charges that were created or changed since a time, with all their movements. */
export async function readHistory(
  deps: SandboxPspDeps,
  wanted: { readonly account: string; readonly changedAfter: string; readonly cursor: string | null },
): Promise<object> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const { account, changedAfter } = wanted;
    const page = { account, changedAfter, after: readCursor(wanted.cursor), limit: pageSize + 1 };
    const found = await listCharges(trx, page);
    const charges = found.slice(0, pageSize);
    const movements = await listMovements(
      trx,
      charges.map(({ id }) => id),
    );
    const data = charges.map((charge) => ({
      ...toApiCharge(charge, deps.publicUrl()),
      movements: movements.filter((movement) => movement.charge === charge.id).map(toApiMovement),
      changedAt: charge.changedAt.toISOString(),
    }));
    const last = found.length > pageSize ? charges.at(-1) : undefined;
    return { object: "list", data, next: last ? `${last.changedAt.getTime()} ${last.id}` : null };
  });
}

/** The cursor holds a time and not only an id: a charge that changes between two pages is listed again at the end. */
function readCursor(cursor: string | null): ListedAfter | null {
  if (cursor === null) return null;
  const [ms = "", id = ""] = cursor.split(" ", 2);
  return { changedAt: new Date(Number(ms)), id };
}
