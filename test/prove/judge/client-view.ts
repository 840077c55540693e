import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../support/cluster/cluster.ts";
import type { House } from "../house/house.ts";
import type { Answer, ApiCall, ApiClient } from "../play/client.ts";
import { dashboardKeys } from "../play/dashboard.ts";
import type { Entry, Journal } from "../play/journal.ts";
import { digestOf } from "../play/journal.ts";
import type { Random } from "../random.ts";

/** What merchants know: of a journal all but its counts. */
type Merchants = Pick<Journal, "entries" | "unanswered" | "violations">;

/** Where to look, and what was lost there. */
export type Stored = Pick<House, "lost"> & { readonly cluster: Pick<Cluster, "sql"> };

/**
 * What merchants know against what is there: each answered call had its effect exactly once, calls without an answer at
 * most once, and whoever repeats a call is told the same as the first time.
 */
export async function checkClientView(house: Stored, journal: Merchants): Promise<string[]> {
  return [
    ...journal.violations,
    ...(await checkCreates(house, journal)),
    ...(await checkRefunds(house, journal)),
    ...(await checkMoves(house, journal)),
    ...checkRepeats(house, journal),
    ...(await checkMoved(house, journal)),
  ];
}

/** Of movement `m`: nobody asked Kassa for it. */
const madeAtDashboard = `COALESCE(m.psp_key, '') LIKE '${dashboardKeys}%'`;

/** Each call of create is named by its client reference, however often it was made under its key. */
async function checkCreates({ cluster, lost }: Stored, { entries }: Merchants): Promise<string[]> {
  const rows = await cluster.sql<{ label: string; ids: string[] }>(
    `SELECT client_reference_id AS label, array_agg(id) AS ids FROM checkout_sessions
     WHERE client_reference_id IS NOT NULL GROUP BY 1`,
  );
  const stored = new Map(rows.map(({ label, ids }) => [label, ids]));
  const violations = rows
    .filter(({ ids }) => ids.length > 1)
    .map(({ label, ids }) => `one create call (${label}) made ${ids.length} sessions: ${ids.join(", ")}`);
  for (const entry of entries) {
    if (entry.call.path !== "/checkout/sessions" || entry.status !== 200) continue;
    const label = labelOf(entry);
    if (lost.touched(label)) continue;
    if (!stored.get(label)?.includes(entry.id ?? ""))
      violations.push(`session ${entry.id} (${label}) was acknowledged and is not there`);
  }
  return violations;
}

const labelOf = ({ call }: Entry): string =>
  (call.body as { clientReferenceId?: string } | undefined)?.clientReferenceId ?? "";

/** A refund for each acknowledged one, and at most one more for each call that was never answered. */
async function checkRefunds({ cluster, lost }: Stored, journal: Merchants): Promise<string[]> {
  const all = await cluster.sql<{ id: string; payment: string; label: string }>(
    `SELECT m.id, m.payment_id AS payment, s.client_reference_id AS label FROM movements m
       JOIN payments p ON (p.tenant_id, p.id) = (m.tenant_id, m.payment_id)
       JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
     WHERE m.kind = 'refund' AND NOT m.late AND NOT ${madeAtDashboard}`,
  );
  const rows = all.filter(({ label }) => !lost.touched(label));
  const acknowledged = new Set(
    journal.entries
      .filter(({ call, status }) => call.path === "/refunds" && status === 200 && !lost.touched(call.label))
      .map(({ id }) => id),
  );
  const stored = new Set(rows.map(({ id }) => id));
  const violations = [...acknowledged]
    .filter((id) => id === undefined || !stored.has(id))
    .map((id) => `refund ${id} was acknowledged and is not there`);
  const unanswered = countBy(
    journal.unanswered.filter(({ path }) => path === "/refunds"),
    ({ body }) => (body as { payment: string }).payment,
  );
  const unknown = countBy(
    rows.filter(({ id }) => !acknowledged.has(id)),
    ({ payment }) => payment,
  );
  for (const [payment, count] of unknown) {
    if (count > (unanswered.get(payment) ?? 0))
      violations.push(`payment ${payment} has ${count} refunds that nobody was told of`);
  }
  return violations;
}

/** As many captures and voids of a payment as were acknowledged, or at most one more for each call without an answer. */
async function checkMoves({ cluster, lost }: Stored, journal: Merchants): Promise<string[]> {
  const all = await cluster.sql<{ path: string; label: string; count: number }>(
    `SELECT '/payments/' || m.payment_id || '/' || m.kind AS path, s.client_reference_id AS label, count(*) FROM movements m
       JOIN payments p ON (p.tenant_id, p.id) = (m.tenant_id, m.payment_id)
       JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
     WHERE m.kind IN ('capture', 'void') AND NOT m.late AND COALESCE(m.reason, '') <> 'lapsed'
       AND NOT ${madeAtDashboard} GROUP BY 1, 2`,
  );
  const rows = all.filter(({ label }) => !lost.touched(label));
  const isMove = ({ path, label }: ApiCall): boolean =>
    /^\/payments\/[^/]+\/(capture|void)$/.test(path) && !lost.touched(label);
  const keys = new Map<string, Set<string>>();
  const acknowledged = new Map<string, Set<string>>();
  for (const { call, status, refusal } of journal.entries.filter((entry) => isMove(entry.call))) {
    remember(keys, call.path, call.key ?? "");
    if (status === 200 || refusal === "movement_refused") remember(acknowledged, call.path, call.key ?? "");
  }
  for (const call of journal.unanswered.filter(isMove)) remember(keys, call.path, call.key ?? "");
  const stored = new Map(rows.map(({ path, count }) => [path, count]));
  const violations: string[] = [];
  for (const path of new Set([...stored.keys(), ...acknowledged.keys()])) {
    const [there, least, most] = [
      stored.get(path) ?? 0,
      acknowledged.get(path)?.size ?? 0,
      keys.get(path)?.size ?? 0,
    ];
    if (there < least)
      violations.push(`${path}: ${least} calls were acknowledged, ${there} movements are there`);
    if (there > most) violations.push(`${path}: ${most} keys were used, ${there} movements are there`);
  }
  return violations;
}

