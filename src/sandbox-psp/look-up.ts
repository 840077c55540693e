import { type Charge, describeCharge } from "./charge.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { describeMovement, type Movement } from "./movement.ts";
import { findChargeByKey, listCharges, lockKey } from "./queries/charges.ts";
import { findMovement, listMovements } from "./queries/movements.ts";

/** The charge that a key made; waits for one that is being made at this moment. */
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

/** The capture, void or refund that a key asked for; waits for one that is being made at this moment. */
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

/** A page of everything that an account had charged since a time, with what was done with it since. */
export async function readHistory(
  deps: SandboxPspDeps,
  wanted: { readonly account: string; readonly createdAfter: string; readonly cursor: string | null },
): Promise<object> {
  return await deps.database.inSandboxPsp(async (trx) => {
    const found = await listCharges(trx, { ...wanted, limit: pageSize + 1 });
    const charges = found.slice(0, pageSize);
    const movements = await listMovements(
      trx,
      charges.map(({ id }) => id),
    );
    const data = charges.map((charge) => ({
      ...describeCharge(charge, deps.publicUrl()),
      movements: movements.filter((movement) => movement.charge === charge.id).map(describeMovement),
    }));
    const next = found.length > pageSize ? (charges.at(-1)?.id ?? null) : null;
    return { object: "list", data, next };
  });
}
