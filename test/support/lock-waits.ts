import type { TestDatabase } from "./database.ts";
import { until } from "./until.ts";

/** Waits until this many connections to a test's database wait for a lock. */
export async function untilWaiting(db: TestDatabase, count: number): Promise<void> {
  await until(async () => {
    const waiting = await db.sql(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length === count;
  }, `${count} connections wait for a lock`);
}
