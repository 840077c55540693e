import type { Distribution } from "../database/distribution.ts";
import { inEachTenant } from "../database/in-each-tenant.ts";
import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { ListedCall, StoredCall } from "./call.ts";

const columns = `tenant_id, mode, id, at, attempt_id, connector, connector_account, operation, outcome, detail, duration_ms, exchanges`;

const valuesOf = (call: StoredCall): unknown[] => [
  call.mode,
  call.id,
  call.at,
  call.attempt,
  call.connector,
  call.connectorAccount,
  call.operation,
  call.outcome,
  call.detail,
  call.durationMs,
  JSON.stringify(call.exchanges),
];

/** Stores calls, those of each tenant by one statement; on Citus, which can't have that under row-level security, by one for each call. */
export async function insertCalls(
  trx: Transaction,
  calls: readonly StoredCall[],
  distribution: Distribution,
): Promise<void> {
  if (distribution === "citus") return insertOneByOne(trx, calls);
  await inEachTenant(calls, async (tenantId, own) => {
    const rows = own.map(valuesOf);
    await trx.run(
      `INSERT INTO psp_calls (${columns})
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
         $10::text[], $11::integer[], $12::json[])`,
      [tenantId, ...(rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))],
    );
    return [];
  });
}

function insertOneByOne(trx: Transaction, calls: readonly StoredCall[]): void {
  for (const call of calls)
    trx.send(
      `INSERT INTO psp_calls (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [call.tenantId, ...valuesOf(call)],
    );
}

/** The newest calls about a payment's attempts; undefined if there is no such payment. */
export async function listCallsOf(
  trx: TenantTransaction,
  payment: string,
  limit: number,
): Promise<ListedCall[] | undefined> {
  const attempts = await trx.query<{ id: string }>(
    "SELECT id FROM attempts WHERE tenant_id = $1 AND payment_id = $2",
    [trx.tenantId, payment],
  );
  if (attempts.length === 0) return undefined;
  return trx.query<ListedCall>(
    `SELECT id, at, attempt_id AS attempt, connector, connector_account AS "connectorAccount", operation, outcome, detail,
       duration_ms AS "durationMs", exchanges
     FROM psp_calls WHERE tenant_id = $1 AND attempt_id = ANY ($2::text[]) ORDER BY id DESC LIMIT $3`,
    [trx.tenantId, attempts.map(({ id }) => id), limit],
  );
}
