import { completeInterruptedImports } from "./complete-interrupted.ts";
import type { EntriesBooked } from "./entry-to-match.ts";
import type { ImportDeps } from "./import-statement.ts";
import { statementRoutes } from "./routes.ts";

type Core = Pick<ImportDeps, "database" | "nowMs">;

/** @param entriesBooked finds out what booked entries are for, in the transaction that stores them */
export function makeStatementImports({ database, nowMs }: Core, entriesBooked: EntriesBooked) {
  const deps: ImportDeps = { database, nowMs, entriesBooked };
  return { apiRoutes: [statementRoutes(deps)], jobs: [completeInterruptedImports(deps)] };
}
