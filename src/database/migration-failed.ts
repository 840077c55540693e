import type { DatabaseError } from "pg";

/**
 * A migration that PostgreSQL refused. The message is for whoever upgrades: the file, the line where PostgreSQL names a
 * place, what it says, and what to do. The statements themselves stand in the file; printed, they would bury the reason.
 */
export class MigrationFailed extends Error {
  override name = "MigrationFailed";
  /** PostgreSQL's code of the error. */
  readonly code: string | undefined;

  /**
   * @param sql the contents of `file`
   * @param done migrations that ran before it and are committed
   */
  constructor(file: string, sql: string, cause: DatabaseError, done: readonly string[] = []) {
    const { code, detail, hint, message, position } = cause;
    const place = position === undefined ? file : `${file}, line ${lineAt(sql, Number(position))},`;
    const says = [
      `The migration ${place} failed: ${message}`,
      ...(detail === undefined ? [] : [`Detail: ${detail}`]),
      ...(hint === undefined ? [] : [`Hint: ${hint}`]),
      `${changedBy(done)} Correct the cause and start again. Until then the previous version still works.`,
    ];
    super(says.join("\n"), { cause });
    this.code = code;
  }
}

const changedBy = (done: readonly string[]): string =>
  done.length === 0
    ? "Nothing was changed, because pending migrations run in one transaction."
    : `These migrations ran and stay: ${done.join(", ")}.`;

/** The line, from 1, of a position as PostgreSQL counts it: in characters, from 1. */
function lineAt(text: string, position: number): number {
  return [...text].slice(0, position - 1).filter((character) => character === "\n").length + 1;
}
