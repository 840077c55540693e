import type { Cluster } from "../../support/cluster/cluster.ts";

/** A table whose rows have a state, and the SQL that reads it; `row` is NEW or OLD. */
type Watched = {
  readonly table: string;
  readonly thing: (row: string) => string;
  readonly state: (row: string) => string;
};

const watched: readonly Watched[] = [
  {
    table: "checkout_sessions",
    thing: () => "'session'",
    state: (row) => `${row}.status || '/' || ${row}.payment_status`,
  },
  { table: "payments", thing: () => "'payment'", state: (row) => `${row}.status` },
  { table: "attempts", thing: () => "'attempt'", state: (row) => `${row}.status` },
  { table: "movements", thing: (row) => `${row}.kind`, state: (row) => `${row}.status` },
  { table: "disputes", thing: () => "'dispute'", state: (row) => `${row}.stage || '.' || ${row}.status` },
];

/**
 * Installs triggers that record each state that a row reaches, in the same transaction. The table of records has only inserts
 * and no index, so that transactions don't wait for each other.
 */
export async function watchTransitions({ sql }: Pick<Cluster, "sql">): Promise<void> {
  await sql("CREATE SCHEMA prove");
  await sql("CREATE TABLE prove.transitions (thing text NOT NULL, from_state text, to_state text NOT NULL)");
  for (const { table, thing, state } of watched) {
    const insert = "INSERT INTO prove.transitions (thing, from_state, to_state) VALUES";
    await sql(`CREATE FUNCTION prove.note_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $$ BEGIN
        IF TG_OP = 'INSERT' THEN ${insert} (${thing("NEW")}, NULL, ${state("NEW")});
        ELSIF ${state("OLD")} <> ${state("NEW")} THEN ${insert} (${thing("NEW")}, ${state("OLD")}, ${state("NEW")});
        END IF;
        RETURN NULL;
      END $$`);
    await sql(`CREATE TRIGGER prove_transitions AFTER INSERT OR UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION prove.note_${table}()`);
  }
}

export type Transition = { readonly thing: string; readonly from: string | null; readonly to: string };

/** The distinct committed transitions. */
export function readTransitions({ sql }: Pick<Cluster, "sql">): Promise<Transition[]> {
  return sql<Transition>(
    'SELECT DISTINCT thing, from_state AS "from", to_state AS "to" FROM prove.transitions',
  );
}
