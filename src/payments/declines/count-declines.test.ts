import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { callOffAttempt } from "../attempts/call-off-attempt.ts";
import { reconcileDueAttempts, reconcileNow } from "../attempts/reconcile.ts";
import type { Attempt } from "../payment.ts";

const rig = usePaymentTestbed();

let subjects = 0;

type Submitted = { readonly attempt: Attempt; readonly digest: Buffer };

async function submit(card: "declined" | "challenge"): Promise<Submitted> {
  const digest = Buffer.from(`subject ${subjects++}`);
  const session = await rig.makeSession();
  const counted = { digests: [digest], outcomeKnown: () => {} };
  await beginPayment(rig.deps, rig.scope, session, cardOf(card), {}, counted);
  const attempt = (await rig.attemptsOf(session)).at(-1);
  assert.ok(attempt);
  return { attempt, digest };
}

async function answer({ attempt }: Submitted, choice: string): Promise<void> {
  assert.ok(attempt.redirectUrl !== null);
  const body = new URLSearchParams({ choice });
  const response = await fetch(attempt.redirectUrl, { method: "POST", redirect: "manual", body });
  await response.body?.cancel();
}

async function declinesOf({ digest }: Submitted): Promise<number> {
  const [row] = await rig.db.sql<{ declines: number }>(
    "SELECT declines FROM recent_declines WHERE subject = $1",
    [digest],
  );
  return row?.declines ?? 0;
}

async function keptDigests({ attempt }: Submitted): Promise<number> {
  return (
    await rig.db.sql("SELECT FROM attempts WHERE id = $1 AND decline_subjects IS NOT NULL", [attempt.id])
  ).length;
}

test("a decline counts once, however often it is reported", async () => {
  const submitted = await submit("declined");
  assert.equal(await declinesOf(submitted), 1);
  await rig.makeChecksDue();
  await reconcileDueAttempts(rig.deps);
  assert.equal(await declinesOf(submitted), 1);
  assert.equal(await keptDigests(submitted), 0, "what it was counted by isn't kept with the attempt");
});

test("a 3-D Secure challenge that fails counts when its outcome is known", async () => {
  const submitted = await submit("challenge");
  assert.deepEqual([await declinesOf(submitted), await keptDigests(submitted)], [0, 1]);
  await answer(submitted, "fail");
  await reconcileNow(rig.deps, rig.scope, submitted.attempt);
  assert.deepEqual([await declinesOf(submitted), await keptDigests(submitted)], [1, 0]);
});

test("a decline that a job finds counts, unless the attempt is of yesterday", async () => {
  for (const [ago, declines] of [
    ["1 minute", 1],
    ["1 day", 0],
  ] as const) {
    const submitted = await submit("challenge");
    await rig.db.sql("UPDATE attempts SET started_at = now() - $2::interval WHERE id = $1", [
      submitted.attempt.id,
      ago,
    ]);
    await answer(submitted, "fail");
    await rig.makeChecksDue();
    await reconcileDueAttempts(rig.deps);
    assert.equal(await declinesOf(submitted), declines, ago);
  }
});

test("an approval and an abandoned attempt don't count as declines", async () => {
  const approved = await submit("challenge");
  await answer(approved, "complete");
  await reconcileNow(rig.deps, rig.scope, approved.attempt);
  const calledOff = await submit("challenge");
  await callOffAttempt(rig.deps, rig.scope, calledOff.attempt);
  for (const submitted of [approved, calledOff])
    assert.deepEqual([await declinesOf(submitted), await keptDigests(submitted)], [0, 0]);
});
