import { after, before, test } from "node:test";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { startServe } from "../support/process.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/proxy.ts";
import { until } from "../support/until.ts";

/** Kassa and PostgreSQL start at the same time after a power cut: Kassa waits for the recovery and then serves. */
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

// The database recovers from the first connection on, or from one of the later ones of a start.
for (const passing of [0, 1, 2, 3, 4, 5, 6]) {
  test(`serve waits for a database that recovers after ${passing} connections`, async (t) => {
    network.recover(passing, 2);
    const server = await startServe({
      DATABASE_URL: String(network.settings.connectionString),
      KASSA_SECRET_KEY: "a secret key of more than thirty-two characters",
    });
    t.after(() => server.end());
    const saysWhy = /waiting for it … \(the database system is in recovery mode\)/;
    if (passing < 4) await until(async () => saysWhy.test(server.printed()), "it says what it waits for");
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 200, "it is ready");
  });
}
