import type { Cluster } from "../../support/cluster/cluster.ts";
import type { PspRail } from "./psp-rail.ts";

type Known = {
  readonly names: readonly (string | null)[];
  readonly status: string;
  readonly disputes: number;
};

const attempts = `SELECT ARRAY[a.id, a.hosted_reference] AS names, a.status, (SELECT count(*) FROM disputes d
    WHERE (d.tenant_id, d.attempt_id) = (a.tenant_id, a.id)) AS disputes
  FROM attempts a WHERE a.connector = ANY ($1)`;

/** Describes charges and disputes by the fakes' books of which Kassa hasn't heard yet. */
export async function findUnknownAtRails(
  { sql }: Pick<Cluster, "sql">,
  rails: readonly PspRail[],
): Promise<string[]> {
  if (rails.length === 0) return [];
  const rows = await sql<Known>(attempts, [rails.map(({ name }) => name)]);
  const byName = new Map(rows.flatMap((row) => row.names.map((name) => [name ?? "", row])));
  const found: string[] = [];
  for (const { name, kind, log } of rails)
    for (const entry of await log()) {
      const known = byName.get(kind.chargeOf(entry));
      if (entry.effect === "authorized" && known?.status === "action_required")
        found.push(`charge ${kind.chargeOf(entry)} at ${name} isn't known`);
      if (entry.effect === "disputed" && known?.disputes === 0)
        found.push(`dispute ${entry.object} of charge ${kind.chargeOf(entry)} at ${name} isn't known`);
    }
  return found;
}
