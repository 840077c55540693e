import type { Distribution } from "../database/distribution.ts";
import { inEachTenant } from "../database/in-each-tenant.ts";
import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { ListedLine, RequestLine } from "./request-line.ts";

const lineColumns = `tenant_id, mode, id, at, method, path, status, duration_ms, key_id, request_id, idempotency_key, error_code,
  user_agent, ip, request_body, response_body`;

/** Stores lines, those of each tenant by one statement; on Citus, which can't have that under row-level security, by one for each line. */
export async function insertLines(
  trx: Transaction,
  lines: readonly RequestLine[],
  distribution: Distribution,
): Promise<void> {
  if (distribution === "citus") return insertOneByOne(trx, lines);
  await inEachTenant(lines, async (tenantId, own) => {
    await trx.run(
      `INSERT INTO request_log (${lineColumns})
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::smallint[], $8::integer[],
         $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[])`,
      [tenantId, ...valueNames.map((name) => own.map((line) => line[name]))],
    );
    return [];
  });
}

function insertOneByOne(trx: Transaction, lines: readonly RequestLine[]): void {
  for (const line of lines)
    trx.send(
      `INSERT INTO request_log (${lineColumns})
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [line.tenantId, ...valueNames.map((name) => line[name])],
    );
}

/** In the order of the columns after the tenant. */
const valueNames = [
  "mode",
  "id",
  "at",
  "method",
  "path",
  "status",
  "durationMs",
  "keyId",
  "requestId",
  "idempotencyKey",
  "errorCode",
  "userAgent",
  "ip",
  "requestBody",
  "responseBody",
] as const satisfies readonly (keyof RequestLine)[];

const columns = `tenant_id AS "tenantId", mode, id, at, method, path, status, duration_ms AS "durationMs", key_id AS "keyId",
  request_id AS "requestId", idempotency_key AS "idempotencyKey", error_code AS "errorCode", user_agent AS "userAgent", ip`;

export type LineFilter = {
  readonly failed?: boolean;
  readonly method?: string;
  /** The beginning of the path. */
  readonly path?: string;
  readonly key?: string;
};

/** Lines in a range of ids. Only the given filters become conditions. */
export function selectLines(
  trx: TenantTransaction,
  range: PageRange,
  { failed, method, path, key }: LineFilter,
): Promise<ListedLine[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  if (failed) conditions.push("status >= 400");
  if (method !== undefined) conditions.push(`method = $${values.push(method)}`);
  if (path !== undefined) conditions.push(`starts_with(path, $${values.push(path)})`);
  if (key !== undefined) conditions.push(`key_id = $${values.push(key)}`);
  return trx.query<ListedLine>(
    `SELECT ${columns} FROM request_log WHERE ${conditions.join(" AND ")} ORDER BY id ${range.direction} LIMIT $4`,
    values,
  );
}

export function getLine(trx: TenantTransaction, id: string): Promise<RequestLine | undefined> {
  return trx.one<RequestLine>(
    `SELECT ${columns}, request_body AS "requestBody", response_body AS "responseBody" FROM request_log
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id],
  );
}
