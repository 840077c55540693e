import type { Transaction } from "../../database/transaction.ts";
import type { Movement } from "../movement.ts";

const movementColumns = `
  id, account, idempotency_key AS "idempotencyKey", merchant_reference AS "merchantReference", charge, kind, amount, currency, final, pending, refusal,
  due_at AS "dueAt", clock`;

export async function findMovement(
  trx: Transaction,
  account: string,
  key: string,
): Promise<Movement | undefined> {
  return await trx.one<Movement>(
    `SELECT ${movementColumns} FROM sandbox_psp.movements WHERE account = $1 AND idempotency_key = $2`,
    [account, key],
  );
}

/** A movement by its id. Only the holder of its charge's lock may change it. */
export async function getMovement(trx: Transaction, id: string): Promise<Movement | undefined> {
  return await trx.one<Movement>(`SELECT ${movementColumns} FROM sandbox_psp.movements WHERE id = $1`, [id]);
}

/** All movements of some charges, oldest first. */
export async function listMovements(trx: Transaction, charges: readonly string[]): Promise<Movement[]> {
  return await trx.query<Movement>(
    `SELECT ${movementColumns} FROM sandbox_psp.movements WHERE charge = ANY ($1) ORDER BY created_at, id`,
    [charges],
  );
}

export async function insertMovement(trx: Transaction, movement: Movement): Promise<void> {
  await trx.run(
    `INSERT INTO sandbox_psp.movements (id, account, idempotency_key, charge, kind, amount, currency, final, pending,
       refusal, due_at, clock, merchant_reference)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      movement.id,
      movement.account,
      movement.idempotencyKey,
      movement.charge,
      movement.kind,
      movement.amount,
      movement.currency,
      movement.final,
      movement.pending,
      movement.refusal,
      movement.dueAt,
      movement.clock,
      movement.merchantReference,
    ],
  );
}

/** Writes the outcome of a capture or refund, and when it changes once more. */
export async function settleMovement(
  trx: Transaction,
  movement: Pick<Movement, "id" | "refusal" | "dueAt">,
): Promise<void> {
  await trx.run("UPDATE sandbox_psp.movements SET refusal = $2, pending = false, due_at = $3 WHERE id = $1", [
    movement.id,
    movement.refusal,
    movement.dueAt,
  ]);
}