/** What the PSP did of a kind with the charges of a session, except for what Kassa or the PSP did by itself. */
export type MovedRow = { readonly label: string; readonly kind: string; readonly count: number };

const movedAtPsp = `SELECT s.client_reference_id AS label, x.kind, count(*) FROM sandbox_psp.movements x
    JOIN sandbox_psp.charges c ON c.id = x.charge JOIN checkout_sessions s ON s.id = c.merchant_reference
    LEFT JOIN movements m ON COALESCE(m.psp_key, m.id) = x.idempotency_key
  WHERE x.kind IN ('capture', 'refund') AND x.refusal IS NULL AND m.late IS NOT TRUE
    AND x.idempotency_key NOT LIKE '${dashboardKeys}%' GROUP BY 1, 2`;

async function checkMoved({ cluster }: Stored, journal: Merchants): Promise<string[]> {
  return compareMoved(await cluster.sql<MovedRow>(movedAtPsp), journal);
}

/**
 * The PSP captured and refunded at most as often as merchants asked for it: once for each key, and once for each call without
 * one. A call that was refused, of which no answer was lost, asked for nothing. That holds whatever Kassa has lost.
 */
export function compareMoved(
  rows: readonly MovedRow[],
  { entries, unanswered }: Pick<Journal, "entries" | "unanswered">,
): string[] {
  const asked = new Map<string, Set<string>>();
  for (const [number, { path, label, key }] of [
    ...entries.filter(({ status, wasLost }) => status === 200 || wasLost).map(({ call }) => call),
    ...unanswered,
  ].entries()) {
    const kind = path === "/refunds" ? "refund" : /\/capture$/.test(path) ? "capture" : undefined;
    if (kind) remember(asked, `${kind} ${label}`, key ?? `call ${number}`);
  }
  return rows.flatMap(({ label, kind, count }) => {
    const most = asked.get(`${kind} ${label}`)?.size ?? 0;
    return count > most
      ? [`session ${label}: the PSP did ${count} ${kind}s, merchants asked for ${most}`]
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

/** All successful answers to one key are the same, byte for byte. */
function checkRepeats({ lost }: Stored, { entries }: Merchants): string[] {
  const answers = new Map<string, Set<string>>();
  for (const { call, status, digest } of entries) {
    if (call.key === undefined || status !== 200 || lost.touched(call.label)) continue;
    remember(answers, `${call.merchant.name} ${call.method} ${call.path} ${call.key}`, digest);
  }
  return [...answers]
    .filter(([, digests]) => digests.size > 1)
    .map(([name, digests]) => `${name} was answered in ${digests.size} ways`);
}

const repeatedAtMost = 1_000;

/** Makes successful calls once more, a sample of them in long runs: each is answered as the first time. */
export async function repeatCalls(
  { lost }: House,
  { entries }: Journal,
  client: ApiClient,
  addresses: readonly string[],
  random: Random,
): Promise<{ repeated: number; violations: string[] }> {
  const keyed = entries.filter(
    ({ call, status }) => call.key !== undefined && status === 200 && !lost.touched(call.label),
  );
  const share = repeatedAtMost / Math.max(keyed.length, repeatedAtMost);
  const sample = keyed.filter(() => random.chance(share));
  const violations: string[] = [];
  for (const { call, digest } of sample) {
    const answer = await repeatOnce(client, call, () => random.pick(addresses));
    if (answer.kind === "answered" && answer.status === 200 && digestOf(answer.text) === digest) continue;
    const now = answer.kind === "answered" ? `${answer.status} ${answer.text}` : "no answer";
    violations.push(`${call.method} ${call.path} with key ${call.key} is answered otherwise now: ${now}`);
  }
  return { repeated: sample.length, violations };
}

const triesAtMost = 10;

/** Once, as far as Kassa is concerned: a process may still kill itself at its crash point. */
async function repeatOnce(client: ApiClient, call: ApiCall, pickAddress: () => string): Promise<Answer> {
  let answer = await client.once(call, pickAddress());
  for (let tries = 1; answer.kind !== "answered" && tries < triesAtMost; tries += 1) {
    await sleep(500);
    answer = await client.once(call, pickAddress());
  }
  return answer;
}
