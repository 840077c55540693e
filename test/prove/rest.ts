import { setTimeout as sleep } from "node:timers/promises";
import { isReleasedByOurs } from "../support/oracle/charges.ts";
import { unfinishedWork } from "../support/oracle.ts";
import type { House } from "./house/house.ts";
import { dashboardKeys } from "./play/dashboard.ts";

/** How a house came to rest. */
export type Rest = {
  readonly tookMs: number;
  /** What a crash had interrupted and nobody had gone on with for half a minute, in words. */
  readonly overdue: readonly string[];
  /** What was still unfinished at the end, in words. */
  readonly left: readonly string[];
};

/** A house in which nothing gets less for so long doesn't come to rest. */
const stillAfterMs = 60_000;
/** Unaided, a delivery or question that failed twice waits for 5 minutes, and one more time as long. */
const stillUnaidedAfterMs = 11 * 60_000;
/** What a crash interrupted has to be finished within this time by itself; see invariants in docs/reliability.md. */
const byItselfMs = 30_000;

/** Nothing goes wrong from here on. */
export async function calm(house: House, { unaided }: { unaided: boolean }): Promise<void> {
  house.relay.calm();
  house.pspRelay.calm();
  house.receiver.calm();
  for (const { arming } of house.kassas) arming.stop();
  await house.psp.whenReady(60_000);
  house.psp.signal("SIGUSR2");
  await Promise.all([house.relay.settled(), house.pspRelay.settled()]);
  if (!unaided) await rememberAll(house);
}

/**
 * What came to the PSP when nobody waited for it any more is found by comparing with its list, which a process does as it
 * starts, and every hour. So each is started once more, one after the other, as in a deployment.
 */
async function rememberAll({ kassas }: House): Promise<void> {
  for (const kassa of kassas) {
    await kassa.restart();
    await kassa.whenReady(60_000);
  }
}

/**
 * Waits until everything is done that was begun. What only waits for its next try, because a receiver or the PSP failed
 * before, has its time come at once; what a crash interrupted is waited for. Unaided, all of it is.
 */
export async function comeToRest(house: House, { unaided }: { unaided: boolean }): Promise<Rest> {
  const startedAt = performance.now();
  await Promise.all([...house.kassas, house.psp].map((process) => process.whenReady(60_000)));
  let left = await whatIsLeft(house);
  let least = { count: left.length, atMs: startedAt };
  let toldAt = startedAt;
  let overdue: string[] | undefined;
  const patienceMs = unaided ? stillUnaidedAfterMs : stillAfterMs;
  while (left.length > 0 && performance.now() - least.atMs < patienceMs) {
    if (!unaided) await hurry(house, performance.now() - least.atMs);
    if (performance.now() - startedAt > byItselfMs) overdue ??= left.filter(isInterrupted);
    await sleep(500);
    left = await whatIsLeft(house);
    const now = performance.now();
    if (left.length < least.count) least = { count: left.length, atMs: now };
    if (now - toldAt < tellEveryMs) continue;
    toldAt = now;
    console.log(`          ${left.length} things are left to do, such as: ${left[0] ?? "nothing"}`);
  }
  return { tookMs: Math.round(performance.now() - startedAt), left, overdue: overdue ?? [] };
}

/** What waits for its next try is tried now; what a PSP was asked about in vain only once that has been waited for. */
async function hurry({ cluster }: House, stillForMs: number): Promise<void> {
  const questions = stillForMs > byItselfMs ? askAgainNow : [];
  for (const sql of [retryDeliveriesNow, retryNotificationsNow, ...questions]) await cluster.sql(sql);
}

/** Begun, and without any answer: only a crash leaves that, and its lease and deadline are long over. */
const isInterrupted = (words: string): boolean => words.endsWith(" is started");

const tellEveryMs = 5_000;

async function whatIsLeft({ cluster }: House): Promise<string[]> {
  const more = await cluster.sql<{ words: string }>(moreUnfinished);
  return [...(await unfinishedWork(cluster)), ...more.map(({ words }) => words)];
}

const retryDeliveriesNow = `UPDATE webhook_deliveries SET next_attempt_at = now()
  WHERE status = 'pending' AND next_attempt_at > now() + interval '1 second' AND clock_id IS NULL`;
const retryNotificationsNow = `UPDATE sandbox_psp.notifications SET next_attempt_at = now()
  WHERE delivered_at IS NULL AND next_attempt_at > now() + interval '16 seconds'`;
/** Of an attempt under review: its last question had no answer, for otherwise the next one comes in an hour. */
const askedInVain = "status = 'needs_review' AND next_check_at < now() + interval '6 minutes'";
const askAgainNow = [
  `UPDATE attempts SET next_check_at = now() WHERE status IN ('unknown', 'pending', 'declined') AND clock_id IS NULL
     AND next_check_at > now()`,
  `UPDATE attempts SET next_check_at = now() WHERE ${askedInVain} AND next_check_at > now()`,
  `UPDATE movements SET next_check_at = now() WHERE status IN ('unknown', 'pending') AND clock_id IS NULL
     AND next_check_at > now()`,
  "UPDATE disputes SET action_check_at = now() WHERE action_check_at > now()",
  "UPDATE reported_disputes SET next_check_at = now() WHERE next_check_at > now()",
];

/** What the PSP has yet to do or to tell, and what is known of disputes only by name. */
const moreUnfinished = `
  SELECT format('notification %s has not arrived', id) AS words FROM sandbox_psp.notifications WHERE delivered_at IS NULL
  UNION ALL SELECT format('attempt %s is under review, and its last question had no answer', id) FROM attempts WHERE ${askedInVain}
  UNION ALL SELECT format('the PSP has yet to decide about charge %s', id) FROM sandbox_psp.charges
    WHERE clock IS NULL AND (due_at < now() + interval '1 minute' OR dispute_at < now() + interval '1 minute')
  UNION ALL SELECT format('the PSP has yet to decide about refund %s', id) FROM sandbox_psp.movements
    WHERE clock IS NULL AND due_at < now() + interval '1 minute'
  UNION ALL SELECT format('the PSP has yet to decide about dispute %s', id) FROM sandbox_psp.disputes
    WHERE clock IS NULL AND due_at < now() + interval '1 minute'
  UNION ALL SELECT format('%s %s, made at the PSP, is not known', s.kind, s.idempotency_key) FROM sandbox_psp.movements s
    JOIN sandbox_psp.charges c ON c.id = s.charge JOIN checkout_sessions cs ON cs.id = c.merchant_reference
    WHERE s.refusal IS NULL AND s.idempotency_key LIKE '${dashboardKeys}%' AND NOT (${isReleasedByOurs})
      AND NOT EXISTS (SELECT FROM movements m WHERE m.psp_key = s.idempotency_key)
      AND NOT EXISTS (SELECT FROM attempts a WHERE a.id = c.idempotency_key AND a.status = 'needs_review')
  UNION ALL SELECT format('dispute %s of the PSP has not been looked into', psp_reference) FROM reported_disputes r
    WHERE next_check_at IS NOT NULL AND NOT EXISTS (SELECT FROM attempts a WHERE a.id = r.attempt_id AND a.status = 'needs_review')`;
