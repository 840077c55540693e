import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { useTestDatabase } from "../../test/support/database.ts";
import { until } from "../../test/support/until.ts";
import { inTurn } from "./in-turn.ts";

const db = useTestDatabase({ waits: "production" });

test("an import waits for others of its account longer than PostgreSQL lets anybody wait for a lock", async () => {
  const other = new pg.Client(db.settings);
  await other.connect();
  await other.query("SELECT pg_advisory_lock(42)");
  const scope = { tenantId: 1, mode: "live" } as const;
  const lock = "SELECT pg_advisory_xact_lock(42)";
  let tries = 0;
  const importing = inTurn(db.database, scope, (trx) => {
    tries += 1;
    return trx.query(lock);
  });
  await until(() => tries === 2, "PostgreSQL has ended the first wait");
  await other.query("SELECT pg_advisory_unlock(42)");
  await importing;
  await other.end();
  await assert.rejects(
    inTurn(db.database, scope, (trx) => trx.query("SELECT FROM nothing")),
    { code: "42P01" },
  );
});
