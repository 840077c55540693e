import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createConnectorRegistry } from "../../src/connectors/registry.ts";
import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import type { RequestClaim } from "../../src/database/undo-on-failure.ts";
import { beginPayment } from "../../src/payments/attempts/begin-payment.ts";
import type { PaymentDeps } from "../../src/payments/deps.ts";
import { DatabaseWatch } from "../../src/payments/holds/database-watch.ts";
import { makeHoldRelease, releaseHolds } from "../../src/payments/holds/release-holds.ts";
import { refundPayment } from "../../src/payments/movements/move-money.ts";
import { holdLeases } from "../../src/payments/queries/holds.ts";
import { expireDueSessions, expireSession } from "../../src/sessions/expire-session.ts";
import { cardOf, insertSession, sandboxRoute, wrapConnector } from "../support/payments.ts";
import { type RestorableTestbed, startRestorableTestbed } from "../support/restorable-testbed.ts";
import { until } from "../support/until.ts";

// A database is restored or fails over while Kassa runs. No money moves until Kassa knows what was forgotten.

let testbed: RestorableTestbed;
let watch: DatabaseWatch;
before(async () => {
  testbed = await startRestorableTestbed();
});
after(() => testbed.close());
beforeEach(async () => {
  await testbed.sql("DELETE FROM movement_holds");
  await testbed.sql("UPDATE database_watch SET identity = database_identity(), beat_at = clock_timestamp()");
  watch = startWatch();
  await watch.beat();
  assert.equal(await heldAccounts(), 0);
});

const startWatch = (): DatabaseWatch =>
  new DatabaseWatch({
    get database() {
      return testbed.deps().database;
    },
    get connectors() {
      return testbed.deps().connectors;
    },
    get log() {
      return testbed.deps().log;
    },
  });

const watched = (): PaymentDeps => ({ ...testbed.deps(), databaseWatch: watch });

async function heldAccounts(): Promise<number> {
  return (await testbed.sql("SELECT FROM movement_holds")).length;
}

async function paid(): Promise<string> {
  const id = await insertSession(testbed, testbed.scope, { amount: 100 });
  await beginPayment(watched(), testbed.scope, id, cardOf("approved"));
  const [row] = await testbed.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [id]);
  assert.ok(row);
  return row.id;
}

/** The result of a refund of 30: its status, or the problem's code and Retry-After in seconds. */
async function refund(payment: string, claim?: RequestClaim): Promise<string> {
  const result = await refundPayment(watched(), testbed.scope, payment, { amount: 30 }, claim);
  return result.ok ? result.value.status : `${result.failure.code} ${result.failure.retryAfter}`;
}

const claimOf = (request: string): RequestClaim => ({ request, stake: async () => undefined });
const onHold = "movements_on_hold 5";

async function refunded(payment: string): Promise<{ kassa: number; psp: number }> {
  const [row] = await testbed.sql<{ amount: number; key: string }>(
    "SELECT amount_refunded AS amount, a.id AS key FROM payments p JOIN attempts a ON a.payment_id = p.id WHERE p.id = $1",
    [payment],
  );
  const [charge] = await testbed.pspSql<{ amount: number }>(
    "SELECT amount_refunded AS amount FROM sandbox_psp.charges WHERE idempotency_key = $1",
    [row?.key],
  );
  assert.ok(row && charge);
  return { kassa: row.amount, psp: charge.amount };
}

test("a restore under a running process holds refunds from the first request until the comparison", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds while-running");
  await testbed.backUp();
  await watch.beat();
  await testbed.sql("DELETE FROM movement_holds");
  assert.equal(await refund(payment, claim), "succeeded");
  await testbed.restore();
  assert.equal(await refund(payment, claim), onHold, "before the watch has noticed");
  await watch.beat();
  assert.equal(await refund(payment, claim), onHold);
  assert.deepEqual(await refunded(payment), { kassa: 0, psp: 30 });
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment, claim), "succeeded");
  assert.deepEqual(await refunded(payment), { kassa: 30, psp: 30 });
});

