/** Something the person at the terminal can mend. It is printed without a stack, and the process ends with 1. */
export class CommandFailure extends Error {
  override name = "CommandFailure";
}

/** Errors whose message is written for the person at the terminal. */
const kindErrors = new Set([
  "CommandFailure",
  "ConfigError",
  "EmbeddedDatabaseError",
  "MetricsUnavailable",
  "MigrationFailed",
  "RolesIgnored",
  "SchemaIsNewer",
  "SchemaIsOlder",
  "WrongSecretKey",
]);

/** What to print for an error: its message where that was written to be read, with a hint for a few common ones. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const hint = hints[code];
  if (kindErrors.has(error.name)) return hint ? `${error.message}\n${hint}` : error.message;
  return hint ? `${hint}\n(${error.message})` : (error.stack ?? error.message);
}

const hints: Record<string, string> = {
  "08P01":
    "What answers at DATABASE_URL doesn't take the start-up option that names the connection's role. Is it a pooler? Point DATABASE_URL at PostgreSQL itself; see docs/operations/database.md#poolers.",
  ECONNREFUSED: "The database of DATABASE_URL doesn't answer. Is it running, and are host and port right?",
  ENOTFOUND: "The host of DATABASE_URL can't be found. Check its name.",
  "28P01": "The database refused the user or password of DATABASE_URL.",
  "28000": "The database refused the user of DATABASE_URL.",
  "3D000": "The database named in DATABASE_URL doesn't exist. Create it first.",
  "42501":
    "The user of DATABASE_URL lacks a privilege. It has to own the database and may need CREATEROLE; see docs/operations/database.md.",
};
