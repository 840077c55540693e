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
import { cardOf, insertSession, wrapConnector } from "../support/payments.ts";
import { type Restorable, startRestorable } from "../support/restorable.ts";
import { until } from "../support/until.ts";

// A database is restored or fails over while Kassa runs. No money moves until it is known what was forgotten.

let house: Restorable;
let watch: DatabaseWatch;
before(async () => {
  house = await startRestorable();
});
after(() => house.close());
beforeEach(async () => {
  await house.sql("DELETE FROM movement_holds");
  await house.sql("UPDATE database_watch SET identity = database_identity(), beat_at = clock_timestamp()");
  watch = startWatch();
  await watch.beat();
  assert.equal(await heldAccounts(), 0);
});

const startWatch = (): DatabaseWatch =>
  new DatabaseWatch({
    get database() {
      return house.deps().database;
    },
    get connectors() {
      return house.deps().connectors;
    },
    get log() {
      return house.deps().log;
    },
  });

const watched = (): PaymentDeps => ({ ...house.deps(), databaseWatch: watch });

async function heldAccounts(): Promise<number> {
  return (await house.sql("SELECT FROM movement_holds")).length;
}

async function paid(): Promise<string> {
  const id = await insertSession(house, house.scope, { amount: 100 });
  await beginPayment(watched(), house.scope, id, cardOf("approved"));
  const [row] = await house.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [id]);
  assert.ok(row);
  return row.id;
}

/** What becomes of a refund of 30: its status, or the problem's code and after how many seconds to try again. */
async function refund(payment: string, claim?: RequestClaim): Promise<string> {
  const result = await refundPayment(watched(), house.scope, payment, { amount: 30 }, claim);
  return result.ok ? result.value.status : `${result.failure.code} ${result.failure.retryAfter}`;
}

const claimOf = (request: string): RequestClaim => ({ request, stake: async () => undefined });
const onHold = "movements_on_hold 5";

async function refunded(payment: string): Promise<{ kassa: number; psp: number }> {
  const [row] = await house.sql<{ amount: number; key: string }>(
    "SELECT amount_refunded AS amount, a.id AS key FROM payments p JOIN attempts a ON a.payment_id = p.id WHERE p.id = $1",
    [payment],
  );
  const [charge] = await house.pspSql<{ amount: number }>(
    "SELECT amount_refunded AS amount FROM sandbox_psp.charges WHERE idempotency_key = $1",
    [row?.key],
  );
  assert.ok(row && charge);
  return { kassa: row.amount, psp: charge.amount };
}

test("a backup that is restored under a running process holds refunds from the first request until the comparison", async () => {
  const payment = await paid();
  const claim = claimOf("POST /api/refunds while-running");
  await house.backUp();
  await watch.beat();
  await house.sql("DELETE FROM movement_holds");
  assert.equal(await refund(payment, claim), "succeeded");
  await house.restore();
  assert.equal(await refund(payment, claim), onHold, "before anything has looked");
  await watch.beat();
  assert.equal(await refund(payment, claim), onHold);
  assert.deepEqual(await refunded(payment), { kassa: 0, psp: 30 });
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment, claim), "succeeded");
  assert.deepEqual(await refunded(payment), { kassa: 30, psp: 30 });
});

test("another cluster or timeline holds the first request, though no count is lost and nothing has looked", async () => {
  const payment = await paid();
  await house.sql("UPDATE database_watch SET identity = 'another'");
  assert.equal(await refund(payment), onHold);
  await watch.beat();
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment), "succeeded");
});

test("commits that are gone are noticed by the count, though the database is the same", async () => {
  const payment = await paid();
  await house.sql("UPDATE database_watch SET beats = beats - 1");
  assert.equal(await refund(payment), onHold);
  await watch.beat();
  assert.equal(await heldAccounts(), 1);
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment), "succeeded");
});

test("a PSP that can't be asked keeps its account held, and is asked again", async () => {
  const payment = await paid();
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  const listCharges = async () => ({ kind: "unknown", detail: "no answer in time" }) as const;
  const connectors = wrapConnector(house.deps().connectors, () => ({ listCharges }));
  await releaseHolds({ ...watched(), connectors }, () => true);
  assert.equal(await refund(payment), onHold);
  await house.sql("UPDATE movement_holds SET next_check_at = now()");
  await releaseHolds(watched(), () => true);
  assert.equal(await refund(payment), "succeeded");
});

test("an account whose list takes long keeps no other waiting", async () => {
  const payment = await paid();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { account } = house.deps().connectors.routeForNewCharges(house.scope) ?? assert.fail();
  const connectors = wrapConnector(house.deps().connectors, (connector) => ({
    listCharges: async (request, call) => {
      if (request.account.id !== account.id) await mayAnswer;
      return connector.listCharges(request, call);
    },
  }));
  const holds = makeHoldRelease({ ...watched(), connectors }, () => true);
  const hold = (id: string) =>
    house.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, 'sandbox', $2)", [
      house.scope.tenantId,
      id,
    ]);
  await hold(account.id.replace(/0$/, "2"));
  await holds.round();
  await hold(account.id);
  await holds.round();
  await until(async () => (await refund(payment)) === "succeeded", "the other account is compared");
  assert.equal(await heldAccounts(), 1);
  answer();
  await holds.finish();
  assert.equal(await heldAccounts(), 0);
});

