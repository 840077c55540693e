import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { disputeSummary, makeDisputedSale } from "../../../test/support/disputes.ts";
import { cardOf, type PaymentTestbed, startPaymentTestbed } from "../../../test/support/payments.ts";
import { closeProcessApp } from "../../../test/support/process-app.ts";
import { moveAtDashboard } from "../../../test/support/psp-dashboard.ts";
import { until } from "../../../test/support/until.ts";
import { startReceiver } from "../../../test/support/webhook-receiver.ts";
import { sandboxPspSecret } from "../../connectors/sandbox/psp-secret.ts";
import { notificationSecret, signNotification } from "../../sandbox-psp/secrets.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { refundPayment } from "../movements/move-money.ts";
import type { Attempt } from "../payment.ts";

// In this test the look for due work, twice a second or once a second elsewhere, happens once an hour. So after their first round jobs do
// only what the notification wakes them for. Each test does its work twice, because the first notification may arrive during that round.

const pollIntervalsMs: readonly unknown[] = [500, 1_000];
const hourMs = 3_600_000;

let rig: PaymentTestbed;
before(async () => {
  // Its work would stop for an hour, too.
  await closeProcessApp();
  for (const name of ["setTimeout", "setInterval"] as const) {
    const original = globalThis[name];
    mock.method(globalThis, name, (run: () => void, ms?: number, ...values: unknown[]) =>
      Reflect.apply(original, globalThis, [run, pollIntervalsMs.includes(ms) ? hourMs : ms, ...values]),
    );
  }
  rig = await startPaymentTestbed({ apps: 1, pendingMs: 20, env: { KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" } });
});
after(async () => {
  await rig.close();
  mock.restoreAll();
});

async function pay(
  card: "approved" | "challenge" | "refundedLater",
): Promise<{ session: string; attempt: Attempt }> {
  const session = await rig.makeSession();
  const details =
    card === "refundedLater" ? { ...cardOf("approved"), number: "4000000000007726" } : cardOf(card);
  await beginPayment(rig.deps, rig.scope, session, details);
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  return { session, attempt };
}

async function completeChallenge({ redirectUrl }: Attempt): Promise<void> {
  assert.ok(redirectUrl);
  const choice = new URLSearchParams({ choice: "complete" });
  const response = await fetch(redirectUrl, { method: "POST", body: choice, redirect: "manual" });
  await response.body?.cancel();
}

/** Posts the newest notification of an attempt's charge that the PSP has in its outbox. */
async function notify(attemptId: string): Promise<void> {
  const newest = async () =>
    (
      await rig.db.sql<{ body: string; account: string }>(
        `SELECT n.body, n.account FROM sandbox_psp.notifications n JOIN sandbox_psp.charges c ON c.id = n.charge
         WHERE c.idempotency_key = $1 ORDER BY n.created_at DESC LIMIT 1`,
        [attemptId],
      )
    )[0];
  const row = await until(newest, "the PSP has a notification");
  const secret = notificationSecret(sandboxPspSecret(rig.keyring), row.account);
  const signature = signNotification(secret, row.body, Math.floor(Date.now() / 1000));
  const response = await fetch(`${rig.apps[0]?.url}/api/notifications/sandbox/${row.account}`, {
    method: "POST",
    headers: { "content-type": "application/json", "sandbox-signature": signature },
    body: row.body,
  });
  assert.equal(response.status, 200, await response.text());
}

test("a notification about a charge leads to the merchant's webhook without a poll", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const created = await fetch(`${rig.apps[0]?.url}/api/webhook-endpoints`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${rig.tenant.keys.sandbox.secret}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ url: receiver.url, events: ["checkout.session.completed"] }),
  });
  assert.equal(created.status, 200, await created.text());
  for (const times of [1, 2]) {
    const { session, attempt } = await pay("challenge");
    await completeChallenge(attempt);
    await notify(attempt.id);
    await until(
      async () => (await rig.summaryOf(session)) === "complete, paid, charged 1 times",
      "the session is paid",
    );
    await receiver.wait(times);
  }
});

test("a notification about a refund wakes the job that asks about movements", async () => {
  for (const amount of [40, 50]) {
    const { attempt } = await pay("refundedLater");
    const refund = await refundPayment(rig.deps, rig.scope, attempt.paymentId, { amount });
    assert.ok(refund.ok && refund.value.status === "pending");
    const { id } = refund.value;
    await notify(attempt.id);
    const status = async () =>
      (await rig.db.sql<{ status: string }>("SELECT status FROM movements WHERE id = $1", [id]))[0]?.status;
    await until(async () => (await status()) === "succeeded", "the refund has succeeded");
  }
});

test("a notification about a dispute wakes the job that looks into reported disputes", async () => {
  for (let times = 0; times < 2; times += 1) {
    const sale = await makeDisputedSale(rig);
    await notify(sale.attemptId);
    await until(() => disputeSummary(rig, sale), "Kassa has the dispute");
  }
});

test("a notification about a refund at the PSP's dashboard wakes the job that compares the account", async () => {
  for (const amount of [40, 50]) {
    const { session, attempt } = await pay("approved");
    await moveAtDashboard(
      { url: rig.psp.url, keyring: rig.keyring },
      { tenantId: rig.scope.tenantId, charge: attempt.pspReference ?? "", kind: "refund", amount },
    );
    await notify(attempt.id);
    await until(
      async () => (await rig.eventsOf(session)).at(-1) === "refund.succeeded",
      "the refund is recorded",
    );
  }
});
