import { setTimeout as sleep } from "node:timers/promises";
import { isReleasedByOurs } from "../support/oracle/charges.ts";
import { unfinishedWork } from "../support/oracle.ts";
import { importStatement, type Office, sendRefunds } from "./rails/bank-shop.ts";
import type { PspRail } from "./rails/psp-rail.ts";
import { settleRails } from "./rails/settle.ts";
import { findUnknownAtRails } from "./rails/unknown-at-rails.ts";
import type { Testbed } from "./testbed/testbed.ts";
import { dashboardKeys } from "./workload/dashboard.ts";

export type Quiescence = {
  readonly tookMs: number;
  /** Describes work that a crash had interrupted and that no instance resumed within 30 s. */
  readonly overdue: readonly string[];
  /** Describes work that was still unfinished at the end. */
  readonly unfinished: readonly string[];
  /** Describes imports of settlements that failed. */
  readonly failedImports: readonly string[];
};

/** Give up when the number of unfinished items hasn't decreased for this long. */
const stallTimeoutMs = 60_000;
/** In an unaided run: a delivery or query that failed twice waits for 5 minutes, and after another failure for 5 more. */
const unaidedStallTimeoutMs = 11 * 60_000;
/** Work that a crash interrupted must be resumed without help within this time; see docs/contributing/reliability.md. */
const recoveryLimitMs = 30_000;

/** Ends all faults. */
export async function stopFaults(testbed: Testbed, { unaided }: { unaided: boolean }): Promise<void> {
  testbed.relay.stopFaults();
  testbed.pspRelay.stopFaults();
  testbed.receiver.stopFaults();
  for (const { armer } of testbed.instances) armer.disable();
  await testbed.psp.whenReady(60_000);
  testbed.psp.signal("SIGUSR2");
  await Promise.all(testbed.rails.map(stopRailFaults));
  await Promise.all([testbed.relay.settled(), testbed.pspRelay.settled()]);
  if (!unaided) await restartAllInstances(testbed);
}

async function stopRailFaults({ relay, steer }: PspRail): Promise<void> {
  relay.stopFaults();
  await steer("no-faults", {});
  await relay.settled();
}

/**
 * Restarts the instances one by one, as in a deployment. Requests that reached the PSP after Kassa's timeout are found by
 * comparing the PSP's list of charges, which an instance does at its start and every hour.
 */
async function restartAllInstances({ instances }: Testbed): Promise<void> {
  for (const instance of instances) {
    await instance.restart();
    await instance.whenReady(60_000);
  }
}

/**
 * Waits until nothing is unfinished. Retries that wait because a receiver or the PSP failed before are made due at once, except
 * in an unaided run. Work that a crash interrupted gets no help.
 */
export async function waitUntilQuiescent(
  testbed: Testbed,
  { unaided }: { unaided: boolean },
  office: Office,
): Promise<Quiescence> {
  const startedAt = performance.now();
  await Promise.all([...testbed.instances, testbed.psp].map((process) => process.whenReady(60_000)));
  await endWaitsAtPsps(testbed, 1);
  // Before Kassa knows everything: what it can't explain yet is explained by the second import.
  const failedImports = await settleRails(testbed);
  const { bankShop, cluster } = testbed;
  if (bankShop) await importStatement(bankShop, office, bankShop.bank.wholeStatement());
  let unfinished = await findUnfinished(testbed);
  let least = { count: unfinished.length, atMs: startedAt };
  let reportedAt = startedAt;
  let overdue: string[] | undefined;
  let ends = 1;
  const timeoutMs = unaided ? unaidedStallTimeoutMs : stallTimeoutMs;
  while (unfinished.length > 0 && performance.now() - least.atMs < timeoutMs) {
    if (!unaided) await retryNow(testbed, performance.now() - least.atMs);
    if (performance.now() - startedAt > recoveryLimitMs) overdue ??= unfinished.filter(isInterrupted);
    // For refunds that Kassa began meanwhile.
    const isLate = performance.now() - startedAt > secondEndAfterMs;
    if (isLate && (ends === 1 || (ends === 2 && unfinished.every(isPendingRefund)))) {
      await endWaitsAtPsps(testbed, ends === 1 ? 1 : thirdEnd);
      ends += 1;
    }
    if (bankShop) await sendRefunds(bankShop, office, cluster);
    await sleep(500);
    unfinished = await findUnfinished(testbed);
    const now = performance.now();
    if (unfinished.length < least.count) least = { count: unfinished.length, atMs: now };
    if (now - reportedAt < progressEveryMs) continue;
    reportedAt = now;
    console.log(`          ${unfinished.length} unfinished, the first: ${unfinished[0] ?? "none"}`);
  }
  const tookMs = Math.round(performance.now() - startedAt);
  failedImports.push(...(await settleRails(testbed)));
  return { tookMs, unfinished, overdue: overdue ?? [], failedImports };
}

const railPatienceMs = 5_000;
const secondEndAfterMs = 15_000;
/** Long enough for a refund at Mollie, and short enough for authorizations there to live on. */
const thirdEnd = 0.45;

/** Advances the fakes' clocks to what PSPs do after days: refunds are made, disputes decided, and pages end. */
async function endWaitsAtPsps({ rails }: Testbed, share: number): Promise<void> {
  for (const { kind, steer } of rails)
    await steer("advance", { seconds: Math.round(kind.endsAfterSeconds * share) });
}

const isPendingRefund = (item: string): boolean => /^refund \S+ is pending$/.test(item);

