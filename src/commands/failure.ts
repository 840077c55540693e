import process from "node:process";
import { describeSystemError, type FailureCode, type Postgres } from "./system-errors.ts";

/** A failure that the operator can fix. It is printed without a stack trace. */
export class CommandFailure extends Error {
  override name = "CommandFailure";
}

/** Invalid arguments, like the faults that Commander itself reports. */
export class UsageFailure extends Error {
  override name = "UsageFailure";
}

export type Failure = { readonly code: FailureCode; readonly message: string };

/** Errors whose message is written for the operator, by name. */
const writtenForPeople: Readonly<Record<string, FailureCode>> = {
  CommandFailure: "refused",
  UsageFailure: "usage",
  ConfigError: "configuration",
  MetricsUnavailable: "configuration",
  ListenFailed: "configuration",
  BackupRefused: "refused",
  EmbeddedDatabaseError: "database",
  DatabaseRefused: "database",
  MigrationFailed: "database",
  NotDistributable: "database",
  RolesIgnored: "database",
  SchemaIsNewer: "database",
  SchemaIsOlder: "database",
  WrongSecretKey: "configuration",
};

/** Also where the configuration couldn't be read. */
const configuredPostgres = (): Postgres => (process.env.DATABASE_URL?.trim() ? "external" : "embedded");

/** How to report an error. Only a bug in Kassa is reported with its stack trace. */
export function failureOf(error: unknown, postgres: Postgres = configuredPostgres()): Failure {
  if (!(error instanceof Error)) return { code: "internal_error", message: String(error) };
  const known = writtenForPeople[error.name];
  const hint = describeSystemError(error, postgres);
  if (known) return { code: known, message: hint ? `${error.message}\n${hint.text}` : error.message };
  if (hint) return { code: hint.code, message: `${hint.text}\n(${reasonOf(error)})` };
  return {
    code: "internal_error",
    message: `This is a bug in Kassa. Please report it with these lines:\n${error.stack ?? error.message}`,
  };
}

/** The message of `failureOf`. */
export const describeFailure = (error: unknown, postgres?: Postgres): string =>
  failureOf(error, postgres).message;

/** When Node has tried all addresses of a host name, its AggregateError has no message of its own. */
function reasonOf(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join("; ");
}
