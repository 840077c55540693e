import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../support/cluster/cluster.ts";
import type { Random } from "../random.ts";
import type { Testbed } from "../testbed/testbed.ts";
import type { Answer, ApiCall, ApiClient } from "../workload/client.ts";
import { dashboardKeys } from "../workload/dashboard.ts";
import type { Entry, Journal } from "../workload/journal.ts";
import { digestOf } from "../workload/journal.ts";

type MerchantRecords = Pick<Journal, "entries" | "unanswered" | "violations">;

/** The database to search, and the data losses of the run. */
export type Stored = Pick<Testbed, "dataLosses"> & { readonly cluster: Pick<Cluster, "sql"> };

/**
 * Compares merchants' records with the database and the PSP: an acknowledged call took effect exactly once, an unanswered
 * call at most once, and all responses to one idempotency key are the same.
 */
export async function checkMerchantRecords(testbed: Stored, journal: MerchantRecords): Promise<string[]> {
  return [
    ...journal.violations,
    ...(await checkCreatedSessions(testbed, journal)),
    ...(await checkRefunds(testbed, journal)),
    ...(await checkCapturesAndVoids(testbed, journal)),
    ...checkReplayedAnswers(testbed, journal),
    ...(await checkPspMovements(testbed, journal)),
  ];
}

/** Whether movement `m` was made at the PSP's dashboard and not through Kassa's API. */
const madeAtDashboard = `COALESCE(m.psp_key, '') LIKE '${dashboardKeys}%'`;

/** Each create call has its own client reference, which all its retries share: at most one session may carry it. */
async function checkCreatedSessions(
  { cluster, dataLosses }: Stored,
  { entries }: MerchantRecords,
): Promise<string[]> {
  const rows = await cluster.sql<{ label: string; ids: string[] }>(
    `SELECT client_reference_id AS label, array_agg(id) AS ids FROM checkout_sessions
     WHERE client_reference_id IS NOT NULL GROUP BY 1`,
  );
  const stored = new Map(rows.map(({ label, ids }) => [label, ids]));
  const violations = rows
    .filter(({ ids }) => ids.length > 1)
    .map(({ label, ids }) => `create call ${label} made ${ids.length} sessions: ${ids.join(", ")}`);
  for (const entry of entries) {
    if (entry.call.path !== "/checkout/sessions" || entry.status !== 200) continue;
    const label = labelOf(entry);
    if (dataLosses.affects(label)) continue;
    if (!stored.get(label)?.includes(entry.id ?? ""))
      violations.push(`session ${entry.id} (${label}) was acknowledged and is missing`);
  }
  return violations;
}

const labelOf = ({ call }: Entry): string =>
  (call.body as { clientReferenceId?: string } | undefined)?.clientReferenceId ?? "";

/** Every acknowledged refund exists, and at most one more for each unanswered call. */
async function checkRefunds({ cluster, dataLosses }: Stored, journal: MerchantRecords): Promise<string[]> {
  const all = await cluster.sql<{ id: string; payment: string; label: string }>(
    `SELECT m.id, m.payment_id AS payment, s.client_reference_id AS label FROM movements m
       JOIN payments p ON (p.tenant_id, p.id) = (m.tenant_id, m.payment_id)
       JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
     WHERE m.kind = 'refund' AND NOT m.late AND NOT ${madeAtDashboard}`,
  );
  const rows = all.filter(({ label }) => !dataLosses.affects(label));
  const acknowledged = new Set(
    journal.entries
      .filter(
        ({ call, status }) => call.path === "/refunds" && status === 200 && !dataLosses.affects(call.label),
      )
      .map(({ id }) => id),
  );
  const stored = new Set(rows.map(({ id }) => id));
  const violations = [...acknowledged]
    .filter((id) => id === undefined || !stored.has(id))
    .map((id) => `refund ${id} was acknowledged and is missing`);
  const unanswered = countBy(
    journal.unanswered.filter(({ path }) => path === "/refunds"),
    ({ body }) => (body as { payment: string }).payment,
  );
  const unacknowledged = countBy(
    rows.filter(({ id }) => !acknowledged.has(id)),
    ({ payment }) => payment,
  );
  for (const [payment, count] of unacknowledged) {
    if (count > (unanswered.get(payment) ?? 0))
      violations.push(`payment ${payment} has ${count} refunds that no call explains`);
  }
  return violations;
}

