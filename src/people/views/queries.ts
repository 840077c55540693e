import type { Transaction } from "../../database/transaction.ts";

export type ViewFields = {
  readonly name: string;
  /** As they stand in the address of the list. */
  readonly filters: Readonly<Record<string, string | number>>;
  readonly columns: readonly string[];
  /** Whether all who work for the tenant see it. */
  readonly shared: boolean;
};

export type ViewRow = ViewFields & {
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
};

/** At most so many of a person and tenant. */
export const mostViews = 50;

const columns = `v.id, v.person_id AS "personId", p.name AS "personName", v.name, v.filters, v.columns, v.shared`;

/** The views that a person sees of a tenant, by name: their own and the shared ones. */
export function selectViews(trx: Transaction, tenantId: number, personId: string): Promise<ViewRow[]> {
  return trx.query(
    `SELECT ${columns} FROM staff.saved_views v JOIN staff.people p ON p.id = v.person_id
     WHERE v.tenant_id = $1 AND (v.person_id = $2 OR v.shared) ORDER BY lower(v.name), v.id LIMIT 1000`,
    [tenantId, personId],
  );
}

/** A view that a person sees, locked until the transaction ends; undefined if there is none. */
export function lockView(
  trx: Transaction,
  tenantId: number,
  personId: string,
  id: string,
): Promise<ViewRow | undefined> {
  return trx.one(
    `SELECT ${columns} FROM staff.saved_views v JOIN staff.people p ON p.id = v.person_id
     WHERE v.tenant_id = $1 AND (v.person_id = $2 OR v.shared) AND v.id = $3 FOR UPDATE OF v`,
    [tenantId, personId, id],
  );
}

/** Stores a view, unless the person has as many as they may. @returns whether it was stored */
export async function insertView(
  trx: Transaction,
  view: ViewFields & { readonly id: string; readonly tenantId: number; readonly personId: string },
): Promise<boolean> {
  const inserted = await trx.run(
    `INSERT INTO staff.saved_views (id, tenant_id, person_id, name, filters, columns, shared)
     SELECT $1, $2, $3, $4, $5, $6, $7
     WHERE (SELECT count(*) FROM staff.saved_views WHERE tenant_id = $2 AND person_id = $3) < $8`,
    [
      view.id,
      view.tenantId,
      view.personId,
      view.name,
      JSON.stringify(view.filters),
      view.columns,
      view.shared,
      mostViews,
    ],
  );
  return inserted === 1;
}

export async function updateView(trx: Transaction, id: string, view: ViewFields): Promise<void> {
  await trx.run(
    "UPDATE staff.saved_views SET name = $2, filters = $3, columns = $4, shared = $5 WHERE id = $1",
    [id, view.name, JSON.stringify(view.filters), view.columns, view.shared],
  );
}

export async function deleteView(trx: Transaction, id: string): Promise<void> {
  await trx.run("DELETE FROM staff.saved_views WHERE id = $1", [id]);
}
