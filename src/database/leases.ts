import type { Mode } from "../kernel/mode.ts";
import { inEachTenant } from "./in-each-tenant.ts";
import type { TenantTransaction, Transaction } from "./transaction.ts";

/**
 * The right to work on one row for a while. It ends by itself when its holder dies. Who takes it next gets a higher
 * fence, and whoever comes back late finds that they hold it no more.
 */
export type Lease = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly id: string;
  readonly fence: number;
};

/** Asked under the locks before anything is written: false when the caller has lost its right to write. */
export type Fence = (trx: Transaction) => Promise<boolean>;

export type Leases = {
  /** The due rows that nobody holds, as SQL from FROM to ORDER BY: see DueRows in jobs/due-work.ts. */
  readonly dueRows: string;
  /**
   * Takes rows that are due and that nobody holds, for `leaseMs`.
   *
   * @param leaveOut tenants of which nothing is taken
   */
  takeDue(trx: Transaction, limit: number, leaseMs: number, leaveOut?: readonly number[]): Promise<Lease[]>;
  /** Takes one row, due or not; undefined while another worker has it. */
  take(trx: TenantTransaction, id: string, leaseMs: number): Promise<Lease | undefined>;
  /** Has a lease last for another `leaseMs` from now; false when it is lost. */
  renew(trx: Transaction, lease: Lease, leaseMs: number): Promise<boolean>;
  /** Whether a lease still holds; locks the row, so that it goes on to hold until the transaction ends. */
  holds(trx: Transaction, lease: Lease): Promise<boolean>;
};

type LeasedTable = {
  /** Has the columns tenant_id, id, mode, lease_until and lease_fence. */
  readonly table: string;
  /** SQL for what is due. */
  readonly due: string;
  /** Column by which the longest due comes first; without one, in no order. */
  readonly orderBy?: string;
};

const until = (parameter: string): string => `statement_timestamp() + make_interval(secs => ${parameter})`;

/** The leases of a table's rows. How one is given back is the table's own matter. */
export function leasesOf({ table, due, orderBy }: LeasedTable): Leases {
  const free = `(${due}) AND (lease_until IS NULL OR lease_until < statement_timestamp())`;
  const order = orderBy === undefined ? "" : `ORDER BY ${orderBy}`;
  const columns = (row: string): string =>
    `${row}.tenant_id AS "tenantId", ${row}.mode, ${row}.id, ${row}.lease_fence AS fence`;
  return {
    dueRows: `FROM ${table} WHERE ${free} ${order}`,
    takeDue: async (trx, limit, leaseMs, leaveOut = []) => {
      const found = await trx.query<{ tenantId: number; id: string }>(
        `SELECT tenant_id AS "tenantId", id FROM ${table}
         WHERE ${free} AND tenant_id <> ALL ($2::bigint[]) ${order} LIMIT $1`,
        [limit, leaveOut],
      );
      return inEachTenant(found, (tenantId, own) =>
        trx.query<Lease>(
          `UPDATE ${table} t SET lease_until = ${until("$3")}, lease_fence = t.lease_fence + 1
           WHERE tenant_id = $1 AND id IN (
             SELECT id FROM ${table} WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND ${free} FOR UPDATE SKIP LOCKED)
           RETURNING ${columns("t")}`,
          [tenantId, own.map(({ id }) => id), leaseMs / 1000],
        ),
      );
    },
    take: (trx, id, leaseMs) =>
      trx.one<Lease>(
        `UPDATE ${table} t SET lease_until = ${until("$3")}, lease_fence = t.lease_fence + 1
         WHERE tenant_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < statement_timestamp())
         RETURNING ${columns("t")}`,
        [trx.tenantId, id, leaseMs / 1000],
      ),
    renew: async (trx, { tenantId, id, fence }, leaseMs) => {
      const rows = await trx.run(
        `UPDATE ${table} SET lease_until = ${until("$4")} WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
        [tenantId, id, fence, leaseMs / 1000],
      );
      return rows === 1;
    },
    holds: async (trx, { tenantId, id, fence }) => {
      const row = await trx.one<{ fence: number }>(
        `SELECT lease_fence AS fence FROM ${table} WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
        [tenantId, id],
      );
      return row?.fence === fence;
    },
  };
}