/** Makes waiting retries due now. Queries at the PSP get this help only after the time limit for recovery without help. */
async function retryNow({ cluster, rails }: Testbed, stalledForMs: number): Promise<void> {
  if (rails.length > 0 && stalledForMs > railPatienceMs)
    for (const sql of askAtRailsNow) await cluster.sql(sql);
  const pspQueries = stalledForMs > recoveryLimitMs ? reconcileNow : [];
  for (const sql of [retryDeliveriesNow, retryNotificationsNow, ...pspQueries]) await cluster.sql(sql);
}

/** An attempt or movement is still `started` after its deadline and lease only if a crash interrupted it. */
const isInterrupted = (item: string): boolean => item.endsWith(" is started");

const progressEveryMs = 5_000;

async function findUnfinished({ cluster, rails }: Testbed): Promise<string[]> {
  const atPsp = await cluster.sql<{ item: string }>(unfinishedAtPsp);
  const held = new Set((await cluster.sql<{ item: string }>(heldBackByMollie)).map(({ item }) => item));
  const ownWork = (await unfinishedWork(cluster)).filter((item) => !held.has(item));
  return [...ownWork, ...(await findUnknownAtRails(cluster, rails)), ...atPsp.map(({ item }) => item)];
}

/** Mollie refuses a second refund of the same amount within an hour, so Kassa sends it when the hour is over (decision 0053). */
const heldBackByMollie = `SELECT format('refund %s is unknown', id) AS item FROM movements WHERE delayed_until > now()`;

const retryDeliveriesNow = `UPDATE webhook_deliveries SET next_attempt_at = now()
  WHERE status = 'pending' AND next_attempt_at > now() + interval '1 second' AND clock_id IS NULL`;
const retryNotificationsNow = `UPDATE sandbox_psp.notifications SET next_attempt_at = now()
  WHERE delivered_at IS NULL AND next_attempt_at > now() + interval '16 seconds'`;
/**
 * Notifications may be lost at last. Then the job that asks about open pages every few minutes, and the hourly comparison, find what
 * PSPs have.
 */
const askAtRailsNow = [
  `UPDATE attempts SET next_check_at = now() WHERE status = 'action_required' AND hosted AND connector <> 'sandbox'
     AND next_check_at > now() + interval '5 seconds'`,
  `INSERT INTO compared_accounts AS c (tenant_id, connector_account, mode, compared_until, due_at, due_from)
     SELECT tenant_id, id, mode, now() - interval '1 hour', now(), now() - interval '1 hour' FROM connector_accounts
     WHERE connector IN ('stripe', 'mollie')
     ON CONFLICT (tenant_id, connector_account) DO UPDATE SET due_at = now(), due_from = now() - interval '1 hour' WHERE c.due_at IS NULL`,
];
/** An attempt in review is queried again in an hour, or in 5 minutes if the last query got no response. */
const lastQueryFailed = "status = 'needs_review' AND next_check_at < now() + interval '6 minutes'";
const reconcileNow = [
  `UPDATE attempts SET next_check_at = now() WHERE status IN ('unknown', 'pending', 'declined') AND clock_id IS NULL
     AND next_check_at > now()`,
  `UPDATE attempts SET next_check_at = now() WHERE ${lastQueryFailed} AND next_check_at > now()`,
  `UPDATE movements SET next_check_at = now() WHERE status IN ('unknown', 'pending') AND clock_id IS NULL
     AND delayed_until IS NULL AND next_check_at > now()`,
  "UPDATE disputes SET action_check_at = now() WHERE action_check_at > now()",
  "UPDATE reported_disputes SET next_check_at = now() WHERE next_check_at > now()",
];

/** Pending decisions and notifications of the PSP, and its movements and disputes that Kassa hasn't learned of. */
const unfinishedAtPsp = `
  SELECT format('notification %s is not delivered', id) AS item FROM sandbox_psp.notifications WHERE delivered_at IS NULL
  UNION ALL SELECT format('attempt %s is in review, and the last query about it got no response', id) FROM attempts WHERE ${lastQueryFailed}
  UNION ALL SELECT format('charge %s is pending at the PSP', id) FROM sandbox_psp.charges
    WHERE clock IS NULL AND (due_at < now() + interval '1 minute' OR dispute_at < now() + interval '1 minute')
  UNION ALL SELECT format('refund %s is pending at the PSP', id) FROM sandbox_psp.movements
    WHERE clock IS NULL AND due_at < now() + interval '1 minute'
  UNION ALL SELECT format('dispute %s is pending at the PSP', id) FROM sandbox_psp.disputes
    WHERE clock IS NULL AND due_at < now() + interval '1 minute'
  UNION ALL SELECT format('Kassa does not know %s %s, made at the PSP''s dashboard', s.kind, s.idempotency_key) FROM sandbox_psp.movements s
    JOIN sandbox_psp.charges c ON c.id = s.charge JOIN checkout_sessions cs ON cs.id = c.merchant_reference
    WHERE s.refusal IS NULL AND s.idempotency_key LIKE '${dashboardKeys}%' AND NOT (${isReleasedByOurs})
      AND NOT EXISTS (SELECT FROM movements m WHERE m.psp_key = s.idempotency_key)
      AND NOT EXISTS (SELECT FROM attempts a WHERE a.id = c.idempotency_key AND a.status = 'needs_review')
  UNION ALL SELECT format('reported dispute %s has not been queried yet', psp_reference) FROM reported_disputes r
    WHERE next_check_at IS NOT NULL AND NOT EXISTS (SELECT FROM attempts a WHERE a.id = r.attempt_id AND a.status = 'needs_review')`;
