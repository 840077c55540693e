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

/**
 * Values for which a statement may be planned in different ways: the planner leaves away what can't apply to the given ones. Texts are
 * those that the statement itself compares with.
 */
function samplesOf(text: string, types: readonly number[]): string[][] {
  const literals = [...new Set([...text.matchAll(/'(\w+)'/g)].map(([literal]) => `${literal}::text`))];
  const variants = ["'x'::text", ...literals];
  return variants.map((value, index) =>
    types.map((type) => {
      if (type === 25) return value;
      return type === 16 && index % 2 === 1 ? "false" : (sample[type] ?? "NULL");
    }),
  );
}

/** The plan of a statement for tenant 1, by the first of the roles that may carry it out. */
export async function planOf(client: Client, roles: readonly string[], text: string): Promise<Plan> {
  const { values } = await describeStatement(client, text);
  let last: Plan = { role: "none", refused: "no role may carry it out" };
  for (const role of roles) {
    const found: Found = { tasks: [], insertSelect: [], errors: [] };
    try {
      for (const samples of samplesOf(text, values))
        collect(await explain(client, role, text, samples, "custom"), found);
      // For any values it can't know the shard, so only what it refuses is of interest.
      await explain(client, role, text, samplesOf(text, values)[0] ?? [], "generic");
      if (found.errors.length > 0) throw new Error(found.errors.join());
      return { role, ...found };
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error);
      if (!/permission denied/.test(refused))
        return { role, refused: `${refused}: ${text.replace(/\s+/g, " ")}` };
      last = { role, refused };
    }
  }
  return last;
}

/** As parameters, as they are in truth: constants take another way. Undefined where Citus plans for given values only. */
async function explain(
  client: Client,
  role: string,
  text: string,
  samples: readonly string[],
  plan: "custom" | "generic",
): Promise<unknown> {
  await client.query(
    `BEGIN; SET LOCAL ROLE ${role}; SET LOCAL app.tenant = '1'; SET LOCAL app.mode = 'sandbox'; SET LOCAL plan_cache_mode = force_${plan}_plan`,
  );
  try {
    await client.query(`PREPARE planned AS ${numbered(text)}`);
    const { rows } = await client.query<{ "QUERY PLAN": unknown }>(
      `EXPLAIN (FORMAT JSON) EXECUTE planned${samples.length === 0 ? "" : `(${samples.join(", ")})`}`,
    );
    return rows[0]?.["QUERY PLAN"];
  } catch (error) {
    if (plan === "generic" && /could not create distributed plan/.test(String(error))) return undefined;
    throw error;
  } finally {
    await client.query("ROLLBACK; DEALLOCATE ALL");
  }
}

type Found = { readonly tasks: number[]; readonly insertSelect: string[]; readonly errors: string[] };

function collect(node: unknown, found: Found): void {
  if (Array.isArray(node)) for (const each of node) collect(each, found);
  else if (typeof node === "object" && node !== null)
    for (const [key, value] of Object.entries(node)) {
      if (key === "Task Count") found.tasks.push(Number(value));
      if (key === "INSERT/SELECT method") found.insertSelect.push(String(value));
      // What the node itself says against the statement is only in its log.
      if (key === "Error") found.errors.push(String(value));
      collect(value, found);
    }
}
