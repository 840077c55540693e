/** Statements of one connection. */
export type OneConnection = { sql<Row extends Record<string, unknown>>(text: string): Promise<Row[]> };

/**
 * Looks at a distributed database as if it were one PostgreSQL, whose statements may join everything: `look` sees copies of the nodes' tables,
 * which hide the tables themselves from this connection for as long.
 */
export async function onLocalCopies<Value>(
  { sql }: OneConnection,
  look: () => Promise<Value>,
): Promise<Value> {
  const [found] = await sql<{ copied: boolean }>(
    "SELECT to_regclass('pg_temp.checkout_sessions') IS NOT NULL AS copied",
  );
  // Within another look.
  if (found?.copied) return look();
  const tables = await sql<{ name: string }>(
    "SELECT relname::text AS name FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid ORDER BY 1",
  );
  // Spelled while the view's table is the visible one, so that it becomes one of the copy.
  const [view] = await sql<{ text: string }>("SELECT pg_get_viewdef('public.ledger_entries') AS text");
  const copies = tables.map(
    ({ name }) =>
      `CREATE TEMP TABLE ${name} (LIKE public.${name} INCLUDING INDEXES); INSERT INTO pg_temp.${name} SELECT * FROM public.${name};`,
  );
  try {
    // One transaction: what is looked at is of one moment.
    await sql(`BEGIN; ${copies.join(" ")} CREATE TEMP VIEW ledger_entries AS ${view?.text} COMMIT`);
    return await look();
  } finally {
    await sql("ROLLBACK");
    await sql("DISCARD TEMP");
  }
}

/** The same where Citus refuses a SELECT for joining what lies on several nodes or on its coordinator. */
export async function onCopiesWhereNeeded<Value>(
  connection: OneConnection,
  text: string,
  run: () => Promise<Value>,
): Promise<Value> {
  if (!/^\s*(SELECT|WITH)\b/.test(text)) return run();
  // The simulated PSP's tables are on the coordinator only. Here and there Citus tries a join with them, in vain.
  if (text.includes("sandbox_psp.")) return onLocalCopies(connection, run);
  try {
    return await run();
  } catch (error) {
    if (!isRefusedJoin(error)) throw error;
    return onLocalCopies(connection, run);
  }
}

function isRefusedJoin(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "0A000" || /requires repartitioning/.test(error.message);
}
