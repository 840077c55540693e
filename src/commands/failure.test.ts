import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseError } from "pg";
import { MigrationFailed } from "../database/migration-failed.ts";
import { describeFailure } from "./failure.ts";

test("a migration that fails for lack of a privilege names the privilege", () => {
  const refused = Object.assign(new DatabaseError("permission denied to create role", 0, "error"), {
    code: "42501",
  });
  const text = describeFailure(new MigrationFailed("000001-core.sql", "", refused));
  assert.match(text, /^The migration 000001-core\.sql failed: permission denied to create role\n/);
  assert.match(text, /CREATEROLE/);
  assert.doesNotMatch(text, /\n +at /, "no stack");
});

test("a lock or a statement that took too long says what to do, and isn't called a bug", () => {
  for (const code of ["55P03", "57014"]) {
    const error = Object.assign(new DatabaseError("canceling statement", 0, "error"), { code });
    const text = describeFailure(error);
    assert.match(text, /again/, code);
    assert.doesNotMatch(text, /bug|\n +at /, code);
  }
});
