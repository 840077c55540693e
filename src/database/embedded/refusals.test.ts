import assert from "node:assert/strict";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { freshPlayground, listing, type Playground, sharedPlayground } from "./fixtures/playground.ts";

/** Asserts the refusal's code, and that its message names all of `needed`. */
async function assertRefused(place: Playground, code: string, needed: string[]): Promise<void> {
  await assert.rejects(place.open("serve"), (error: Error) => {
    assert.equal("code" in error && error.code, code, error.message);
    for (const text of needed) assert.ok(error.message.includes(text), `"${error.message}" names ${text}`);
    return true;
  });
}

/** Makes a database and ends it. */
async function makeDatabase(place: Playground): Promise<void> {
  const database = await place.open("command");
  await database.stop();
}

test("a database of another major version is refused and not touched", async (t) => {
  const place = await sharedPlayground(t);
  await makeDatabase(place);
  const versionFile = path.join(place.dataDir, "postgres", "PG_VERSION");
  const version = await readFile(versionFile, "utf8");
  await writeFile(versionFile, "17\n");
  const before = await listing(place.dataDir);
  await assertRefused(place, "postgres_version_mismatch", ["PostgreSQL 17", "PostgreSQL 18", "DATABASE_URL"]);
  assert.deepEqual(await listing(place.dataDir), before);
  assert.equal(await readFile(versionFile, "utf8"), "17\n");
  await writeFile(versionFile, version);
});

test("secrets that are lost, damaged or another database's are refused and not made anew", async (t) => {
  const place = await sharedPlayground(t);
  await makeDatabase(place);
  const file = path.join(place.dataDir, "secrets.json");
  const secrets = await readFile(file, "utf8");
  await rm(file);
  await assertRefused(place, "secrets_unusable", [file, "missing", "backup"]);
  await writeFile(file, "{}");
  await assertRefused(place, "secrets_unusable", [file, "damaged"]);
  const other = Buffer.alloc(32, 7).toString("base64");
  await writeFile(file, JSON.stringify({ databasePassword: other, secretKey: other }));
  await assertRefused(place, "secrets_unusable", [file, "doesn't fit"]);
  assert.equal(await place.postmaster(), undefined, "what was started in vain doesn't stay");
  await writeFile(file, secrets);
});

test("a PostgreSQL that can't start is quoted", async (t) => {
  const place = await sharedPlayground(t);
  await makeDatabase(place);
  const control = path.join(place.dataDir, "postgres", "global", "pg_control");
  await rename(control, `${control}.away`);
  await assertRefused(place, "start_failed", ["could not find the database system", "postgres.log"]);
  await rename(`${control}.away`, control);
});

test("a directory that is a file is refused", async (t) => {
  const place = await freshPlayground(t);
  await writeFile(place.dataDir, "a file");
  await assertRefused(place, "data_dir_unusable", [place.dataDir, "KASSA_DATA_DIR"]);
});
