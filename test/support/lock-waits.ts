import { citusNodes } from "./citus-databases.ts";
import type { TestDatabase } from "./database.ts";
import { until } from "./until.ts";

const waiting =
  "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** How many connections to a test's database wait for a lock. On Citus a row's lock is waited for on its node. */
export async function countWaiting(db: Pick<TestDatabase, "sql">): Promise<number> {
  const rows = await db.sql<{ count: number }>(
    citusNodes.length === 0
      ? waiting
      : `SELECT sum(result::int)::int AS count FROM run_command_on_all_nodes($command$${waiting}$command$)`,
  );
  return rows[0]?.count ?? 0;
}

/** Waits until so many connections to a test's database wait for a lock. */
export async function untilLockWaits(db: TestDatabase, count: number): Promise<void> {
  await until(async () => (await countWaiting(db)) === count, `${count} connections wait for a lock`);
}
