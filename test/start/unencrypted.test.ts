import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runKassaHere } from "../support/command.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { startServe } from "../support/process.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/proxy.ts";
import { until } from "../support/until.ts";

/** Kassa warns at each start, and doctor whenever it runs, if payments would cross a network unencrypted. */
let db: TestDatabase;
let network: DatabaseProxy;
before(async () => {
  db = await openTestDatabase();
  network = await startDatabaseProxy(db.settings);
});
after(async () => {
  await network.close();
  await db.close();
});

const secret = "a secret key of more than thirty-two characters";

/** 0.0.0.0: not recognized as loopback, but the connection stays on this machine. */
function remoteUrl(more: Record<string, string> = {}): string {
  const url = new URL(String(network.settings.connectionString));
  url.hostname = "0.0.0.0";
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

const publicWarning =
  /KASSA_PUBLIC_URL is http:\/\/pay\.example: live API keys and payment pages would cross/;
const databaseWarning = /DATABASE_URL names another machine without TLS/;

test("serve and doctor warn of a public http URL and of a remote database without TLS", async (t) => {
  const env = {
    DATABASE_URL: remoteUrl(),
    KASSA_SECRET_KEY: secret,
    KASSA_PUBLIC_URL: "http://pay.example",
  };
  const server = await startServe(env);
  t.after(() => server.end());
  await until(async () => databaseWarning.test(server.printed()), "both warnings are logged");
  assert.match(server.printed(), publicWarning);
  assert.match(server.printed(), /"advice":"Add \?sslmode=verify-full/);
  assert.ok(!server.printed().includes(new URL(env.DATABASE_URL).password));

  const examined = await runKassaHere(["doctor"], { env });
  assert.match(examined.stdout, /^! Encryption: KASSA_PUBLIC_URL is http:\/\/pay\.example/m);
  assert.match(examined.stdout, /^! Encryption: DATABASE_URL names another machine without TLS/m);
});

test("doctor doesn't warn if the URL is https and PGSSLMODE requires TLS", async () => {
  const env = {
    DATABASE_URL: remoteUrl(),
    KASSA_SECRET_KEY: secret,
    KASSA_PUBLIC_URL: "https://pay.example",
    PGSSLMODE: "require",
  };
  const examined = await runKassaHere(["doctor"], { env });
  assert.doesNotMatch(examined.stdout, /cross the network unencrypted/);
  // It is respected: the connection asks for TLS, which this PostgreSQL has not.
  assert.match(examined.stdout, /TLS/);
  assert.equal(examined.code, 1);
});
