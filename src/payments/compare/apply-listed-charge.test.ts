import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type CardName,
  cardOf,
  sandboxRoute,
  usePaymentTestbed,
  wrapConnector,
} from "../../../test/support/payments.ts";
import { makeId } from "../../kernel/id.ts";
import { changeAmount } from "../../sessions/amounts/change-amount.ts";
import { expireDueSessions } from "../../sessions/expire-session.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { makeComparison } from "./compare-with-psps.ts";

/** Charges that the PSP lists and the database doesn't know. */
const rig = usePaymentTestbed();

const compare = () => makeComparison(rig.deps).round();
const newAttemptId = () => makeId("att", rig.scope.mode, rig.scope.tenantId, Date.now());

/** A charge of 100 at the PSP that has no attempt. */
async function charge(session: string, card: CardName, idempotencyKey = newAttemptId()): Promise<void> {
  const route = await sandboxRoute(rig.deps.connectors, rig.scope);
  const request = { account: route.account, idempotencyKey, session, amount: 100, currency: "EUR" } as const;
  const outcome = await route.connector.authorize(
    {
      ...request,
      ...{
        capture: "automatic",
        method: cardOf(card),
        clock: null,
        locale: null,
        description: null,
        statementDescriptor: null,
      },
      returnUrl: "http://localhost:8080/return",
    },
    { timeoutMs: rig.deps.pspTimeoutMs },
  );
  assert.notEqual(outcome.kind, "unknown");
}

/** Session, payment and attempts: "complete/processing, processing, declined pending". */
async function standing(session: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s/%s, %s, %s', s.status, s.payment_status, p.status, (SELECT string_agg(a.status, ' ' ORDER BY number)
       FROM attempts a WHERE a.payment_id = p.id)) AS words
     FROM checkout_sessions s JOIN payments p ON p.id = s.payment_id WHERE s.id = $1`,
    [session],
  );
  return row?.words ?? "no payment";
}

test("the amount of a session whose payment a restored database may lack stays as the missing charge has it", async (t) => {
  const session = await rig.makeSession({ amount: 100 });
  await rig.db.sql("UPDATE checkout_sessions SET details = details::jsonb || $2::jsonb WHERE id = $1", [
    session,
    JSON.stringify({ tips: { custom: true } }),
  ]);
  await charge(session, "approved");
  const { account } = await sandboxRoute(rig.deps.connectors, rig.scope);
  await rig.db.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, $2, $3)", [
    rig.scope.tenantId,
    rig.scope.mode,
    account.id,
  ]);
  t.after(() => rig.db.sql("DELETE FROM movement_holds"));
  const { mayBeMissingPayments } = rig.deps;
  const rules = { minimumAmount: 1, isPayable: () => true, mayTryCode: true, mayBeMissingPayments };
  const { fault } = await rig.db.database.inTenant(rig.scope, (trx) =>
    changeAmount(trx, session, { tip: { kind: "custom", amount: 50 } }, rules),
  );
  await compare();
  assert.equal(await standing(session), "complete/paid, captured, approved");
  assert.equal(fault, "on_hold");
});

test("a session waits for a missing charge whose bank hasn't decided, even after a declined attempt", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("declined"));
  await charge(session, "approvedLater");
  await compare();
  assert.equal(await standing(session), "complete/processing, processing, declined pending");
  await rig.assertInvariants();
});

test("a missing charge of a session that expired without a payment becomes late funds", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await rig.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]);
  await expireDueSessions({ ...rig.deps, database: rig.db.database });
  await charge(session, "approved");
  await compare();
  assert.equal(await standing(session), "expired/unpaid, failed, late");
  await rig.assertInvariants();
});

test("a charge without an attempt or session of Kassa is quarantined once, with its movements", async () => {
  const { mode, tenantId } = rig.scope;
  const sessions = [
    await rig.makeSession({ amount: 100 }),
    makeId("cs", mode, tenantId, Date.now()),
  ] as const;
  await charge(sessions[0], "approved", "order-1");
  await charge(sessions[1], "approved");
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      if (page.kind === "unknown") return page;
      const refund = {
        idempotencyKey: "dashboard-1",
        reference: null,
        kind: "refund",
        amount: 40,
        final: false,
      } as const;
      const outcome = { kind: "succeeded", pspReference: "mv_1" } as const;
      const foreign = page.charges.filter(({ session }) => sessions.includes(session));
      return { ...page, charges: foreign.map((each) => ({ ...each, movements: [{ ...refund, outcome }] })) };
    },
  }));
  const loggedBefore = rig.logged.length;
  for (let round = 0; round < 2; round += 1) await makeComparison({ ...rig.deps, connectors }).round();
  const told = rig.logged
    .slice(loggedBefore)
    .filter((line) => line.includes("lists something that matches nothing"));
  const reasons = await rig.db.sql<{ reason: string }>(
    "DELETE FROM psp_notifications RETURNING quarantine_reason AS reason",
  );
  assert.deepEqual(reasons.map(({ reason }) => reason).sort(), ["unknown_attempt", "unknown_session"]);
  assert.equal(told.length, 2);
  assert.deepEqual(await rig.db.sql("SELECT FROM movements WHERE psp_key = 'dashboard-1'"), []);
});
