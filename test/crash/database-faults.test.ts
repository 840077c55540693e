import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { type App, makeApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { problemOf } from "../../src/http/problem-of.ts";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../../src/payments/attempts/reconcile.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { patientAcquireTimeoutMs } from "../support/database.ts";
import { beyondAnyCallMs, cardOf, type PaymentTestbed, startPaymentTestbed } from "../support/payments.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/proxy.ts";
import { startStopwatch } from "../support/stopwatch.ts";
import { until } from "../support/until.ts";
import { Visitor } from "./testbed.ts";

const body = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };
const create = "/api/checkout/sessions";

test("backends that die during creates lose and duplicate no acknowledged session, and Kassa recovers by itself", async () => {
  const kassa = await startTestApp({}, undefined, "production");
  try {
    const made = new Map<string, string>();
    const others = new Set<number>();
    const startedAt = performance.now();
    // Two seconds, or on a slow machine until a connection in use has died.
    const isRunning = (): boolean => {
      const forMs = performance.now() - startedAt;
      return forMs < 2_000 || (others.size === 0 && forMs < 60_000);
    };
    let count = 0;
    const client = async (): Promise<void> => {
      while (isRunning()) {
        count += 1;
        const key = `key-${count}`;
        for (let answered = false; !answered; ) {
          const answer = await kassa.call("POST", create, { body, headers: { "idempotency-key": key } });
          answered = answer.status === 200;
          if (answered) made.set(key, answer.body.id);
          else others.add(answer.status);
          if (answer.status === 503) assert.ok(answer.headers.get("retry-after"));
        }
      }
    };
    await Promise.all([...Array.from({ length: 8 }, client), killBackends(kassa, isRunning)]);
    assert.deepEqual([...others], [503]);
    const stored = await kassa.db.sql<{ key: string; id: string }>(
      "SELECT idempotency_key AS key, id FROM checkout_sessions",
    );
    assert.deepEqual(new Map(stored.map(({ key, id }) => [key, id])), made);
    assert.equal(stored.length, made.size);
    await until(
      async () => (await kassa.call("POST", create, { body })).status === 200,
      "creates are served",
    );
    await until(async () => (await kassa.call("GET", create)).status === 200, "reads are served");
  } finally {
    await kassa.close();
  }
});

