import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import { openDatabase } from "../../src/database/database.ts";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import type { Fault } from "../../src/sandbox-psp/faults.ts";
import { startSandboxPspServer } from "../../src/sandbox-psp/server.ts";
import { pay } from "../api/paying.ts";
import { type CallResult, startTestAppOn } from "../support/app.ts";
import { openCluster } from "../support/cluster/cluster.ts";
import { startStandby } from "../support/cluster/standby.ts";
import { openTestDatabase, patientAcquireTimeoutMs } from "../support/database.ts";
import { openTestKeyring } from "../support/keyring.ts";
import { startDatabaseProxy } from "../support/proxy.ts";
import { until } from "../support/until.ts";

test("a refund whose commit is lost by promoting a standby is held, learned from the PSP, and made once, without a restart", async (t) => {
  const closing: (() => unknown)[] = [];
  // Close in reverse: later resources use earlier ones.
  t.after(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-failover-"));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const primary = await openCluster(path.join(folder, "primary"));
  closing.push(() => primary.close());
  const standby = await startStandby(primary);
  closing.push(() => standby.close());
  const network = await startDatabaseProxy(primary.settings);
  closing.push(() => network.close());
  const database = openDatabase(network.settings, { acquireTimeoutMs: patientAcquireTimeoutMs });
  const keyring = await openTestKeyring(database);

  // The PSP is another company: its database loses nothing.
  const pspSide = await openTestDatabase();
  closing.push(() => pspSide.close());
  let fault: Fault | undefined;
  const psp = await startSandboxPspServer({
    database: pspSide.database,
    secretKey: sandboxPspSecret(keyring),
    host: "127.0.0.1",
    port: 0,
    notificationUrl: () => "http://127.0.0.1:9/",
    faults: ({ method }) => (method === "GET" ? fault : undefined),
    holdMs: 0,
  });
  closing.push(() => psp.close());
  const kassa = await startTestAppOn(
    { database, settings: network.settings, sql: primary.sql, close: () => database.close() },
    { KASSA_SANDBOX_PSP_URL: psp.url },
  );
  closing.push(() => kassa.close());

  const { id: payment } = await pay(kassa, { session: { amount: 2599 } });
  const refund = (): Promise<CallResult> =>
    kassa.call("POST", "/api/refunds", {
      body: { payment, amount: 1000 },
      headers: { "idempotency-key": "refund-of-the-teapot" },
    });
  const refundsAtPsp = () => pspSide.sql("SELECT FROM sandbox_psp.movements WHERE kind = 'refund'");
  await standby.untilCaughtUp();
  await standby.stopReplication();
  const first = await refund();
  assert.deepEqual([first.status, first.body.status], [200, "succeeded"], first.text);

  // Make the PSP's list unavailable, so that the hold is visible however fast the comparison would be.
  fault = "status_500_before_charge";
  network.switchTo(standby.settings);
  await standby.promote();
  const held = await until(async () => {
    const answer = await refund();
    return answer.body?.code === "movements_on_hold" ? answer : undefined;
  }, "the refund is held");
  assert.deepEqual([held.status, held.headers.get("retry-after")], [503, "5"]);
  const before = await kassa.call("GET", `/api/payments/${payment}`);
  assert.equal(before.body.amountRefunded, 0, "the commit is lost");
  assert.equal((await refundsAtPsp()).length, 1);
  await until(() => kassa.logged.find((line) => line.includes("database_changed")), "the change is logged");

  fault = undefined;
  const again = await until(async () => {
    const answer = await refund();
    return answer.status === 503 ? undefined : answer;
  }, "the refund is answered");
  assert.deepEqual([again.status, again.body.id, again.body.status], [200, first.body.id, "succeeded"]);
  assert.equal((await refundsAtPsp()).length, 1);
  const after = await kassa.call("GET", `/api/payments/${payment}`);
  assert.equal(after.body.amountRefunded, 1000);
  const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  assert.deepEqual((await verifyLedger(network.settings, [scope])).differences, []);
});
