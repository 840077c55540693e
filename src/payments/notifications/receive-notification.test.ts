import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { sandboxPspSecret } from "../../connectors/sandbox/psp-secret.ts";
import { notificationSecret, signNotification } from "../../sandbox-psp/secrets.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { reconcileNow } from "../attempts/reconcile.ts";

// Two processes on one database. The PSP's own notifier reaches neither: the tests deliver the notifications of its outbox, as often
// and in the order they want.
const rig = usePaymentTestbed({ apps: 2 });

type Posting = { readonly app?: number; readonly signature?: string; readonly account?: string };

const account = (): string => {
  const [, key = ""] = /^ten_(.{7})/.exec(rig.tenant.tenant.id) ?? [];
  return `${key}_sandbox`;
};

function sign(body: string, ageSeconds = 0): string {
  const secret = notificationSecret(sandboxPspSecret(rig.keyring), account());
  return signNotification(secret, body, Math.floor(Date.now() / 1000) - ageSeconds);
}

async function post(
  body: string,
  { app = 0, signature = sign(body), account: to = account() }: Posting = {},
) {
  const url = `${rig.apps[app]?.url}/api/notifications/sandbox/${to}`;
  const headers = { "content-type": "application/json", "sandbox-signature": signature };
  const response = await fetch(url, { method: "POST", headers, body });
  await response.text();
  return response.status;
}

/** A session whose challenge was completed at the bank, and the PSP's notification of it. */
async function paidAtBank(): Promise<{ session: string; body: string }> {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt?.redirectUrl);
  const choice = new URLSearchParams({ choice: "complete" });
  const response = await fetch(attempt.redirectUrl, { method: "POST", body: choice, redirect: "manual" });
  await response.body?.cancel();
  const [row] = await rig.db.sql<{ body: string }>(
    `SELECT n.body FROM sandbox_psp.notifications n JOIN sandbox_psp.charges c ON c.id = n.charge
     WHERE c.idempotency_key = $1`,
    [attempt.id],
  );
  assert.ok(row);
  return { session, body: row.body };
}

async function storedCount(): Promise<number> {
  return (await rig.db.sql("SELECT FROM psp_notifications")).length;
}

const untilPaid = (session: string) =>
  until(
    async () => (await rig.summaryOf(session)) === "complete, paid, charged 1 times",
    `${session} is paid once`,
  );
const endOfChallenge = ["payment.captured", "checkout.session.completed"];

test("fifty duplicates at once to two processes cause one transition, and each gets 200", async () => {
  const { session, body } = await paidAtBank();
  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => post(body, { app: index % 2 })),
  );
  assert.deepEqual(new Set(statuses), new Set([200]));
  await untilPaid(session);
  assert.equal(await post(body), 200);
  assert.deepEqual(await rig.eventsOf(session), endOfChallenge);
  const rows = await rig.db.sql("SELECT FROM psp_notifications WHERE body = $1", [Buffer.from(body)]);
  assert.equal(rows.length, 1);
  await rig.assertInvariants();
});

test("a card number in a notification is not stored, and the notification is accepted", async () => {
  const { session, body } = await paidAtBank();
  const { id }: { id: string } = JSON.parse(body);
  const saying = JSON.stringify({ ...JSON.parse(body), note: "card ４２４２ 4242 4242 4242" });
  assert.equal(await post(saying), 200);
  await untilPaid(session);
  const rows = await rig.db.sql<{ body: Buffer }>(
    "SELECT body FROM psp_notifications WHERE psp_event_id = $1",
    [id],
  );
  assert.deepEqual(
    rows.map((row) => JSON.parse(row.body.toString()).note),
    ["card [card number]"],
  );
});

test("submit, return from the bank, notification and reconcile job at the same moment cause one transition", async () => {
  const { session, body } = await paidAtBank();
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  await rig.makeChecksDue();
  await Promise.all([
    ...[0, 1].map((app) => post(body, { app })),
    ...[0, 1].map((app) => fetch(`${rig.apps[app]?.url}/pay/${session}/return`, { redirect: "manual" })),
    ...[0, 1, 2].map(() => reconcileNow(rig.deps, rig.scope, attempt)),
    beginPayment(rig.deps, rig.scope, session, cardOf("approved")),
  ]);
  await untilPaid(session);
  assert.deepEqual(await rig.eventsOf(session), endOfChallenge);
  await rig.assertInvariants();
});