/** Every acknowledged capture and void of a payment exists, and at most one more for each unanswered key. */
async function checkCapturesAndVoids(
  { cluster, dataLosses }: Stored,
  journal: MerchantRecords,
): Promise<string[]> {
  const all = await cluster.sql<{ path: string; label: string; count: number }>(
    `SELECT '/payments/' || m.payment_id || '/' || m.kind AS path, s.client_reference_id AS label, count(*) FROM movements m
       JOIN payments p ON (p.tenant_id, p.id) = (m.tenant_id, m.payment_id)
       JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
     WHERE m.kind IN ('capture', 'void') AND NOT m.late AND COALESCE(m.reason, '') <> 'lapsed'
       AND NOT ${madeAtDashboard} GROUP BY 1, 2`,
  );
  const rows = all.filter(({ label }) => !dataLosses.affects(label));
  const isCaptureOrVoid = ({ path, label }: ApiCall): boolean =>
    /^\/payments\/[^/]+\/(capture|void)$/.test(path) && !dataLosses.affects(label);
  const keys = new Map<string, Set<string>>();
  const acknowledged = new Map<string, Set<string>>();
  for (const { call, status, refusal } of journal.entries.filter((entry) => isCaptureOrVoid(entry.call))) {
    remember(keys, call.path, call.key ?? "");
    if (status === 200 || refusal === "movement_refused") remember(acknowledged, call.path, call.key ?? "");
  }
  for (const call of journal.unanswered.filter(isCaptureOrVoid)) remember(keys, call.path, call.key ?? "");
  const stored = new Map(rows.map(({ path, count }) => [path, count]));
  const violations: string[] = [];
  for (const path of new Set([...stored.keys(), ...acknowledged.keys()])) {
    const [count, least, most] = [
      stored.get(path) ?? 0,
      acknowledged.get(path)?.size ?? 0,
      keys.get(path)?.size ?? 0,
    ];
    if (count < least) violations.push(`${path}: ${least} calls were acknowledged, ${count} movements exist`);
    if (count > most) violations.push(`${path}: ${most} keys were used, ${count} movements exist`);
  }
  return violations;
}

/** How many captures or refunds the PSP made for a session, without those that Kassa or the PSP started by themselves. */
export type PspMovementCount = { readonly label: string; readonly kind: string; readonly count: number };

const pspMovements = `SELECT s.client_reference_id AS label, x.kind, count(*) FROM sandbox_psp.movements x
    JOIN sandbox_psp.charges c ON c.id = x.charge JOIN checkout_sessions s ON s.id = c.merchant_reference
    LEFT JOIN movements m ON COALESCE(m.psp_key, m.id) = x.idempotency_key
  WHERE x.kind IN ('capture', 'refund') AND x.refusal IS NULL AND m.late IS NOT TRUE
    AND x.idempotency_key NOT LIKE '${dashboardKeys}%' GROUP BY 1, 2`;

async function checkPspMovements({ cluster }: Stored, journal: MerchantRecords): Promise<string[]> {
  return findExcessMovements(await cluster.sql<PspMovementCount>(pspMovements), journal);
}

/**
 * The PSP captured and refunded at most as often as merchants requested: once per idempotency key, and once per call without
 * a key. A refused call counts only if an earlier response to it was lost. This holds after a data loss, too.
 */
export function findExcessMovements(
  rows: readonly PspMovementCount[],
  { entries, unanswered }: Pick<Journal, "entries" | "unanswered">,
): string[] {
  const requested = new Map<string, Set<string>>();
  for (const [number, { path, label, key }] of [
    ...entries.filter(({ status, wasLost }) => status === 200 || wasLost).map(({ call }) => call),
    ...unanswered,
  ].entries()) {
    const kind = path === "/refunds" ? "refund" : /\/capture$/.test(path) ? "capture" : undefined;
    if (kind) remember(requested, `${kind} ${label}`, key ?? `call ${number}`);
  }
  return rows.flatMap(({ label, kind, count }) => {
    const most = requested.get(`${kind} ${label}`)?.size ?? 0;
    return count > most
      ? [`session ${label}: the PSP made ${count} ${kind}s, merchants requested ${most}`]
      : [];
  });
}

function remember(sets: Map<string, Set<string>>, name: string, item: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(item));
}

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}

/** All successful responses to one idempotency key are identical, byte for byte. */
function checkReplayedAnswers({ dataLosses }: Stored, { entries }: MerchantRecords): string[] {
  const answers = new Map<string, Set<string>>();
  for (const { call, status, digest } of entries) {
    if (call.key === undefined || status !== 200 || dataLosses.affects(call.label)) continue;
    remember(answers, `${call.merchant.name} ${call.method} ${call.path} ${call.key}`, digest);
  }
  return [...answers]
    .filter(([, digests]) => digests.size > 1)
    .map(([name, digests]) => `${name} had ${digests.size} different responses`);
}

const maxReplayedCalls = 1_000;

/** Repeats successful calls with an idempotency key, a sample of them in long runs: each gets the first response again. */
export async function replayCalls(
  { dataLosses }: Testbed,
  { entries }: Journal,
  client: ApiClient,
  urls: readonly string[],
  random: Random,
): Promise<{ count: number; violations: string[] }> {
  const keyed = entries.filter(
    ({ call, status }) => call.key !== undefined && status === 200 && !dataLosses.affects(call.label),
  );
  const fraction = maxReplayedCalls / Math.max(keyed.length, maxReplayedCalls);
  const sample = keyed.filter(() => random.chance(fraction));
  const violations: string[] = [];
  for (const { call, digest } of sample) {
    const answer = await replayOnce(client, call, () => random.pick(urls));
    if (answer.kind === "answered" && answer.status === 200 && digestOf(answer.text) === digest) continue;
    const now = answer.kind === "answered" ? `${answer.status} ${answer.text}` : "no response";
    violations.push(`${call.method} ${call.path} with key ${call.key} now gets another response: ${now}`);
  }
  return { count: sample.length, violations };
}

const maxTries = 10;

/** Retries until there is a response: an instance may still reach the crash point that it was started with. */
async function replayOnce(client: ApiClient, call: ApiCall, pickUrl: () => string): Promise<Answer> {
  let answer = await client.once(call, pickUrl());
  for (let tries = 1; answer.kind !== "answered" && tries < maxTries; tries += 1) {
    await sleep(500);
    answer = await client.once(call, pickUrl());
  }
  return answer;
}
