import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import type { ChargeName, NotificationSubject, PspFact } from "../../connectors/contract.ts";
import { present } from "../../kernel/assert.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../attempts/reconcile.ts";
import { compareDueAccounts } from "../compare/compare-due-accounts.ts";
import type { PaymentDeps } from "../deps.ts";
import { capturePayment, refundPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import type { Attempt } from "../payment.ts";
import { type Received, receiveNotification } from "./receive-notification.ts";

// A PSP that can't be asked: what its verified notifications say is kept, and is the only proof. It moves the simulated PSP's money.
const rig = usePaymentTestbed();
let deps: PaymentDeps;
/** The facts that the connector was given at its last look-up of a charge, by the attempt's id. */
let given: Map<string, readonly string[]>;
beforeEach(() => {
  given = new Map();
  const connectors = wrapConnector(
    rig.deps.connectors,
    ({ authorize, findCharge, refund, findMovement }) => ({
      proof: "notifications",
      parseNotification: async ({ rawBody }) => JSON.parse(rawBody.toString()),
      authorize: async (request, call) => {
        const outcome = await authorize(request, call);
        return outcome.kind === "approved" ? { kind: "unknown", detail: "received" } : outcome;
      },
      findCharge: async (charge, call) => {
        given.set(charge.idempotencyKey, keysOf(charge.facts));
        return keysOf(charge.facts).includes("authorised")
          ? findCharge(charge, call)
          : { kind: "unknown", detail: "nothing was notified yet" };
      },
      refund: async (request, call) => {
        await refund(request, call);
        return { kind: "pending", pspReference: "refund" };
      },
      findMovement: async (request, call) =>
        keysOf(request.charge.facts).includes(`refunded ${request.idempotencyKey}`)
          ? findMovement(request, call)
          : { kind: "found", outcome: { kind: "pending", pspReference: "refund" } },
    }),
  );
  deps = { ...rig.deps, connectors };
});
afterEach(async () => {
  await rig.db.sql("DELETE FROM movement_holds");
  await rig.assertInvariants();
});

const keysOf = (facts: readonly PspFact[] | undefined): readonly string[] =>
  (facts ?? []).map(({ key }) => key);

async function pay(): Promise<{ session: string; attempt: Attempt }> {
  const session = await rig.makeSession({ amount: 500 });
  await beginPayment(deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  return { session, attempt: present(attempt, "the attempt") };
}

let events = 0;
async function notify({ connectorAccount }: Attempt, ...about: NotificationSubject[]): Promise<Received> {
  const route = present(await deps.connectors.routeForAccount(rig.scope, connectorAccount), "the route");
  events += 1;
  const notification = { kind: "accepted", eventId: `evt_${events}`, mode: "sandbox", about };
  return receiveNotification(deps, [route], {}, Buffer.from(JSON.stringify(notification)));
}

const says = (key: string, charge: ChargeName, content: PspFact["content"] = {}): NotificationSubject => ({
  kind: "charge",
  charge,
  fact: { key, content },
});

const named = ({ id }: Attempt): ChargeName => ({ idempotencyKey: id });

async function runJobs(): Promise<void> {
  await rig.makeChecksDue();
  await reconcileDueAttempts(deps);
  await reconcileDueMovements(deps);
}

test("a payment is approved by what was notified, each fact once, and never by another charge's", async () => {
  const [paid, other] = [await pay(), await pay()];
  await runJobs();
  assert.equal((await rig.attemptsOf(paid.session))[0]?.status, "unknown");
  const facts = [says("seen", named(paid.attempt)), says("authorised", named(paid.attempt))];
  await Promise.all([notify(paid.attempt, ...facts), notify(paid.attempt, ...facts.toReversed())]);
  await runJobs();
  assert.deepEqual(given.get(paid.attempt.id), ["authorised", "seen"]);
  assert.deepEqual(given.get(other.attempt.id), []);
  assert.equal(await rig.summaryOf(paid.session), "complete, paid, charged 1 times");
  await notify(other.attempt, says("authorised", named(other.attempt)));
  await runJobs();
});

test("a fact keeps what it said first, whatever a later notification with its key says", async () => {
  const { attempt } = await pay();
  await notify(attempt, says("authorised", named(attempt), { amount: 500 }));
  await notify(attempt, says("authorised", named(attempt), { amount: 1 }));
  const rows = await rig.db.sql("SELECT content FROM charge_facts WHERE attempt_id = $1", [attempt.id]);
  assert.deepEqual(rows, [{ content: { amount: 500 } }]);
  await runJobs();
});

test("a movement is decided by the facts of its charge", async () => {
  const { attempt, session } = await pay();
  await notify(attempt, says("authorised", named(attempt)));
  await runJobs();
  const begun = await refundPayment(deps, rig.scope, attempt.paymentId, { amount: 200 });
  assert.ok(begun.ok);
  const movement = begun.value;
  await runJobs();
  const statusOf = async () =>
    (await rig.db.sql<{ status: string }>("SELECT status FROM movements WHERE id = $1", [movement.id]))[0]
      ?.status;
  assert.equal(await statusOf(), "pending");
  const fact = { key: `refunded ${movement.pspKey}`, content: {} };
  const about = { kind: "movement", idempotencyKey: movement.pspKey, charge: named(attempt), fact } as const;
  await notify(attempt, about);
  await runJobs();
  assert.equal(await statusOf(), "succeeded");
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
});

test("nothing is kept of a charge that is another account's or unknown, and such a notification is quarantined", async () => {
  const { attempt } = await pay();
  await rig.db.sql("UPDATE attempts SET connector_account = 'ca_other' WHERE id = $1", [attempt.id]);
  const received = await notify(attempt, says("authorised", named(attempt)));
  assert.deepEqual(received, { kind: "stored", quarantined: "account_mismatch" });
  const unknown = await notify(attempt, says("authorised", { pspReference: "nobody's" }));
  assert.deepEqual(unknown, { kind: "stored", quarantined: "unknown_attempt" });
  assert.deepEqual(await rig.db.sql("SELECT FROM charge_facts WHERE attempt_id = $1", [attempt.id]), []);
  await rig.db.sql("UPDATE attempts SET connector_account = $2 WHERE id = $1", [
    attempt.id,
    attempt.connectorAccount,
  ]);
  await notify(attempt, says("authorised", named(attempt)));
  await runJobs();
});

test("a capture that fails after it had succeeded counts no longer, and counts again when it has succeeded after all", async () => {
  const session = await rig.makeSession({ amount: 500, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  const begun = await capturePayment(rig.deps, rig.scope, attempt.paymentId, {});
  assert.ok(begun.ok && begun.value.movement.status === "succeeded");
  const { pspKey } = begun.value.movement;
  const fact = { key: `failed ${pspKey}`, content: {} };
  const refusing: PaymentDeps = {
    ...deps,
    connectors: wrapConnector(deps.connectors, () => ({
      findMovement: async () => ({ kind: "found", outcome: { kind: "refused", reason: "refused_by_psp" } }),
    })),
  };
  const about = { kind: "movement", idempotencyKey: pspKey, charge: named(attempt) } as const;
  await notify(attempt, { ...about, fact });
  await reconcileDueMovements(refusing);
  assert.equal(await rig.summaryOf(session), "complete, authorized, charged 1 times");
  await notify(attempt, { ...about, fact: { key: `repeated ${pspKey}`, content: {} } });
  await reconcileDueMovements(rig.deps);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.equal((await rig.attemptsOf(session))[0]?.status, "approved");
});

test("of a movement that Kassa doesn't know and can't list, a person is told once", async () => {
  const { attempt } = await pay();
  await notify(attempt, says("authorised", named(attempt)));
  await runJobs();
  const withoutList: PaymentDeps = {
    ...deps,
    connectors: wrapConnector(deps.connectors, () => ({ listCharges: undefined as never })),
  };
  await notify(attempt, { kind: "movement", idempotencyKey: "made elsewhere", charge: named(attempt) });
  assert.equal((await rig.db.sql("SELECT FROM compared_accounts WHERE due_at IS NOT NULL")).length, 1);
  for (let times = 0; times < 3; times += 1) {
    await rig.db.sql("UPDATE compared_accounts SET due_at = now() WHERE due_at IS NOT NULL");
    await compareDueAccounts(withoutList);
  }
  const told = rig.logged.filter((line) => line.includes("compare it by hand"));
  assert.equal(told.length, 1);
});
