import assert from "node:assert/strict";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { Lane, type LaneStatement, LaneUnavailable } from "../../src/database/lane.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { urlOf } from "../support/database.ts";
import { startDatabaseProxy } from "../support/proxy.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { until } from "../support/until.ts";
import { assertProblem, sessionBody, sessionsPath } from "./support.ts";

let kassa: TestApp;
before(async () => {
  // Several of these tests are about its own timeouts.
  kassa = await startTestApp({}, undefined, "production");
  await kassa.db.sql(
    "CREATE TABLE parcels (number integer PRIMARY KEY, weight integer NOT NULL CHECK (weight > 0))",
  );
  await kassa.db.sql("GRANT INSERT ON parcels TO kassa_lane");
});
after(() => kassa.close());

/** A lane into a table of this test, so that the database can refuse a row. */
type Parcel = { number: number; weight: number };
const insertParcels: LaneStatement<Parcel> = (rows) => ({
  name: "insert-parcels",
  text: "INSERT INTO parcels SELECT * FROM unnest($1::integer[], $2::integer[]) ON CONFLICT DO NOTHING",
  values: [`{${rows.map(({ number }) => number)}}`, `{${rows.map(({ weight }) => weight)}}`],
});

async function withLane(work: (lane: Lane<Parcel>) => Promise<void>, waitAtMostMs = 30_000): Promise<void> {
  const lane = new Lane(kassa.db.settings, insertParcels, { waitAtMostMs });
  await lane.open();
  await work(lane).finally(() => lane.close());
}

const create = (amount: number) => kassa.call("POST", sessionsPath, { body: sessionBody({ amount }) });