test("an account that is held anew during its comparison stays held", async () => {
  const payment = await paid();
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  const connectors = wrapConnector(house.deps().connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      await house.sql("UPDATE database_watch SET identity = 'a third'");
      await watch.beat();
      return page;
    },
  }));
  await releaseHolds({ ...watched(), connectors }, () => true);
  assert.equal(await refund(payment), onHold);
});

test("a session whose payment was forgotten doesn't expire before the comparison finds it paid", async () => {
  const forgotten = await insertSession(house, house.scope, { amount: 100, capture: "manual" });
  const unpaid = await insertSession(house, house.scope, { amount: 100, expiresInMs: -1 });
  await house.backUp();
  await beginPayment(watched(), house.scope, forgotten, cardOf("approved"));
  await house.restore();
  await house.sql(
    "UPDATE checkout_sessions SET expires_at = now() - interval '1 second' WHERE status = 'open'",
  );
  assert.equal(await expireDueSessions(watched()), false, "before anything has looked");
  await watch.beat();
  assert.equal(await expireDueSessions(watched()), false);
  const standing = async (id: string) =>
    (await house.sql("SELECT status, payment_status AS paid FROM checkout_sessions WHERE id = $1", [id]))[0];
  assert.deepEqual(await standing(forgotten), { status: "open", paid: "unpaid" });
  const ended = await house
    .deps()
    .database.inTenant(house.scope, (trx) => expireSession(watched(), trx, forgotten));
  assert.equal(ended.ok ? ended.value.status : ended.failure.code, "movements_on_hold", "by request");
  await releaseHolds(watched(), () => true);
  await expireDueSessions(watched());
  assert.deepEqual(await standing(forgotten), { status: "complete", paid: "authorized" });
  assert.deepEqual(await standing(unpaid), { status: "expired", paid: "unpaid" });
});

test("a comparison of a hold that was ended by hand doesn't end the next one, which another process is comparing", async () => {
  const payment = await paid();
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  const connectors = wrapConnector(house.deps().connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      await house.sql("DELETE FROM movement_holds");
      await house.sql("UPDATE database_watch SET identity = 'a third'");
      await watch.beat();
      await house.deps().database.inWorker((trx) => holdLeases.takeDue(trx, 1, 60_000));
      return page;
    },
  }));
  await releaseHolds({ ...watched(), connectors }, () => true);
  assert.equal(await refund(payment), onHold);
});

test("a process that starts after nobody has watched holds, and one that follows another doesn't", async () => {
  await startWatch().beat();
  assert.equal(await heldAccounts(), 0);
  await house.sql("UPDATE database_watch SET beat_at = clock_timestamp() - interval '61 s'");
  await startWatch().beat();
  assert.equal(await heldAccounts(), 1);
});

test("a process that couldn't reach the database for a minute, nor could any other, holds", async () => {
  await house.sql("UPDATE database_watch SET beat_at = clock_timestamp() - interval '61 s'");
  await watch.beat();
  assert.equal(await heldAccounts(), 1);
});

test("an account that the tenant used before is held too, though it was never compared", async () => {
  const payment = await paid();
  await house.sql("DELETE FROM compared_accounts");
  const connectors = createConnectorRegistry({
    sandbox: { baseUrl: house.pspUrl, secretKey: sandboxPspSecret(house.keyring) },
    sandboxAccountNumber: 2,
  });
  const changed = new DatabaseWatch({ ...house.deps(), connectors });
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await changed.beat();
  assert.equal(changed.heldAccounts, 2, "the account of today, and the one before");
  assert.equal(await refund(payment), onHold);
  await releaseHolds({ ...watched(), connectors }, () => true);
  await changed.beat();
  assert.equal(changed.heldAccounts, 0);
  assert.equal(await refund(payment), "succeeded");
});

test("many processes that watch at once see no loss", async () => {
  const watches = Array.from({ length: 5 }, startWatch);
  for (let round = 0; round < 5; round += 1) await Promise.all(watches.map((one) => one.beat()));
  assert.equal(await heldAccounts(), 0);
});

/** The account's list on a page for each of its charges. `onPage` is called before each but the first. */
function chargeByCharge(onPage: () => Promise<void>): PaymentDeps["connectors"] {
  return wrapConnector(house.deps().connectors, (connector) => ({
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

test("a comparison that takes longer than its lease keeps the account, and begins movements again at its end", async () => {
  const payments = [await paid(), await paid(), await paid(), await paid()];
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  let aheadMs = 0;
  const clock = { nowMs: () => house.deps().clock.nowMs() + aheadMs };
  const connectors = chargeByCharge(async () => {
    // By now the lease would be over.
    aheadMs += 20_000;
    await house.sql("UPDATE movement_holds SET lease_until = lease_until - interval '20 s'");
    await releaseHolds(
      {
        ...watched(),
        connectors: wrapConnector(connectors, () => ({
          listCharges: () => assert.fail("it was begun by another"),
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
  await house.sql("UPDATE database_watch SET identity = 'another'");
  await watch.beat();
  let aheadMs = 0;
  let pages = 0;
  const clock = { nowMs: () => house.deps().clock.nowMs() + aheadMs };
  const connectors = chargeByCharge(async () => {
    pages += 1;
    aheadMs += 20_000;
    await house.sql("UPDATE movement_holds SET lease_fence = lease_fence + 1");
  });
  await releaseHolds({ ...watched(), clock, connectors }, () => true);
  assert.equal(await heldAccounts(), 1);
  assert.equal(pages, 1);
});
