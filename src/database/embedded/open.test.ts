import assert from "node:assert/strict";
import { rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { freshPlayground, query, sharedPlayground } from "./fixtures/playground.ts";

// First in this file, so that what it makes serves the other tests.
test("a first start makes a database, and the next one finds its data and secret", async (t) => {
  const place = await sharedPlayground(t);
  const first = await place.open("serve");
  await query(first.connection, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  assert.equal(await place.postmaster(), undefined, "stop() ends PostgreSQL");

  const lines: string[] = [];
  const second = await place.open("serve", (line) => lines.push(line));
  assert.deepEqual(await query(second.connection, "SELECT answer FROM kept"), [{ answer: 42 }]);
  assert.deepEqual(second.secretKeys, first.secretKeys);
  assert.equal(Buffer.from(second.secretKeys.current, "base64").length, 32);
  assert.deepEqual(lines, ["Starting the database …"]);
});

test("the database is durable, closed to the network, and kept as UTF-8 with checksums", async (t) => {
  const { connection } = await (await sharedPlayground(t)).open("serve");
  const wanted = {
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    listen_addresses: "",
    server_encoding: "UTF8",
    data_checksums: "on",
  };
  const names = Object.keys(wanted).join(",");
  const rows = await query(
    connection,
    `SELECT name, setting FROM pg_settings WHERE name = ANY('{${names}}')`,
  );
  assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), wanted);
});

test("the files are closed to other users, and the socket asks for the password", async (t) => {
  const place = await sharedPlayground(t);
  const { connection } = await place.open("serve");
  const modeOf = async (name: string) => (await stat(path.join(place.dataDir, name))).mode & 0o777;
  assert.equal(await modeOf("secrets.json"), 0o600);
  assert.equal(await modeOf("postgres"), 0o700);
  assert.equal(await modeOf("run"), 0o700);
  assert.equal(await modeOf("postgres.log"), 0o600);
  await assert.rejects(query({ ...connection, password: "wrong" }, "SELECT 1"), { code: "28P01" });
});

test("a path with spaces, quotes and commas works", async (t) => {
  const place = await freshPlayground(t, `it's a "shop", 50% off`);
  const { connection } = await place.open("serve");
  assert.deepEqual(await query(connection, "SELECT 1 AS one"), [{ one: 1 }]);
});

test("a path too long for a socket puts it elsewhere, where other processes find it", async (t) => {
  const place = await freshPlayground(t, "very-long-".repeat(12), "and-longer-".repeat(12));
  const { connection } = await place.open("serve");
  t.after(() => rmdir(connection.host));
  assert.match(connection.host, /^\/tmp\/kassa-[0-9a-f]{16}$/);
  assert.equal((await stat(connection.host)).mode & 0o777, 0o700);
  assert.equal((await place.elsewhere("command").connection()).host, connection.host);
});

test("the secret key is changed while no server runs, and a change that was cut short goes on", async (t) => {
  const place = await freshPlayground(t);
  const first = await place.open("command");
  const { current } = first.secretKeys;
  const changed = await first.beginKeyChange();
  assert.equal(changed.other, current);
  assert.notEqual(changed.current, current);
  await first.stop();

  const again = await place.open("command");
  assert.deepEqual(again.secretKeys, changed, "both keys are there after the interruption");
  assert.deepEqual(await again.beginKeyChange(), changed, "no third key is made");
  await again.endKeyChange();
  await again.stop();

  const server = await place.open("serve");
  assert.deepEqual(server.secretKeys, { current: changed.current, other: undefined });
  const beside = await place.open("command");
  await assert.rejects(beside.beginKeyChange(), { code: "data_dir_in_use" });
});
