import type { ClientBase } from "pg";
import type { Planned } from "./plan-of.ts";

/**
 * What PostgreSQL runs for each row that is deleted from a table with foreign keys on it: it looks for rows that refer to the deleted
 * one. Only tables that some role may delete from are asked for.
 */
export async function foreignKeyChecks(client: ClientBase): Promise<Planned[]> {
  const { rows } = await client.query<{ child: string; columns: string[]; name: string }>(
    `SELECT k.conrelid::regclass::text AS child, k.conname AS name,
       ARRAY(SELECT attname::text FROM unnest(k.conkey) WITH ORDINALITY AS key (number, place)
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = key.number ORDER BY place) AS columns
     FROM pg_constraint k JOIN pg_class parent ON parent.oid = k.confrelid
     WHERE k.contype = 'f' AND EXISTS (SELECT FROM aclexplode(parent.relacl) acl
       WHERE acl.privilege_type = 'DELETE' AND acl.grantee <> parent.relowner)`,
  );
  return rows.map(({ child, columns, name }) => ({
    operation: `foreign key ${name}`,
    text: `SELECT 1 FROM ONLY ${child} x WHERE ${columns.map((column, index) => `$${index + 1} = ${column}`).join(" AND ")}
      FOR KEY SHARE OF x`,
    roles: ["owner"],
  }));
}
