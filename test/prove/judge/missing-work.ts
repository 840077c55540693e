import type { Cluster } from "../../support/cluster/cluster.ts";
import type { RailName } from "../rails/names.ts";
import { type PlannedWork, type WorkKind, workKinds } from "../workload/planned-work.ts";

/** How often Kassa has done a kind of work at a connector. */
export type DoneRow = { readonly connector: string; readonly kind: string; readonly count: number };

/**
 * From how many planned ones of a kind at a rail on none may be missing. Faults keep customers and merchants from a part of what they set
 * out to do; that all of so many come to nothing by chance happens in fewer than 1 of 10,000 runs. A planned visit is only a
 * probability: Kassa draws the account.
 */
const enough: Readonly<Record<WorkKind, number>> = {
  visit: 10,
  charge: 6,
  capture: 12,
  void: 12,
  refund: 12,
  dispute: 12,
};

/** From how many customers on who should have come to a rail at least one charge is there, whatever else was planned. */
const enoughForCharge = 25;

/** A violation for each kind of work that was planned often enough at a rail, and that never happened there. */
export async function checkMissingWork(
  { sql }: Pick<Cluster, "sql">,
  rails: readonly RailName[],
  planned: PlannedWork,
): Promise<string[]> {
  return findMissingWork(rails, planned, await sql<DoneRow>(done));
}

/** What was planned and done at each rail, a line for each: "refund 11/12" is eleven of twelve surely planned ones. */
export async function describeWork(
  { sql }: Pick<Cluster, "sql">,
  rails: readonly RailName[],
  planned: PlannedWork,
): Promise<string[]> {
  const rows = await sql<DoneRow>(done);
  return rails.map((rail) => {
    const kinds = workKinds.map(
      (kind) => `${kind} ${doneAt(rows, rail, kind)}/${Math.round(planned.count(rail, kind))}`,
    );
    return `${rail}: ${kinds.join(", ")}`;
  });
}

export function findMissingWork(
  rails: readonly RailName[],
  planned: PlannedWork,
  rows: readonly DoneRow[],
): string[] {
  const isMissing = (rail: RailName, kind: WorkKind): boolean =>
    doneAt(rows, rail, kind) === 0 &&
    (planned.count(rail, kind) >= enough[kind] ||
      (kind === "charge" && planned.count(rail, "visit") >= enoughForCharge));
  return rails.flatMap((rail) =>
    workKinds
      .filter((kind) => isMissing(rail, kind))
      .map((kind) => describe[kind](rail, Math.floor(planned.count(rail, kind)))),
  );
}

const doneAt = (rows: readonly DoneRow[], rail: RailName, kind: WorkKind): number =>
  rows.find((row) => row.connector === connectorOf(rail) && row.kind === kind)?.count ?? 0;

const describe: Readonly<Record<WorkKind, (rail: RailName, count: number) => string>> = {
  visit: (rail, count) =>
    `about ${count} customers should have been sent to ${rail}, and Kassa has no attempt there`,
  charge: (rail, count) =>
    count === 0
      ? `no customer came as far as to pay at ${rail}, and Kassa has no charge there`
      : `customers paid ${count} times at ${rail}, and Kassa has no charge there`,
  capture: (rail, count) => `merchants captured ${count} payments at ${rail}, and no capture succeeded`,
  void: (rail, count) => `merchants voided ${count} payments at ${rail}, and no void succeeded`,
  refund: (rail, count) => `merchants refunded ${count} payments at ${rail}, and no refund succeeded`,
  dispute: (rail, count) => `customers disputed ${count} payments at ${rail}, and Kassa has no dispute there`,
};

const connectorOf = (rail: RailName): string => (rail === "bank" ? "bank_transfer" : rail);

const done = `
  SELECT connector, 'visit' AS kind, count(*) FROM attempts GROUP BY 1
  UNION ALL SELECT connector, 'charge', count(*) FROM attempts WHERE status IN ('approved', 'late') GROUP BY 1
  UNION ALL SELECT a.connector, m.kind, count(*) FROM movements m JOIN attempts a ON (a.tenant_id, a.id) = (m.tenant_id, m.attempt_id)
    WHERE m.status = 'succeeded' GROUP BY 1, 2
  UNION ALL SELECT a.connector, 'dispute', count(*) FROM disputes d JOIN attempts a ON (a.tenant_id, a.id) = (d.tenant_id, d.attempt_id)
    GROUP BY 1`;
