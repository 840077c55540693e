import assert from "node:assert/strict";
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { bringUp } from "./bring-up.ts";
import { type Playground, query, sharedPlayground, waitForAnswer } from "./fixtures/playground.ts";
import { prepare } from "./prepare.ts";

// First in this file, so that what it makes serves the other tests.
test("a start that is killed while it makes the database leaves nothing broken, and the next one sweeps", async (t) => {
  const place = await sharedPlayground(t);
  const killed = place.elsewhere("serve");
  killed.answer.catch(() => undefined);
  await waitForStaging(place.dataDir);
  await sleep(100);
  await killed.end("SIGKILL");
  await assert.rejects(stat(path.join(place.dataDir, "postgres")), { code: "ENOENT" });
  // The number is above the kernel's highest, 2^22, so it is no process's.
  await mkdir(path.join(place.dataDir, "postgres.new-4194305-abcd", "cluster", "base"), { recursive: true });

  const { connection } = await place.open("serve");
  assert.deepEqual(await query(connection, "SELECT 1 AS one"), [{ one: 1 }]);
  const left = await readdir(place.dataDir);
  assert.deepEqual(left.sort(), ["postgres", "postgres.log", "run", "secrets.json", "server.json"]);
});

async function waitForStaging(dataDir: string): Promise<void> {
  for (;;) {
    const names = await readdir(dataDir).catch(() => []);
    if (names.some((name) => name.startsWith("postgres.new-"))) return;
    await sleep(5);
  }
}

test("after a kill -9 of the server, the next one adopts its PostgreSQL at once", async (t) => {
  const place = await sharedPlayground(t);
  const killed = place.elsewhere("serve");
  await query(await killed.connection(), "CREATE TABLE adopted AS SELECT 42 AS answer");
  const orphan = await place.postmaster();
  await killed.end("SIGKILL");

  const next = await place.open("serve");
  assert.equal(await place.postmaster(), orphan);
  assert.deepEqual(await query(next.connection, "SELECT answer FROM adopted"), [{ answer: 42 }]);
  await next.stop();
  assert.equal(await place.postmaster(), undefined, "an adopted PostgreSQL is ended like an own one");
});

test("an orphan that runs with another version's settings is started again with this one's", async (t) => {
  const place = await sharedPlayground(t);
  await (await place.open("serve")).stop();
  const { deps } = await prepare({
    dataDir: place.dataDir,
    isServer: true,
    mayCreate: true,
    log: () => undefined,
  });
  const older = {
    ...deps.launch.settings,
    args: [...deps.launch.settings.args, "-c", "cluster_name=kassa-older"],
  };
  const { postmaster, client } = await bringUp({ ...deps, launch: { ...deps.launch, settings: older } });
  await client.end();

  const { connection } = await place.open("serve");
  assert.notEqual(await place.postmaster(), postmaster.pid);
  const [row] = await query(connection, "SHOW cluster_name");
  assert.equal(row?.cluster_name, deps.launch.settings.fingerprint);
});

test("after a kill -9 of PostgreSQL it comes back with all that was committed, also when adopted", async (t) => {
  const place = await sharedPlayground(t);
  const first = place.elsewhere("serve");
  const connection = await first.connection();
  await query(connection, "CREATE TABLE kept AS SELECT 42 AS answer");
  const own = await place.killPostmaster();
  await waitForAnswer(connection, 60_000);
  assert.notEqual(await place.postmaster(), own);

  await first.end("SIGKILL");
  await place.open("serve");
  await place.killPostmaster();
  await waitForAnswer(connection, 60_000);
  assert.deepEqual(await query(connection, "SELECT answer FROM kept"), [{ answer: 42 }]);
});

test("backends that outlive a killed postmaster are waited for", async (t) => {
  const place = await sharedPlayground(t);
  const { connection } = await place.open("serve");
  // A backend that computes doesn't look up, so it notices its postmaster's end only when it is done.
  const computing = query(connection, "SELECT count(*) FROM generate_series(1, 8000000)").catch(() => "lost");
  await sleep(200);
  await place.killPostmaster();
  await waitForAnswer(connection, 60_000);
  await computing;
});

test("the server's lock comes back with its database", async (t) => {
  const place = await sharedPlayground(t);
  const { connection } = await place.open("serve");
  await place.killPostmaster();
  await waitForAnswer(connection, 60_000);
  assert.equal((await place.elsewhere("serve").answer).code, "data_dir_in_use");
});

test("a Ctrl-C in the terminal doesn't end PostgreSQL before Kassa is done", async (t) => {
  const place = await sharedPlayground(t);
  const server = place.elsewhere("serve");
  const connection = await server.connection();
  process.kill(-server.pid, "SIGINT");
  await sleep(300);
  assert.deepEqual(await query(connection, "SELECT 1 AS one"), [{ one: 1 }]);
  await server.end("SIGTERM");
  assert.equal(await place.postmaster(), undefined);
});

test("a stop while PostgreSQL is being started again ends it for good", async (t) => {
  const place = await sharedPlayground(t);
  const server = await place.open("serve");
  await place.killPostmaster();
  await sleep(30);
  await server.stop();
  await sleep(500);
  assert.equal(await place.postmaster(), undefined);
});

test("a postmaster.pid whose number is now a stranger's, or that a power cut emptied, stops no start", async (t) => {
  const place = await sharedPlayground(t);
  await (await place.open("serve")).stop();
  await openBesidePidFile(place, `${process.pid}\n${place.dataDir}/postgres\n1700000000\n5432\n\n\n`);
  await openBesidePidFile(place, "");
});

const LONG_AGO = new Date("2020-01-01");

async function openBesidePidFile(place: Playground, text: string): Promise<void> {
  for (const name of ["postgres/postmaster.pid", "run/.s.PGSQL.5432.lock"]) {
    const file = path.join(place.dataDir, name);
    await writeFile(file, text);
    // An empty file that is new belongs to a start under way, and is waited for.
    await utimes(file, LONG_AGO, LONG_AGO);
  }
  const database = await place.open("serve");
  assert.deepEqual(await query(database.connection, "SELECT 1 AS one"), [{ one: 1 }]);
  await database.stop();
}
