/** Every way in which the embedded database can refuse to open. */
export type EmbeddedDatabaseErrorCode =
  /** Another Kassa serves from this directory. */
  | "data_dir_in_use"
  /** There is no database, and whoever asked doesn't make one. */
  | "no_database_yet"
  /** The disk is full. */
  | "disk_full"
  /** The directory can't be made, isn't a directory, or holds something that isn't a database of Kassa's. */
  | "data_dir_unusable"
  /** The database's files belong to another user than the one who runs Kassa. */
  | "data_dir_wrong_owner"
  /** Root can reach the files, but the unprivileged user that must run PostgreSQL can't. */
  | "data_dir_unreachable"
  /** Kassa runs as root and the machine has no unprivileged user to run PostgreSQL. */
  | "no_unprivileged_user"
  /** The database was made by another major version of PostgreSQL. */
  | "postgres_version_mismatch"
  /** No PostgreSQL is shipped, or none was installed, for this platform. */
  | "postgres_missing"
  /** `secrets.json` is missing, damaged, or doesn't fit the database beside it. */
  | "secrets_unusable"
  /** The folder into which the log is to be archived can't be used. */
  | "wal_archive_unusable"
  /** `initdb` failed. */
  | "initialise_failed"
  /** PostgreSQL didn't start, or didn't become ready. */
  | "start_failed";

/** A refusal to open the embedded database. The message says what is wrong and what to change. */
export class EmbeddedDatabaseError extends Error {
  readonly code: EmbeddedDatabaseErrorCode;

  constructor(code: EmbeddedDatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddedDatabaseError";
    this.code = code;
  }
}

/** The `code` of a system or PostgreSQL error ("ENOENT", "28P01"), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return undefined;
}

/** The refusal for files that the user who runs Kassa may not use. */
export function wrongOwner(dataDir: string, cause?: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    "data_dir_wrong_owner",
    `The database in ${dataDir} belongs to another user. Run Kassa as the user who made it, ` +
      "or set KASSA_DATA_DIR to a directory of your own.",
    cause === undefined ? undefined : { cause },
  );
}
