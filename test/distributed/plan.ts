import type { Client } from "pg";
import { describeStatement, numbered } from "../sql/describe-statement.ts";

/** How Citus carries out a statement, or why it won't. */
export type Plan =
  | { readonly role: string; readonly refused: string }
  | {
      readonly role: string;
      /** Of the statement and of each of its subplans: how many shards are asked. */
      readonly tasks: readonly number[];
      /** How each INSERT … SELECT is carried out. */
      readonly insertSelect: readonly string[];
    };

/** A value of each type that a statement may take, as SQL. */
const sample: Readonly<Record<number, string>> = {
  16: "true",
  17: "'\\x00'::bytea",
  20: "1::bigint",
  21: "1::smallint",
  23: "1::integer",
  25: "'x'::text",
  26: "1::oid",
  114: "'{}'::json",
  700: "1::real",
  701: "1::float8",
  1000: "'{true}'::boolean[]",
  1001: "'{}'::bytea[]",
  1005: "'{1}'::smallint[]",
  1007: "'{1}'::integer[]",
  1009: "'{x}'::text[]",
  1016: "'{1}'::bigint[]",
  1022: "'{1}'::float8[]",
  1184: "'2026-01-01'::timestamptz",
  1185: "'{2026-01-01}'::timestamptz[]",
  1186: "'1s'::interval",
  1700: "1::numeric",
  3802: "'{}'::jsonb",
};

/** The plan of a statement for tenant 1, by the first of the roles that may carry it out. */
export async function planOf(client: Client, roles: readonly string[], text: string): Promise<Plan> {
  const { values } = await describeStatement(client, text);
  const literal = numbered(text).replace(/\$(\d+)/g, (_, number: string) => {
    const type = values[Number(number) - 1] ?? 0;
    return `(${sample[type] ?? `NULL /* ${type} */`})`;
  });
  let last: Plan = { role: "none", refused: "no role may carry it out" };
  for (const role of roles) {
    try {
      await client.query(
        `BEGIN; SET LOCAL ROLE ${role}; SET LOCAL app.tenant = '1'; SET LOCAL app.mode = 'sandbox'`,
      );
      const { rows } = await client.query<{ "QUERY PLAN": unknown }>(`EXPLAIN (FORMAT JSON) ${literal}`);
      const tasks: number[] = [];
      const insertSelect: string[] = [];
      walk(rows[0]?.["QUERY PLAN"], tasks, insertSelect);
      return { role, tasks, insertSelect };
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error);
      if (/permission denied/.test(refused)) last = { role, refused };
      else return { role, refused: `${refused}\n${literal.replace(/\s+/g, " ").slice(0, 300)}` };
    } finally {
      await client.query("ROLLBACK");
    }
  }
  return last;
}

function walk(node: unknown, tasks: number[], insertSelect: string[]): void {
  if (Array.isArray(node)) for (const each of node) walk(each, tasks, insertSelect);
  else if (typeof node === "object" && node !== null)
    for (const [key, value] of Object.entries(node)) {
      if (key === "Task Count") tasks.push(Number(value));
      if (key === "INSERT/SELECT method") insertSelect.push(String(value));
      walk(value, tasks, insertSelect);
    }
}
