import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { query, sharedPlayground } from "./fixtures/playground.ts";

// First in this file, so that what it makes serves the other tests.
test("of two servers that start in the same instant on a new directory exactly one wins", async (t) => {
  const place = await sharedPlayground(t);
  const both = [place.elsewhere("serve"), place.elsewhere("serve")];
  const answers = await Promise.all(both.map((one) => one.answer));
  assert.deepEqual(answers.map(({ code }) => code ?? "open").sort(), ["data_dir_in_use", "open"]);
  const connection = answers.find((answer) => answer.connection !== undefined)?.connection;
  assert.ok(connection);
  assert.deepEqual(await query(connection, "SELECT 1 AS one"), [{ one: 1 }]);
});

test("a second server is told who holds the directory and what to set, and disturbs nothing", async (t) => {
  const place = await sharedPlayground(t);
  const holder = place.elsewhere("serve");
  const connection = await holder.connection();
  await assert.rejects(place.open("serve"), (error: Error) => {
    assert.equal("code" in error && error.code, "data_dir_in_use");
    for (const needed of [place.dataDir, `process ${holder.pid}`, "KASSA_DATA_DIR"]) {
      assert.ok(error.message.includes(needed), `"${error.message}" names ${needed}`);
    }
    return true;
  });
  assert.deepEqual(await query(connection, "SELECT 1 AS one"), [{ one: 1 }]);
});

test("a server that starts while the one before it stops waits for its end", async (t) => {
  const place = await sharedPlayground(t);
  const first = place.elsewhere("serve");
  await first.connection();
  const [next] = await Promise.all([place.open("serve"), first.end("SIGTERM")]);
  assert.deepEqual(await query(next.connection, "SELECT 1 AS one"), [{ one: 1 }]);
});

test("a command works beside a server and leaves its database alone", async (t) => {
  const place = await sharedPlayground(t);
  const server = await place.open("serve");
  const command = place.elsewhere("command");
  assert.deepEqual(await query(await command.connection(), "SELECT 1 AS one"), [{ one: 1 }]);
  await command.end("SIGTERM");
  assert.deepEqual(await query(server.connection, "SELECT 1 AS one"), [{ one: 1 }]);
});

test("a command alone starts the database and ends it", async (t) => {
  const place = await sharedPlayground(t);
  const command = await place.open("command");
  assert.deepEqual(await query(command.connection, "SELECT 1 AS one"), [{ one: 1 }]);
  await command.stop();
  assert.equal(await place.postmaster(), undefined);
});

test("a command leaves the database that it started to a server that now uses it", async (t) => {
  const place = await sharedPlayground(t);
  const starter = place.elsewhere("command");
  await starter.connection();
  const server = await place.open("serve");
  await starter.end("SIGTERM");
  assert.deepEqual(await query(server.connection, "SELECT 1 AS one"), [{ one: 1 }]);
  await server.stop();
  assert.equal(await place.postmaster(), undefined);
});

test("a command leaves the database that it started to whoever else is connected", async (t) => {
  const place = await sharedPlayground(t);
  const starter = await place.open("command");
  const other = new pg.Client(starter.connection);
  await other.connect();
  const answer = other.query("SELECT 1 AS one FROM pg_sleep(1.5)").finally(() => other.end());
  await starter.stop();
  assert.deepEqual((await answer).rows, [{ one: 1 }]);
});
