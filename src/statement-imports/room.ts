import type { ImportDeps } from "./import-statement.ts";
import { statementRoutes } from "./routes.ts";

export function makeStatementImports({ database, nowMs }: ImportDeps) {
  return { apiRoutes: [statementRoutes({ database, nowMs })] };
}
