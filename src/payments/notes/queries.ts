import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { PageRange } from "../../kernel/page.ts";
import type { Payment } from "../payment.ts";
import { paymentColumns } from "../queries/payments.ts";

export type Note = {
  readonly id: string;
  readonly mode: Mode;
  readonly paymentId: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: Date;
};

const noteColumns = `id, mode, payment_id AS "paymentId", author, text, created_at AS "createdAt"`;

/** Stores a note of a payment. The caller holds its session's lock. */
export async function insertNote(
  trx: TenantTransaction,
  { id, paymentId, author, text }: Pick<Note, "id" | "paymentId" | "author" | "text">,
): Promise<Note> {
  const note = await trx.one<Note>(
    `INSERT INTO payment_notes (tenant_id, id, mode, payment_id, author, text) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${noteColumns}`,
    [trx.tenantId, id, trx.mode, paymentId, author, text],
  );
  return present(note, "the stored note");
}

/** Notes of a payment with ids in [from, before), nearest to the cursor first. */
export function selectNotes(
  trx: TenantTransaction,
  { paymentId, from, before, direction, limit }: PageRange & { readonly paymentId: string },
): Promise<Note[]> {
  return trx.query<Note>(
    `SELECT ${noteColumns} FROM payment_notes
     WHERE tenant_id = $1 AND payment_id = $2 AND id >= $3 AND id < $4 ORDER BY id ${direction} LIMIT $5`,
    [trx.tenantId, paymentId, from, before, limit],
  );
}

/** Deletes a note of a payment. @returns whether there was one */
export async function deleteNote(trx: TenantTransaction, paymentId: string, id: string): Promise<boolean> {
  const values = [trx.tenantId, paymentId, id];
  const deleted = await trx.run(
    "DELETE FROM payment_notes WHERE tenant_id = $1 AND payment_id = $2 AND id = $3",
    values,
  );
  return deleted === 1;
}

/** Replaces a payment's tags. The caller holds its session's lock. */
export async function setTags(trx: TenantTransaction, id: string, tags: readonly string[]): Promise<Payment> {
  const values = [trx.tenantId, id, tags];
  await trx.run(
    "DELETE FROM payment_tags WHERE tenant_id = $1 AND payment_id = $2 AND tag <> ALL ($3)",
    values,
  );
  await trx.run(
    `INSERT INTO payment_tags (tenant_id, mode, payment_id, tag)
     SELECT tenant_id, mode, id, unnest($3::text[]) FROM payments WHERE tenant_id = $1 AND id = $2
     ON CONFLICT DO NOTHING`,
    values,
  );
  const row = await trx.one<Payment>(
    `UPDATE payments SET tags = NULLIF($3::text[], '{}'), updated_at = kassa_now() WHERE tenant_id = $1 AND id = $2
     RETURNING ${paymentColumns}`,
    values,
  );
  return present(row, "the payment of a locked session");
}
