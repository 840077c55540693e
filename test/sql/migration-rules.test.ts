import assert from "node:assert/strict";
import { test } from "node:test";
import { lintMigrations, ruleNames } from "../../scripts/migration-rules.ts";
import { splitStatements } from "../../scripts/split-statements.ts";

const alone = "-- kassa: no transaction\n";

/** Statements that break a rule, by its name. */
const bad: Readonly<Record<string, readonly string[]>> = {
  "create-index": [
    "CREATE INDEX payments_note ON payments (tenant_id, note);",
    "CREATE UNIQUE INDEX ON payments USING btree (tenant_id, note);",
    'create index if not exists "payments_note" on only "payments" (note);',
  ],
  "drop-index": ["DROP INDEX payments_status;", "DROP INDEX IF EXISTS payments_status;"],
  concurrently: [
    "CREATE INDEX CONCURRENTLY payments_note ON payments (tenant_id, note);",
    "DROP INDEX CONCURRENTLY IF EXISTS payments_status;",
  ],
  "add-column": [
    "ALTER TABLE payments ADD COLUMN token text DEFAULT gen_random_uuid();",
    "ALTER TABLE payments ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;",
    "ALTER TABLE payments ADD COLUMN folded text GENERATED ALWAYS AS (lower(note)) STORED;",
    "ALTER TABLE payments ADD COLUMN note text CHECK (note <> '');",
    "ALTER TABLE payments ADD COLUMN note text, ADD COLUMN other text NOT NULL;",
  ],
  "add-constraint": [
    "ALTER TABLE payments ADD CONSTRAINT positive CHECK (amount > 0);",
    "ALTER TABLE payments ADD CHECK (amount > 0);",
    "ALTER TABLE payments ADD FOREIGN KEY (tenant_id, session_id) REFERENCES checkout_sessions;",
    "ALTER TABLE payments ADD CONSTRAINT once UNIQUE (tenant_id, note);",
  ],
  "validate-constraint": ["ALTER TABLE payments VALIDATE CONSTRAINT positive;"],
  "set-not-null": ["ALTER TABLE payments ALTER COLUMN note SET NOT NULL;"],
  "change-type": [
    "ALTER TABLE payments ALTER COLUMN amount TYPE numeric;",
    "ALTER TABLE payments ALTER amount SET DATA TYPE numeric;",
  ],
  remove: [
    "ALTER TABLE payments DROP COLUMN metadata;",
    "ALTER TABLE payments RENAME COLUMN metadata TO labels;",
    "ALTER TABLE payments RENAME metadata TO labels;",
    "ALTER TABLE payments RENAME TO charges;",
    "DROP TABLE recent_declines;",
  ],
  rewrite: ["ALTER TABLE payments SET UNLOGGED;"],
  "lock-table": ["LOCK TABLE payments;", "REINDEX TABLE payments;", "VACUUM FULL payments;"],
  "change-rows": ["UPDATE payments SET metadata = NULL;", "DELETE FROM recent_declines;", "TRUNCATE events;"],
  repeatable: [`${alone}DROP INDEX CONCURRENTLY payments_status;`],
  transaction: ["BEGIN;", "COMMIT;"],
};

const lint = (sql: string) => lintMigrations([{ file: "000003-new.sql", sql }]);
const rulesBrokenBy = (sql: string): string[] => lint(sql).map(({ rule }) => rule);

for (const rule of ruleNames) {
  test(`the rule ${rule} finds each statement that breaks it`, () => {
    assert.ok(bad[rule], "there is an example");
    for (const sql of bad[rule]) assert.deepEqual(rulesBrokenBy(sql), [rule], sql);
  });
}

test("statements that block nobody pass", () => {
  const good = [
    "CREATE TABLE notes (tenant_id bigint, note text CHECK (note <> '')); CREATE INDEX notes_note ON notes (note);",
    "CREATE TABLE notes (tenant_id bigint); ALTER TABLE notes ADD CONSTRAINT one CHECK (tenant_id > 1); INSERT INTO notes VALUES (2);",
    "ALTER TABLE payments ADD COLUMN note text;",
    "ALTER TABLE payments ADD COLUMN noted_at timestamptz NOT NULL DEFAULT now(), ADD COLUMN count integer NOT NULL DEFAULT 0;",
    "ALTER TABLE payments ADD CONSTRAINT positive CHECK (amount > 0) NOT VALID;",
    "ALTER TABLE payments ADD CONSTRAINT once UNIQUE USING INDEX payments_once;",
    "ALTER TABLE payments DROP CONSTRAINT positive;",
    "GRANT SELECT ON payments TO kassa_worker;",
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE payments SET metadata = NULL; $$;",
    `${alone}-- For lists by note.\nCREATE INDEX CONCURRENTLY payments_note ON payments (tenant_id, note);`,
    `${alone}ALTER TABLE payments VALIDATE CONSTRAINT positive;`,
    `${alone}DROP INDEX CONCURRENTLY IF EXISTS payments_status;`,
  ];
  for (const sql of good) assert.deepEqual(lint(sql), [], sql);
});

test("a column becomes NOT NULL once an earlier migration has validated a CHECK", () => {
  const add = "ALTER TABLE payments ADD CONSTRAINT noted CHECK (note IS NOT NULL) NOT VALID;";
  const validate = `${alone}ALTER TABLE payments VALIDATE CONSTRAINT noted;`;
  const set = "ALTER TABLE payments ALTER COLUMN note SET NOT NULL;";
  const asFiles = (...texts: string[]) => texts.map((sql, index) => ({ file: `00000${index}.sql`, sql }));
  assert.deepEqual(lintMigrations(asFiles(add, validate, set)), []);
  assert.equal(lintMigrations(asFiles(add, set)).length, 1);
});

test("an exception with a reason allows one statement, and is refused where nothing needs it", () => {
  const drop = "ALTER TABLE payments DROP COLUMN metadata;\n";
  const allow = "-- kassa: allow remove: not used since 1.2\n";
  assert.deepEqual(rulesBrokenBy(allow + drop), []);
  assert.deepEqual(rulesBrokenBy(allow + drop + drop), ["remove"]);
  assert.deepEqual(rulesBrokenBy(`-- kassa: allow remove:\n${drop}`), ["remove"]);
  assert.deepEqual(rulesBrokenBy(`${allow}SELECT 1;`), ["allowed-in-vain"]);
});

test("a migration outside of transactions has one statement", () => {
  const two = `${alone}ALTER TABLE payments VALIDATE CONSTRAINT a; ALTER TABLE payments VALIDATE CONSTRAINT b;`;
  assert.deepEqual(rulesBrokenBy(two), ["one-statement"]);
});

test("a finding names the line of its statement", () => {
  const [finding] = lint("-- Why.\nSELECT 1;\n\n-- More.\nALTER TABLE payments\n  DROP COLUMN metadata;\n");
  assert.equal(finding?.line, 5);
});

test("statements are split as PostgreSQL splits them", () => {
  const sql = `SELECT ';', E'\\';', "Mixed;Case", "plain" -- ; no end
    /* ; */ FROM t; DO $x$ BEGIN; END $x$;`;
  assert.deepEqual(
    splitStatements(sql).map(({ text }) => text),
    [`SELECT '', '', "Mixed;Case", PLAIN FROM T`, "DO ''"],
  );
});
