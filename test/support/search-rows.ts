type Sql = <Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export type Searched = { readonly table: string; readonly count: number };

/** Searches every column of every table as text. Returns each table with the number of matching rows. */
export async function searchRows(sql: Sql, pattern: string): Promise<Searched[]> {
  // Bodies are stored as bytes, which would otherwise become hexadecimal text.
  const tables = await sql<{ table: string; texts: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS table, string_agg(
       format(CASE data_type WHEN 'bytea' THEN 'encode(%I, ''escape'')' ELSE '%I::text' END, column_name), ', ') AS texts
     FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
     GROUP BY 1 ORDER BY 1`,
  );
  const searched: Searched[] = [];
  for (const { table, texts } of tables) {
    const [found] = await sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${table} WHERE concat_ws(' ', ${texts}) ~ $1`,
      [pattern],
    );
    searched.push({ table, count: found?.count ?? 0 });
  }
  return searched;
}