/** Ends the lane's connections as a crash of their backends would. */
const cutLane = () =>
  kassa.db.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'kassa lane'`,
  );

test("rows of one turn share a transaction, rows of another turn don't", async () => {
  await withLane(async (lane) => {
    const turn = (first: number) =>
      Promise.all([0, 1, 2, 3, 4].map((next) => lane.put({ number: first + next, weight: 1 })));
    assert.deepEqual(new Set(await turn(100)), new Set(["inserted"]));
    await turn(200);
  });
  const [turns] = await kassa.db.sql(
    "SELECT count(*), count(DISTINCT xmin::text) AS transactions FROM parcels WHERE number >= 100",
  );
  assert.deepEqual(turns, { count: 10, transactions: 2 });
});

test("a row that the database refuses doesn't fail its neighbours", async () => {
  await withLane(async (lane) => {
    const weights = [1, 2, 0, 4, -5];
    const outcomes = await Promise.allSettled(weights.map((weight, number) => lane.put({ number, weight })));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "fulfilled", "rejected", "fulfilled", "rejected"],
    );
    for (const outcome of outcomes) {
      if (outcome.status === "rejected")
        assert.equal(outcome.reason.code, "23514", "its own caller gets the error");
    }
    assert.equal(await lane.put({ number: 9, weight: 1 }), "inserted", "the lane goes on");
  });
  const rows = await kassa.db.sql<{ number: number }>(
    "SELECT number FROM parcels WHERE number < 100 ORDER BY 1",
  );
  assert.deepEqual(
    rows.map(({ number }) => number),
    [0, 1, 3, 9],
  );
});

test("batches in flight after one that fails are still written", async () => {
  await withLane(async (lane) => {
    await lane.put({ number: 599, weight: 1 });
    const turns: Promise<PromiseSettledResult<unknown>[]>[] = [];
    for (let first = 600; first < 1_000; first += 40) {
      const rows = Array.from({ length: 40 }, (_, next) =>
        lane.put({ number: first + next, weight: next % 20 }),
      );
      turns.push(Promise.allSettled(rows));
      await new Promise(setImmediate);
    }
    const refused = (await Promise.all(turns)).flat().filter(({ status }) => status === "rejected");
    assert.deepEqual(
      new Set(refused.map((outcome) => "reason" in outcome && outcome.reason.code)),
      new Set(["23514"]),
    );
    assert.equal(refused.length, 20);
  });
  const [written] = await kassa.db.sql("SELECT count(*) FROM parcels WHERE number BETWEEN 600 AND 999");
  assert.deepEqual(written, { count: 380 });
});

test("tells the whole batch that a key existed, and inserts the other rows", async () => {
  await withLane(async (lane) => {
    assert.equal(await lane.put({ number: 300, weight: 1 }), "inserted");
    const outcomes = await Promise.all([300, 301].map((number) => lane.put({ number, weight: 2 })));
    assert.deepEqual(outcomes, ["some_row_existed", "some_row_existed"]);
  });
  const rows = await kassa.db.sql(
    "SELECT number, weight FROM parcels WHERE number BETWEEN 300 AND 399 ORDER BY 1",
  );
  assert.deepEqual(rows, [
    { number: 300, weight: 1 },
    { number: 301, weight: 2 },
  ]);
});

test("a lane that can't reach the database refuses within the time limit", async () => {
  await withLane(async (lane) => {
    await kassa.db.sql("BEGIN");
    await kassa.db.sql("LOCK TABLE parcels");
    const watch = startStopwatch();
    const stuck = lane.put({ number: 400, weight: 1 });
    await sleep(20);
    await assert.rejects(lane.put({ number: 402, weight: 1 }), LaneUnavailable);
    watch.assertWithin(2_000, "the refusal");
    await kassa.db.sql("COMMIT");
    await stuck;
  }, 1_500);
  const rows = await kassa.db.sql<{ number: number }>(
    "SELECT number FROM parcels WHERE number BETWEEN 400 AND 499 ORDER BY 1",
  );
  assert.deepEqual(
    rows.map(({ number }) => number),
    [400],
    "a refused row isn't written later",
  );
});

test("drops the connection to a backend that stops responding, and continues on another", async (t) => {
  const lane = new Lane(kassa.db.settings, insertParcels, { answerWithinMs: 300 });
  t.after(() => lane.close());
  await lane.open();
  // On a machine that stalls, 300 ms may be too short for any row.
  const isIn = (number: number) => lane.put({ number, weight: 1 }).catch(() => undefined);
  await until(() => isIn(500), "the lane writes");
  const [backend] = await kassa.db.sql<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'kassa lane' AND query = 'COMMIT' AND datname = current_database() ORDER BY backend_start DESC LIMIT 1",
  );
  assert.ok(backend);
  process.kill(backend.pid, "SIGSTOP");
  try {
    const turns = [];
    for (const first of [501, 521]) {
      turns.push(...Array.from({ length: 20 }, (_, next) => lane.put({ number: first + next, weight: 1 })));
      await new Promise(setImmediate);
    }
    const outcomes = await Promise.allSettled(turns);
    assert.ok(
      outcomes.every((outcome) => outcome.status === "rejected" && outcome.reason instanceof LaneUnavailable),
    );
  } finally {
    process.kill(backend.pid, "SIGCONT");
  }
  await until(() => isIn(541), "the lane goes on with another connection");
});

test("drops a connection to a read-only server, and continues on another", async () => {
  const [row] = await kassa.db.sql<{ name: string }>("SELECT current_database() AS name");
  const setting = `ALTER DATABASE ${row?.name} SET default_transaction_read_only`;
  await kassa.db.sql(`${setting} = on`);
  await withLane(async (lane) => {
    await kassa.db.sql(`${setting} = off`);
    const isIn = () => lane.put({ number: 300, weight: 1 }).catch(() => undefined);
    await until(isIn, "a lane that started on a standby writes to the primary");
  });
});

test("batches of the same keys from several processes don't deadlock", async () => {
  await withLane(async (one) => {
    await withLane(async (two) => {
      for (let round = 1; round <= 4; round += 1) {
        const numbers = Array.from({ length: 200 }, (_, index) => round * 1_000 + index);
        const forth = numbers.map((number) => one.put({ number, weight: 1 }));
        const back = numbers.toReversed().map((number) => two.put({ number, weight: 1 }));
        const outcomes = await Promise.allSettled([...forth, ...back]);
        assert.equal(
          outcomes.find(({ status }) => status === "rejected"),
          undefined,
        );
      }
    });
  });
});

test("connections that are cut under load lose no acknowledged session, and the lane recovers by itself", {
  timeout: 60_000,
}, async () => {
  const statuses = new Map<number, number>();
  const acknowledged: string[] = [];
  let amount = 0;
  let running = true;
  const client = async (): Promise<void> => {
    while (running) {
      const answer = await create(++amount);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) {
        acknowledged.push(answer.body.id);
        continue;
      }
      assertProblem(answer, "service_unavailable");
      assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    }
  };
  const clients = Array.from({ length: 16 }, client);
  try {
    // On a busy machine a cut may hit no request in flight.
    for (let round = 0; round < 7 || !statuses.has(503); round += 1) {
      if (round > 0) await cutLane();
      const enough = acknowledged.length + 30;
      await until(() => acknowledged.length >= enough, "the lane serves again after a cut");
    }
  } finally {
    running = false;
    await Promise.all(clients);
  }
  const rows = await kassa.db.sql<{ id: string }>("SELECT id FROM checkout_sessions WHERE id = ANY($1)", [
    acknowledged,
  ]);
  assert.equal(rows.length, acknowledged.length, "every acknowledged session is in the database");
  await until(async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(++amount)));
    return answers.every(({ status }) => status === 200);
  }, "fifty creates at once are all 200");
});

test("answers 503 within two seconds while no connection can be made, and then recovers", {
  timeout: 60_000,
}, async () => {
  const name = new URL(kassa.db.settings.connectionString ?? "").pathname.slice(1);
  const administrator = new Client({ connectionString: urlOf("postgres") });
  await administrator.connect();
  try {
    await administrator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await administrator.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'kassa %'",
      [name],
    );
    await sleep(100);
    for (const key of [kassa.tenant.keys.sandbox.secret, kassa.tenant.keys.live.secret]) {
      for (const body of [undefined, sessionBody()]) {
        const watch = startStopwatch();
        const answer = await kassa.call(body ? "POST" : "GET", sessionsPath, {
          key,
          ...(body ? { body } : {}),
        });
        assertProblem(answer, "service_unavailable");
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
        watch.assertWithin(2_000, "the 503");
      }
    }
  } finally {
    await administrator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await administrator.end();
  }
  const watch = startStopwatch();
  await until(async () => (await create(1)).status === 200, "creates are 200 again", 60_000);
  watch.assertWithin(5_000, "recovery");
});

test("gives up a new connection that stays silent, and tries the next one", async (t) => {
  const proxy = await startDatabaseProxy(kassa.db.settings);
  t.after(() => proxy.close());
  const { port } = new URL(String(proxy.settings.connectionString));
  const sockets = new Set<Socket>();
  let isSilent = false;
  // Like a proxy whose PostgreSQL is gone: it accepts the connection and stays silent.
  const front = createServer((socket) => {
    sockets.add(socket);
    if (isSilent) {
      isSilent = false;
      return;
    }
    const behind = connect(Number(port), "127.0.0.1");
    socket
      .on("error", () => {})
      .pipe(behind.on("error", () => {}))
      .pipe(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    front.close();
  };
  t.after(close);
  const address = new URL(String(proxy.settings.connectionString));
  address.port = String((front.address() as AddressInfo).port);
  const limits = { answerWithinMs: 1_000, waitAtMostMs: 60_000 };
  const lane = new Lane({ connectionString: address.href }, insertParcels, limits);
  t.after(() => lane.close());
  await lane.open();
  isSilent = true;
  for (const socket of sockets) socket.destroy();
  await until(() => !isSilent, "the silent connection is made");
  assert.equal(await lane.put({ number: 900, weight: 1 }), "inserted");
});