test("another cluster or timeline holds the first request, before the watch notices and without a lost count", async () => {
  const payment = await paid();
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  assert.equal(await refund(payment), onHold);
  await watch.beat();
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment), "succeeded");
});

test("the count of beats reveals lost commits of the same database", async () => {
  const payment = await paid();
  await testbed.sql("UPDATE database_watch SET beats = beats - 1");
  assert.equal(await refund(payment), onHold);
  await watch.beat();
  assert.equal(await heldAccounts(), 1);
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment), "succeeded");
});

test("an account stays held while its PSP is unavailable, and is compared again", async () => {
  const payment = await paid();
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  const listCharges = async () => ({ kind: "unknown", detail: "no answer in time" }) as const;
  const connectors = wrapConnector(testbed.deps().connectors, () => ({ listCharges }));
  await releaseHolds({ ...watched(), connectors }, () => true);
  assert.equal(await refund(payment), onHold);
  await testbed.sql("UPDATE movement_holds SET next_check_at = now()");
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment), "succeeded");
});

test("a slow comparison of an account doesn't delay other accounts", async () => {
  const payment = await paid();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { account } = await sandboxRoute(testbed.deps().connectors, testbed.scope);
  const connectors = wrapConnector(testbed.deps().connectors, (connector) => ({
    listCharges: async (request, call) => {
      if (request.account.id !== account.id) await mayAnswer;
      return connector.listCharges(request, call);
    },
  }));
  const holds = makeHoldRelease({ ...watched(), connectors }, () => true);
  const hold = (id: string) =>
    testbed.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, 'sandbox', $2)", [
      testbed.scope.tenantId,
      id,
    ]);
  await hold(account.id.replace(/0$/, "2"));
  await holds.round();
  await hold(account.id);
  await holds.round();
  await until(async () => (await refund(payment)) === "succeeded", "the other account has been compared");
  assert.equal(await heldAccounts(), 1);
  answer();
  await holds.finish();
  assert.equal(await heldAccounts(), 0);
});

test("an account that is held again during its comparison stays held", async () => {
  const payment = await paid();
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  const connectors = wrapConnector(testbed.deps().connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      await testbed.sql("UPDATE database_watch SET identity = 'a third'");
      await watch.beat();
      return page;
    },
  }));
  await releaseHolds({ ...watched(), connectors }, () => true);
  assert.equal(await refund(payment), onHold);
});

test("a session whose payment was forgotten doesn't expire before the comparison finds the payment", async () => {
  const forgotten = await insertSession(testbed, testbed.scope, { amount: 100, capture: "manual" });
  const unpaid = await insertSession(testbed, testbed.scope, { amount: 100, expiresInMs: -1 });
  await testbed.backUp();
  await beginPayment(watched(), testbed.scope, forgotten, cardOf("approved"));
  await testbed.restore();
  await testbed.sql(
    "UPDATE checkout_sessions SET expires_at = now() - interval '1 second' WHERE status = 'open'",
  );
  assert.equal(await expireDueSessions(watched()), false, "before the watch has noticed");
  await watch.beat();
  assert.equal(await expireDueSessions(watched()), false);
  const standing = async (id: string) =>
    (
      await testbed.sql("SELECT status, payment_status AS paid FROM checkout_sessions WHERE id = $1", [id])
    )[0];
  assert.deepEqual(await standing(forgotten), { status: "open", paid: "unpaid" });
  const ended = await testbed
    .deps()
    .database.inTenant(testbed.scope, (trx) => expireSession(watched(), trx, forgotten));
  assert.equal(ended.ok ? ended.value.status : ended.failure.code, "movements_on_hold", "by request");
  await releaseHolds(watched(), () => true);
  await expireDueSessions(watched());
  assert.deepEqual(await standing(forgotten), { status: "complete", paid: "authorized" });
  assert.deepEqual(await standing(unpaid), { status: "expired", paid: "unpaid" });
});

test("a comparison of a hold that was deleted doesn't end the next hold, which another process compares", async () => {
  const payment = await paid();
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  const connectors = wrapConnector(testbed.deps().connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      await testbed.sql("DELETE FROM movement_holds");
      await testbed.sql("UPDATE database_watch SET identity = 'a third'");
      await watch.beat();
      await testbed.deps().database.inWorker((trx) => holdLeases.takeDue(trx, 1, 60_000));
      return page;
    },
  }));
  await releaseHolds({ ...watched(), connectors }, () => true);
  assert.equal(await refund(payment), onHold);
});

