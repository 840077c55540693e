import type { House } from "../house/house.ts";
import type { ApiClient } from "../play/client.ts";
import type { Entry, Journal } from "../play/journal.ts";
import { digestOf } from "../play/journal.ts";
import type { Random } from "../random.ts";

/**
 * What merchants know against what is there: each answered call had its effect exactly once, calls without an answer at
 * most once, and whoever repeats a call is told the same as the first time.
 */
export async function checkClientView(house: House, journal: Journal): Promise<string[]> {
  return [
    ...journal.violations,
    ...(await checkCreates(house, journal)),
    ...(await checkRefunds(house, journal)),
    ...(await checkMoves(house, journal)),
    ...checkRepeats(journal),
  ];
}

/** Each call of create is named by its client reference, however often it was made under its key. */
async function checkCreates({ cluster }: House, { entries }: Journal): Promise<string[]> {
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
    if (!stored.get(label)?.includes(entry.id ?? ""))
      violations.push(`session ${entry.id} (${label}) was acknowledged and is not there`);
  }
  return violations;
}

const labelOf = ({ call }: Entry): string =>
  (call.body as { clientReferenceId?: string } | undefined)?.clientReferenceId ?? "";

/** A refund for each acknowledged one, and at most one more for each call that was never answered. */
async function checkRefunds({ cluster }: House, journal: Journal): Promise<string[]> {
  const rows = await cluster.sql<{ id: string; payment: string }>(
    "SELECT id, payment_id AS payment FROM movements WHERE kind = 'refund' AND NOT late",
  );
  const acknowledged = new Set(
    journal.entries
      .filter(({ call, status }) => call.path === "/refunds" && status === 200)
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
async function checkMoves({ cluster }: House, journal: Journal): Promise<string[]> {
  const rows = await cluster.sql<{ path: string; count: number }>(
    `SELECT '/payments/' || payment_id || '/' || kind AS path, count(*) FROM movements
     WHERE kind IN ('capture', 'void') AND NOT late AND COALESCE(reason, '') <> 'lapsed' GROUP BY 1`,
  );
  const isMove = ({ path }: { path: string }): boolean => /^\/payments\/[^/]+\/(capture|void)$/.test(path);
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

function remember(sets: Map<string, Set<string>>, name: string, item: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(item));
}

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}

/** All successful answers to one key are the same, byte for byte. */
function checkRepeats({ entries }: Journal): string[] {
  const answers = new Map<string, Set<string>>();
  for (const { call, status, digest } of entries) {
    if (call.key === undefined || status !== 200) continue;
    remember(answers, `${call.merchant.name} ${call.method} ${call.path} ${call.key}`, digest);
  }
  return [...answers]
    .filter(([, digests]) => digests.size > 1)
    .map(([name, digests]) => `${name} was answered in ${digests.size} ways`);
}

const repeatedAtMost = 1_000;

/** Makes successful calls once more, a sample of them in long runs: each is answered as the first time. */
export async function repeatCalls(
  { entries }: Journal,
  client: ApiClient,
  addresses: readonly string[],
  random: Random,
): Promise<{ repeated: number; violations: string[] }> {
  const keyed = entries.filter(({ call, status }) => call.key !== undefined && status === 200);
  const share = repeatedAtMost / Math.max(keyed.length, repeatedAtMost);
  const sample = keyed.filter(() => random.chance(share));
  const violations: string[] = [];
  for (const { call, digest } of sample) {
    const answer = await client.once(call, random.pick(addresses));
    if (answer.kind === "answered" && answer.status === 200 && digestOf(answer.text) === digest) continue;
    const now = answer.kind === "answered" ? `${answer.status} ${answer.text}` : "no answer";
    violations.push(`${call.method} ${call.path} with key ${call.key} is answered otherwise now: ${now}`);
  }
  return { repeated: sample.length, violations };
}
