import type { ConnectionSettings, DatabaseRole } from "./database.ts";

/**
 * As whom Kassa looks at the server and the schema: never as the owner where the operator gave the roles a login, so that
 * the owner can be kept out between migrations. Elsewhere the roles may not be there yet.
 */
export const lookingRole = ({ roleLogin }: ConnectionSettings): DatabaseRole =>
  roleLogin?.kind === "given" ? "control" : "owner";