test("a process that starts after a gap without a watch holds, one that follows another doesn't", async () => {
  await startWatch().beat();
  assert.equal(await heldAccounts(), 0);
  await testbed.sql("UPDATE database_watch SET beat_at = clock_timestamp() - interval '61 s'");
  await startWatch().beat();
  assert.equal(await heldAccounts(), 1);
});

test("a process holds after a minute in which no process could reach the database", async () => {
  await testbed.sql("UPDATE database_watch SET beat_at = clock_timestamp() - interval '61 s'");
  await watch.beat();
  assert.equal(await heldAccounts(), 1);
});

test("an account that the tenant used before is held too, although it was never compared", async () => {
  const payment = await paid();
  await testbed.sql("DELETE FROM compared_accounts");
  const connectors = createConnectorRegistry({
    sandbox: { baseUrl: testbed.pspUrl, secretKey: sandboxPspSecret(testbed.keyring) },
    sandboxAccountNumbers: [2],
  });
  const changed = new DatabaseWatch({ ...testbed.deps(), connectors });
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await changed.beat();
  assert.equal(changed.heldAccounts, 2, "the current account and the previous one");
  assert.equal(await refund(payment), onHold);
  await releaseHolds({ ...watched(), connectors }, () => true);
  await changed.beat();
  assert.equal(changed.heldAccounts, 0);
  assert.equal(await refund(payment), "succeeded");
});

test("several processes that watch concurrently see no loss", async () => {
  const watches = Array.from({ length: 5 }, startWatch);
  for (let round = 0; round < 5; round += 1) await Promise.all(watches.map((one) => one.beat()));
  assert.equal(await heldAccounts(), 0);
});

/** The account's list with a page for each charge. `onPage` is called before each page but the first. */
function chargeByCharge(onPage: () => Promise<void>): PaymentDeps["connectors"] {
  return wrapConnector(testbed.deps().connectors, (connector) => ({
    listCharges: async (request, call) => {
      const all = await connector.listCharges({ ...request, cursor: null }, call);
      if (all.kind === "unknown") return all;
      const at = Number(request.cursor ?? 0);
      if (at > 0) await onPage();
      const next = at + 1 < all.charges.length ? String(at + 1) : null;
      return { ...all, charges: all.charges.slice(at, at + 1), next };
    },
  }));
}

test("a comparison longer than its lease keeps the account, and movements start again at its end", async () => {
  const payments = [await paid(), await paid(), await paid(), await paid()];
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  let aheadMs = 0;
  const clock = { nowMs: () => testbed.deps().clock.nowMs() + aheadMs };
  const connectors = chargeByCharge(async () => {
    // By now the lease would have ended.
    aheadMs += 20_000;
    await testbed.sql("UPDATE movement_holds SET lease_until = seconds_after(lease_until, -20)");
    await releaseHolds(
      {
        ...watched(),
        connectors: wrapConnector(connectors, () => ({
          listCharges: () => assert.fail("another process began it"),
        })),
      },
      () => true,
    );
  });
  await releaseHolds({ ...watched(), clock, connectors }, () => true);
  assert.equal(await heldAccounts(), 0);
  for (const payment of payments) assert.equal(await refund(payment), "succeeded");
});

test("a comparison that has lost its lease ends before the next charge", async () => {
  await paid();
  await paid();
  await testbed.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  let aheadMs = 0;
  let pages = 0;
  const clock = { nowMs: () => testbed.deps().clock.nowMs() + aheadMs };
  const connectors = chargeByCharge(async () => {
    pages += 1;
    aheadMs += 20_000;
    await testbed.sql("UPDATE movement_holds SET lease_fence = lease_fence + 1");
  });
  await releaseHolds({ ...watched(), clock, connectors }, () => true);
  assert.equal(await heldAccounts(), 1);
  assert.equal(pages, 1);
});