test("an older notification after a newer one changes nothing, in any order, before and after the payment", async () => {
  const told: { session: string; tell: (time: string) => Promise<void> }[] = [];
  for (const order of permutations(["approved", "pending", "action_required", "declined"])) {
    const { session, body } = await paidAtBank();
    const tell = async (time: string): Promise<void> => {
      for (const [place, status] of order.entries())
        assert.equal(await post(saying(body, status, time), { app: place % 2 }), 200);
    };
    await tell("first");
    told.push({ session, tell });
  }
  for (const { session, tell } of told) {
    await untilPaid(session);
    await tell("again");
  }
  for (const { session } of told) assert.deepEqual(await rig.eventsOf(session), endOfChallenge);
  await rig.assertInvariants();
});

/** Another notification about the same charge, with this status. */
function saying(body: string, status: string, time: string): string {
  const told = JSON.parse(body);
  const data = {
    ...told.data,
    status,
    actionUrl: status === "action_required" ? "https://bank.example/" : null,
    declineReason: status === "declined" ? "generic_decline" : null,
  };
  return JSON.stringify({ ...told, id: `${told.id}_${status}_${time}`, data });
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]),
  );
}

test("a notification that is unsigned, tampered with, stale or for another account is refused and not stored", async () => {
  const { session, body } = await paidAtBank();
  const before = await storedCount();
  const other = `${"0".repeat(7)}_sandbox`;
  assert.equal(await post(body, { signature: "" }), 400);
  assert.equal(await post(body, { signature: "t=1,v1=00" }), 400);
  assert.equal(await post(body.replace('"approved"', '"declined"'), { signature: sign(body) }), 400);
  assert.equal(await post(body, { signature: sign(body, 600) }), 400);
  assert.equal(await post(body, { signature: sign(body, -600) }), 400);
  assert.equal(await post(body, { account: other }), 400);
  assert.equal(await post("{", {}), 400);
  assert.equal(await post(body, { account: "nonsense" }), 404);
  assert.equal(await storedCount(), before);
  assert.equal(await rig.summaryOf(session), "open, processing, charged 1 times");
});

test("a notification of an unknown attempt gets 200, is quarantined and changes nothing", async () => {
  const { session, body } = await paidAtBank();
  const [attempt] = await rig.attemptsOf(session);
  const parsed = JSON.parse(body);
  const stranger = {
    ...parsed,
    id: `${parsed.id}_x`,
    data: { ...parsed.data, idempotencyKey: `${attempt?.id}x` },
  };
  assert.equal(await post(JSON.stringify(stranger)), 200);
  const [row] = await rig.db.sql(
    "SELECT quarantine_reason AS reason FROM psp_notifications WHERE psp_event_id = $1",
    [stranger.id],
  );
  assert.deepEqual(row, { reason: "unknown_attempt" });
  assert.equal(await rig.summaryOf(session), "open, processing, charged 1 times");
});

test("a delayed payment is paid after the PSP's notification, and its events report both steps", async () => {
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("approvedLater"));
  assert.equal(await rig.summaryOf(session), "complete, processing, charged 0 times");
  await rig.db.sql("UPDATE sandbox_psp.charges SET due_at = now() WHERE merchant_reference = $1", [session]);
  let body = "";
  await until(async () => {
    const [row] = await rig.db.sql<{ body: string }>(
      `SELECT n.body FROM sandbox_psp.notifications n JOIN sandbox_psp.charges c ON c.id = n.charge
       WHERE c.merchant_reference = $1`,
      [session],
    );
    body = row?.body ?? "";
    return row !== undefined;
  }, "the PSP has a notification");
  assert.equal(await post(body), 200);
  await untilPaid(session);
  assert.deepEqual(await rig.eventsOf(session), [
    "checkout.session.completed",
    "payment.captured",
    "checkout.session.async_payment_succeeded",
  ]);
  await rig.assertInvariants();
});
