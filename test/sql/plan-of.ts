import type { ClientBase } from "pg";
import { type DatabaseRole, databaseRoles } from "../../src/database/database.ts";
import { numbered } from "./describe-statement.ts";
import { tenants } from "./fill-tables.ts";

/** A statement to be planned. Without values it is planned for any values. */
export type Planned = {
  /** Where it is in the sources, for messages: a file and a function, or a list and its filter. */
  readonly operation: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly roles: readonly DatabaseRole[];
};

export type Plan = {
  /** In PostgreSQL's unit: reading a page in sequence is 1, a page at random 4, looking at a row 0.01. */
  readonly cost: number;
  /** Schema and name. */
  readonly indexes: ReadonlySet<string>;
};

type PlanNode = {
  readonly "Total Cost": number;
  readonly "Index Name"?: string;
  readonly "Conflict Arbiter Indexes"?: readonly string[];
  readonly Plans?: readonly PlanNode[];
};

/** The roles that may run a statement: the first of them with the privileges does. */
export function rolesOf(operation: string, isOfTenant: boolean): readonly DatabaseRole[] {
  if (/^src\/(customers|jobs\/sandbox)\//.test(operation)) return ["eraser"];
  if (operation.startsWith("src/people/") && !isOfTenant) return ["people"];
  return isOfTenant ? ["request", "eraser"] : ["worker", "control", "sandboxPsp", "request"];
}

/**
 * Plans a statement as its role, under row-level security, within an open transaction. A LIMIT whose value is not known counts
 * as 50: PostgreSQL would assume a tenth of all rows.
 *
 * @throws DatabaseError when PostgreSQL refuses it, or each role lacks a privilege
 */
export async function planOf(client: ClientBase, planned: Planned): Promise<Plan> {
  let refusal: unknown;
  for (const role of planned.roles) {
    await client.query("SAVEPOINT as_role");
    try {
      if (role !== "owner")
        await client.query(
          `SET LOCAL ROLE ${databaseRoles[role]}; SET LOCAL app.tenant = '${tenants / 2}';
           SET LOCAL app.mode = '${role === "eraser" ? "sandbox" : "live"}'`,
        );
      const plan = await explain(client, planned);
      // The simulated PSP's indexes have names that are also Kassa's.
      const schema =
        role === "sandboxPsp" || planned.text.includes("ONLY sandbox_psp.") ? "sandbox_psp" : "public";
      return {
        cost: plan["Total Cost"],
        indexes: new Set(indexesOf(plan).map((name) => `${schema}.${name}`)),
      };
    } catch (error) {
      refusal = error;
      if (!isForbidden(error)) break;
    } finally {
      await client.query("ROLLBACK TO SAVEPOINT as_role");
    }
  }
  throw new Error(`${planned.operation} can't be planned: ${planned.text}`, { cause: refusal });
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "42501";

async function explain(client: ClientBase, { text, values }: Planned): Promise<PlanNode> {
  const explained =
    values === undefined
      ? `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${numbered(text).replaceAll(/\bLIMIT \$\d+/g, "LIMIT 50")}`
      : `EXPLAIN (FORMAT JSON) ${text}`;
  const { rows } = await client.query<{ "QUERY PLAN": readonly { Plan: PlanNode }[] }>(
    explained,
    values && [...values],
  );
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("PostgreSQL returned no plan");
  return plan;
}

function indexesOf({ Plans = [], ...node }: PlanNode): string[] {
  const own = [node["Index Name"] ?? [], node["Conflict Arbiter Indexes"] ?? []].flat();
  return [...own, ...Plans.flatMap(indexesOf)];
}