/** Terminates one of Kassa's connections after the other, those of the lane and those of requests. */
async function killBackends({ db }: TestApp, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    await db.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name IN ('kassa lane', 'kassa request')
       ORDER BY random() LIMIT 1`,
    );
    await sleep(100);
  }
}

test("with 200 clients and a stuck pool of two, each gets a response within two seconds, and Kassa recovers", async () => {
  const kassa = await startTestApp({ KASSA_DATABASE_POOL: "2" }, undefined, "production");
  try {
    const id = await until(
      async () => (await kassa.call("POST", create, { body })).body.id as string | undefined,
      "a session is made",
    );
    const read = async () => (await kassa.call("GET", `${create}/${id}`)).status;
    // Open the connections before the timing starts: 200 at once take this process a quarter of a second.
    await Promise.all(Array.from({ length: 200 }, read));
    await kassa.db.sql("BEGIN");
    await kassa.db.sql("LOCK checkout_sessions IN ACCESS EXCLUSIVE MODE");
    const watch = startStopwatch();
    const answers = Promise.all(Array.from({ length: 200 }, read));
    // Longer than Kassa waits for a connection.
    await sleep(1_600);
    await kassa.db.sql("COMMIT");
    const refused = (await answers).filter((status) => status === 503).length;
    watch.assertWithin(2_000, "the last of the 200 answers");
    // On a machine that stalls, requests with a connection may time out as well.
    const served = (await answers).filter((status) => status === 200).length;
    assert.equal(served + refused, 200);
    assert.ok(refused > 0, "no request was refused");
    await until(async () => (await read()) === 200, "reads are served again");
  } finally {
    await kassa.close();
  }
});

// COMMIT's response is lost: PostgreSQL has committed, the connection dies, and Kassa can't know.
let rig: PaymentTestbed;
/** One proxy for a whole process with its background work, and one for a pool without any. */
let busyProxy: DatabaseProxy;
let proxy: DatabaseProxy;
let faultyDatabase: Database;
let app: App;
let url: string;
before(async () => {
  rig = await startPaymentTestbed();
  busyProxy = await startDatabaseProxy(rig.db.settings);
  proxy = await startDatabaseProxy(rig.db.settings);
  faultyDatabase = openDatabase(proxy.settings, { acquireTimeoutMs: patientAcquireTimeoutMs });
  const config = readConfig({
    PORT: "0",
    KASSA_RATE_LIMIT: "off",
    KASSA_METRICS_PORT: "off",
    KASSA_SANDBOX_PSP_URL: rig.psp.url,
  });
  app = makeApp({
    config,
    settings: busyProxy.settings,
    keyring: rig.keyring,
    logger: pino({ level: "silent" }),
    acquireTimeoutMs: patientAcquireTimeoutMs,
  });
  url = await app.start();
});
after(async () => {
  await app.stop();
  await faultyDatabase.close();
  await Promise.all([proxy.close(), busyProxy.close()]);
  await rig.close();
});

test("a connection that dies between two statements fails only its transaction, as unavailable", async () => {
  const { db, scope } = rig;
  for (let count = 0; count < 4; count += 1) {
    const work = db.database.inTenant(scope, async (trx) => {
      const row = await trx.one<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      await db.sql("SELECT pg_terminate_backend($1::int)", [row?.pid]);
      await sleep(20);
      await trx.query("SELECT 1");
    });
    const error = await work.then(
      () => undefined,
      (reason: Error) => reason,
    );
    assert.ok(error);
    assert.equal(problemOf(error).code, "service_unavailable", error.message);
  }
  assert.deepEqual(await db.database.inTenant(scope, (trx) => trx.query("SELECT 1 AS one")), [{ one: 1 }]);
});

test("losing the response to a create's commit answers 503, and the retry with the same key finds its session", async () => {
  const visitor = new Visitor({ url }, rig.tenant.keys.sandbox.secret);
  const headers = { "idempotency-key": "lost-answer" };
  // Makes the key cached: otherwise its lookup, which commits too, would be cut.
  await visitor.api("/checkout/sessions", body);
  await rig.db.sql("DELETE FROM checkout_sessions");
  // Background work commits all the time; sooner or later the create's commit is cut.
  let committed: object[] = [];
  for (let tries = 0; tries < 50 && committed.length === 0; tries += 1) {
    const cut = busyProxy.loseAnswerToCommit();
    await sleep(tries % 5);
    // Not with the visitor, which would retry on 503.
    const answer = await fetch(`${url}/api/checkout/sessions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${rig.tenant.keys.sandbox.secret}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const refused = answer.status === 503 && /service_unavailable/.test(await answer.text());
    await cut;
    if (refused) committed = await rig.db.sql("SELECT id FROM checkout_sessions");
    else await rig.db.sql("DELETE FROM checkout_sessions");
    await sleep(300);
  }
  const { id } = await visitor.api("/checkout/sessions", body, headers);
  assert.deepEqual(committed, [{ id }]);
  assert.deepEqual(await rig.db.sql("SELECT id FROM checkout_sessions"), committed);
});

test("losing the response to the intent's commit never calls the PSP, and the session can be paid again", async () => {
  const session = await rig.makeSession();
  const deps = { ...rig.deps, database: faultyDatabase };
  const cut = proxy.loseAnswerToCommit();
  await assert.rejects(beginPayment(deps, rig.scope, session, cardOf("approved")));
  await cut;
  assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueAttempts(deps);
  // The running app on the same database has jobs too, and may have been faster.
  await until(async () => !/processing/.test(await rig.summaryOf(session)), "the attempt is given up");
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
  await beginPayment(deps, rig.scope, session, cardOf("approved"));
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  await rig.assertInvariants();
});

test("losing the response to the outcome's commit leaves it committed once", async () => {
  const session = await rig.makeSession();
  const deps = { ...rig.deps, database: faultyDatabase };
  const cut = proxy.loseAnswerToCommit(1);
  await assert.rejects(beginPayment(deps, rig.scope, session, cardOf("approved")));
  await cut;
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.deepEqual(await rig.eventsOf(session), ["payment.captured", "checkout.session.completed"]);
  await rig.assertInvariants();
});
