/**
 * Whether a migration says in its first line that it runs outside of a transaction. CREATE INDEX CONCURRENTLY has to; and what
 * reads a whole table should, so that no lock of another migration is held meanwhile.
 */
export const isOutsideTransaction = (sql: string): boolean => sql.startsWith("-- kassa: no transaction\n");
