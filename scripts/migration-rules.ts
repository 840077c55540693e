import { isOutsideTransaction } from "../src/database/outside-transaction.ts";
import { splitStatements } from "./split-statements.ts";

/** A migration by its file name. */
export type MigrationFile = { readonly file: string; readonly sql: string };

/** Something in a migration that blocks other processes, or that the runner can't run. */
export type Finding = {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly rule: RuleName;
  /** What is wrong and what to write instead. */
  readonly message: string;
};

type Statement = {
  /** In upper case but for names in quotes, one space between words, without comments and what strings contain. */
  readonly text: string;
  readonly line: number;
};

type Context = {
  readonly isOutsideTransaction: boolean;
  /** Tables that this migration creates: they are empty and nobody else sees them. */
  readonly newTables: ReadonlySet<string>;
  /** Columns that a validated CHECK of an earlier migration keeps from being null, as `TABLE.COLUMN`. */
  readonly neverNull: ReadonlySet<string>;
};

/** Returns the message for a statement that breaks the rule. */
type Rule = (statement: string, context: Context) => string | undefined;

const alone = "in a migration of its own whose first line is -- kassa: no transaction";

/** The table that ALTER TABLE changes, unless this migration creates it. */
function alteredTable(statement: string, { newTables }: Context): string | undefined {
  const [, table] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([^\s(]+)/.exec(statement) ?? [];
  return table === undefined || newTables.has(table) ? undefined : table;
}

/** STABLE or IMMUTABLE functions: PostgreSQL computes such a default once, for all rows there are. */
const constantFunctions = new Set([
  "NOW",
  "STATEMENT_TIMESTAMP",
  "TRANSACTION_TIMESTAMP",
  "KASSA_NOW",
  "KASSA_CLOCK",
]);

const rules = {
  "create-index": (statement, { newTables }) => {
    const [, concurrently, table = ""] =
      /^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?.*? ?ON (?:ONLY )?([^\s(]+)/.exec(statement) ?? [];
    if (table === "" || concurrently !== undefined || newTables.has(table)) return undefined;
    return `building the index blocks writes to ${table}. Write CREATE INDEX CONCURRENTLY ${alone}.`;
  },
  "drop-index": (statement) =>
    /^DROP INDEX (?!CONCURRENTLY)/.test(statement)
      ? `dropping an index blocks its table until all pending migrations are done. Write DROP INDEX CONCURRENTLY ${alone}.`
      : undefined,
  concurrently: (statement, context) =>
    /^(CREATE (UNIQUE )?INDEX|DROP INDEX|REINDEX \w+) CONCURRENTLY/.test(statement) &&
    !context.isOutsideTransaction
      ? `PostgreSQL refuses CONCURRENTLY within a transaction. Write it ${alone}.`
      : undefined,
  "add-column": (statement, context) => {
    const table = alteredTable(statement, context);
    if (table === undefined) return undefined;
    for (const [, definition = ""] of statement.matchAll(
      /ADD COLUMN (?:IF NOT EXISTS )?(.+?)(?=, ADD |, ALTER |, DROP |$)/g,
    )) {
      const why = problemOfColumn(definition, table);
      if (why !== undefined) return why;
    }
    return undefined;
  },
  "add-constraint": (statement, context) => {
    const table = alteredTable(statement, context);
    if (table === undefined) return undefined;
    const added = /ADD (?:CONSTRAINT \S+ )?(CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)\b(.*)/.exec(
      statement,
    );
    if (!added) return undefined;
    const [, kind = "", rest = ""] = added;
    if (kind === "CHECK" || kind === "FOREIGN KEY")
      return / NOT VALID\b/.test(rest)
        ? undefined
        : `the constraint is checked against all rows while ${table} is locked. Add NOT VALID, and VALIDATE CONSTRAINT ${alone}.`;
    if (/^ USING INDEX /.test(rest)) return undefined;
    return `building the index of the constraint blocks ${table}. CREATE UNIQUE INDEX CONCURRENTLY ${alone}, then ADD CONSTRAINT … USING INDEX.`;
  },
  "validate-constraint": (statement, context) =>
    / VALIDATE CONSTRAINT /.test(statement) && !context.isOutsideTransaction
      ? `pending migrations run in one transaction, which would hold the lock of ADD CONSTRAINT while all rows are read. Write it ${alone}.`
      : undefined,
  "set-not-null": (statement, context) => {
    const table = alteredTable(statement, context);
    const [, column] = /ALTER (?:COLUMN )?(\S+) SET NOT NULL/.exec(statement) ?? [];
    if (table === undefined || column === undefined || context.neverNull.has(`${table}.${column}`))
      return undefined;
    return `all rows are read while ${table} is locked. First ADD CONSTRAINT … CHECK (${column.toLowerCase()} IS NOT NULL) NOT VALID, and in an earlier migration VALIDATE CONSTRAINT; then nothing is read.`;
  },
  "change-type": (statement, context) => {
    const table = alteredTable(statement, context);
    if (table === undefined || !/ALTER (COLUMN )?\S+ (SET DATA )?TYPE /.test(statement)) return undefined;
    return `${table} is rewritten while it is locked, and the version before reads the old type. Add a column, write both, and remove the old one a release later.`;
  },
  remove: (statement, context) => {
    const table = alteredTable(statement, context);
    const removes =
      table !== undefined &&
      / (DROP COLUMN|RENAME COLUMN|RENAME TO|RENAME (?!CONSTRAINT)\S+ TO) ?/.test(statement);
    if (!removes && !/^DROP (TABLE|SCHEMA|FUNCTION|VIEW) /.test(statement)) return undefined;
    return "the version before may still use it. Remove it one release after nothing uses it, and say so: -- kassa: allow remove: not used since 1.2";
  },
  rewrite: (statement, context) => {
    const table = alteredTable(statement, context);
    if (table === undefined || !/ SET (LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/.test(statement))
      return undefined;
    return `${table} is rewritten while it is locked.`;
  },
  "lock-table": (statement) => {
    if (
      !/^(LOCK|CLUSTER|VACUUM|REINDEX (?!\w+ CONCURRENTLY)|REFRESH MATERIALIZED VIEW (?!CONCURRENTLY))\b/.test(
        statement,
      )
    )
      return undefined;
    return "it locks a whole table for as long as it takes.";
  },
  "change-rows": (statement, { newTables }) => {
    const [, table] =
      /^(?:UPDATE|DELETE FROM|TRUNCATE(?: TABLE)?) (?:ONLY )?([^\s(;]+)/.exec(statement) ?? [];
    if (table === undefined || newTables.has(table)) return undefined;
    return `rows of ${table} are locked until all pending migrations are done. Have a job change them in batches, or allow it for a table of few rows: -- kassa: allow change-rows: one row`;
  },
  repeatable: (statement, context) =>
    context.isOutsideTransaction && /^DROP INDEX CONCURRENTLY (?!IF EXISTS)/.test(statement)
      ? "a migration outside of transactions runs once more if it was cut short. Write DROP INDEX CONCURRENTLY IF EXISTS."
      : undefined,
  transaction: (statement) =>
    /^(BEGIN|START TRANSACTION|COMMIT|END|ROLLBACK|SAVEPOINT)\b/.test(statement)
      ? "the runner begins and ends transactions itself."
      : undefined,
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules | "one-statement" | "allowed-in-vain";

export const ruleNames = Object.keys(rules) as (keyof typeof rules)[];

function problemOfColumn(definition: string, table: string): string | undefined {
  const [, called] = /\bDEFAULT ([\w.]+) ?\(/.exec(definition) ?? [];
  if (called !== undefined && !constantFunctions.has(called))
    return `${table} is rewritten while it is locked if ${called.toLowerCase()}() is VOLATILE. Add the column without a default, then ALTER COLUMN … SET DEFAULT, and have a job fill the rows there are.`;
  if (/ (STORED|AS IDENTITY|SMALLSERIAL|SERIAL|BIGSERIAL)\b/.test(definition))
    return `${table} is rewritten while it is locked. Add a plain column, and have a job fill the rows there are.`;
  if (/ (CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/.test(definition))
    return `a constraint of a new column is checked against all rows while ${table} is locked. Add it apart: ADD CONSTRAINT … NOT VALID.`;
  if (/ NOT NULL\b/.test(definition) && !/ DEFAULT /.test(definition))
    return `${table} has rows, for which the column has no value. Give it a constant DEFAULT: the version before doesn't write the column.`;
  return undefined;
}

/** Checks migrations, in the order in which they run, for what would block a busy database. */
export function lintMigrations(files: readonly MigrationFile[]): Finding[] {
  const earlier: Statement[] = [];
  return files.flatMap(({ file, sql }) => {
    const statements = splitStatements(sql);
    const context = {
      isOutsideTransaction: isOutsideTransaction(sql),
      newTables: tablesCreatedBy(statements),
      neverNull: neverNullColumns(earlier),
    };
    earlier.push(...statements);
    return lintFile(file, sql, statements, context);
  });
}

function lintFile(file: string, sql: string, statements: readonly Statement[], context: Context): Finding[] {
  const exceptions = exceptionsOf(sql);
  const found = statements.flatMap((statement, index) =>
    ruleNames.flatMap((rule) => {
      const message = rules[rule](statement.text, context);
      if (message === undefined) return [];
      // An exception stands between the statement before and the statement, or on its first line.
      const after = statements[index - 1]?.line ?? 0;
      const exception = exceptions.find(
        (one) => one.rule === rule && one.line > after && one.line <= statement.line,
      );
      if (exception) {
        exception.isUsed = true;
        return [];
      }
      return [{ file, line: statement.line, rule, message }];
    }),
  );
  return [
    ...found,
    ...exceptions
      .filter(({ isUsed }) => !isUsed)
      .map(({ line, rule }) => ({
        file,
        line,
        rule: "allowed-in-vain" as const,
        message: `nothing here breaks the rule "${rule}".`,
      })),
    ...(context.isOutsideTransaction && statements.length !== 1
      ? [
          {
            file,
            line: 1,
            rule: "one-statement" as const,
            message:
              "a migration outside of transactions has exactly one statement: if it fails, nothing before it is done.",
          },
        ]
      : []),
  ];
}

type Exception = { readonly rule: string; readonly line: number; isUsed: boolean };

/** `-- kassa: allow RULE: reason`; without a reason nothing is allowed. */
function exceptionsOf(sql: string): Exception[] {
  return sql.split("\n").flatMap((text, index) => {
    const [, rule] = /^\s*-- kassa: allow ([a-z-]+): \S/.exec(text) ?? [];
    return rule === undefined ? [] : [{ rule, line: index + 1, isUsed: false }];
  });
}

function tablesCreatedBy(statements: readonly Statement[]): Set<string> {
  return new Set(
    statements.flatMap(({ text }) => /^CREATE TABLE (?:IF NOT EXISTS )?([^\s(]+)/.exec(text)?.[1] ?? []),
  );
}

/** Columns with a CHECK that they are not null, which was added NOT VALID and validated. */
function neverNullColumns(statements: readonly Statement[]): Set<string> {
  const byConstraint = new Map<string, string>();
  const columns = new Set<string>();
  for (const { text } of statements) {
    const [, table = "", name = "", column] =
      /^ALTER TABLE (?:ONLY )?(\S+) ADD CONSTRAINT (\S+) CHECK ?\( ?(\S+) IS NOT NULL ?\)/.exec(text) ?? [];
    if (column !== undefined) byConstraint.set(`${table} ${name}`, `${table}.${column}`);
    const [, validated = "", constraint = ""] =
      /^ALTER TABLE (?:ONLY )?(\S+) VALIDATE CONSTRAINT (\S+)/.exec(text) ?? [];
    const kept = byConstraint.get(`${validated} ${constraint}`);
    if (kept !== undefined) columns.add(kept);
  }
  return columns;
}
