import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseError } from "pg";
import { MigrationFailed } from "../database/migration-failed.ts";
import { describeFailure } from "./failure.ts";

test("a migration that fails for lack of a privilege names the privilege", () => {
  const refused = Object.assign(new DatabaseError("permission denied to create role", 0, "error"), {
    code: "42501",
  });
  const text = describeFailure(new MigrationFailed("000001-core.sql", "", refused), "external");
  assert.match(text, /^The migration 000001-core\.sql failed: permission denied to create role\n/);
  assert.match(text, /CREATEROLE/);
  assert.doesNotMatch(text, /\n +at /, "no stack");
});

test("where Kassa runs its own PostgreSQL, a failed connection isn't blamed on DATABASE_URL", () => {
  const socket = { code: "ENOENT", path: "/data/run/.s.PGSQL.5432", syscall: "connect" };
  const failures = [
    new Error("timeout expired"),
    new Error("Connection terminated unexpectedly"),
    Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("connect ENOENT /data/run/.s.PGSQL.5432"), socket),
  ];
  for (const error of failures) {
    const text = describeFailure(error, "embedded");
    assert.match(text, /Kassa's own PostgreSQL.*busy.*postgres\.log/, error.message);
    assert.doesNotMatch(text, /DATABASE_URL|bug/, error.message);
    assert.match(describeFailure(error, "external"), /DATABASE_URL/, error.message);
  }
});

test("a lock or a statement that took too long says what to do, and isn't called a bug", () => {
  for (const code of ["55P03", "57014"]) {
    const error = Object.assign(new DatabaseError("canceling statement", 0, "error"), { code });
    const text = describeFailure(error);
    assert.match(text, /again/, code);
    assert.doesNotMatch(text, /bug|\n +at /, code);
  }
});
