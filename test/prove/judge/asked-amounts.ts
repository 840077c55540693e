import type { ApiCall } from "../play/client.ts";
import type { Entry, Journal } from "../play/journal.ts";
import type { Stored } from "./client-view.ts";

/** A capture, void or refund as it is stored. Amounts are minor units. */
export type MovementRow = {
  readonly id: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
};

export type SessionRow = { readonly id: string; readonly amount: number; readonly currency: string };

/** The movement that an Idempotency-Key of a tenant stands for. */
export type KeyRow = { readonly tenantId: number; readonly key: string; readonly movement: string };

/** What Kassa stored, to be held against what merchants asked for. */
export type StoredAmounts = {
  readonly sessions: readonly SessionRow[];
  readonly movements: readonly MovementRow[];
  readonly keys: readonly KeyRow[];
};

/**
 * Amounts asked = amounts answered = amounts stored, for each call that named an amount. The oracle holds what is stored
 * against the PSP, the ledger and the events; it can't know what a merchant had asked for.
 */
export async function checkAskedAmounts({ cluster, lost }: Stored, journal: Calls): Promise<string[]> {
  const stored: StoredAmounts = {
    sessions: await cluster.sql<SessionRow>("SELECT id, amount, currency FROM checkout_sessions"),
    movements: await cluster.sql<MovementRow>("SELECT id, kind, amount, currency FROM movements"),
    keys: await cluster.sql<KeyRow>(
      `SELECT tenant_id AS "tenantId", idempotency_key AS key, resource_id AS movement FROM idempotent_requests
       WHERE resource_id IS NOT NULL`,
    ),
  };
  // What was learned again is as old as the comparison that learned it.
  const kept = {
    entries: journal.entries.filter(({ call }) => !lost.touched(call.label)),
    unanswered: journal.unanswered.filter(({ label }) => !lost.touched(label)),
  };
  const rest = await cluster.sql<{ words: string }>(restCheck, [callsForTheRest(kept, stored)]);
  return [...compareAskedAmounts(journal, stored), ...rest.map(({ words }) => words)];
}

type Calls = Pick<Journal, "entries" | "unanswered">;

/** The comparison itself, on what was asked and what is stored. */
export function compareAskedAmounts(
  { entries, unanswered }: Calls,
  { sessions, movements, keys }: StoredAmounts,
): string[] {
  const stored = new Map([...sessions, ...movements].map((row) => [row.id, row]));
  const byKey = movementsByKey(keys);
  const answered = entries
    .filter(({ status }) => status === 200)
    .flatMap((entry) => compareAnswer(entry, stored));
  const calls = [...entries.map(({ call }) => call), ...unanswered];
  const keyed = calls.flatMap((call) => {
    const movement = stored.get(byKey(call) ?? "");
    return movement ? difference(call, "stored", movement) : [];
  });
  return [...new Set([...answered, ...keyed])];
}

function movementsByKey(keys: readonly KeyRow[]): (call: ApiCall) => string | undefined {
  const movements = new Map(keys.map(({ tenantId, key, movement }) => [`${tenantId} ${key}`, movement]));
  return ({ merchant, key }) => movements.get(`${merchant.tenantId} ${key}`);
}

/** Ids of the captures and refunds for which a merchant named no amount. */
export function callsForTheRest(
  { entries, unanswered }: Calls,
  { keys }: Pick<StoredAmounts, "keys">,
): string[] {
  const byKey = movementsByKey(keys);
  const made = [...entries, ...unanswered.map((call) => ({ call, id: undefined }))];
  const ids = made
    .filter(({ call }) => /^\/refunds$|\/capture$/.test(call.path))
    .filter(({ call }) => (call.body as Money | undefined)?.amount === undefined)
    .map(({ call, id }) => byKey(call) ?? (call.path === "/refunds" ? id : undefined));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

type Money = { readonly amount?: number | undefined; readonly currency?: string | undefined };

/** A session or refund answers as itself; a capture answers with its payment, whose amount is another one. */
function compareAnswer(entry: Entry, stored: ReadonlyMap<string, Money>): string[] {
  const { call, id } = entry;
  if (call.path !== "/checkout/sessions" && call.path !== "/refunds") return [];
  const row = stored.get(id ?? "");
  return [...difference(call, "answered", entry), ...(row ? difference(call, "stored", row) : [])];
}

function difference(call: ApiCall, where: string, { amount, currency }: Money): string[] {
  const asked = (call.body ?? {}) as Money;
  const isSame =
    (asked.amount === undefined || asked.amount === amount) &&
    (asked.currency === undefined || asked.currency === currency);
  if (isSame) return [];
  const wanted = [asked.amount, asked.currency].filter((part) => part !== undefined).join(" ");
  return [`${call.method} ${call.path} asked for ${wanted}; ${amount} ${currency} is ${where}`];
}

/** A call that names no amount asks for all that is left; what was left follows from the movements before it. */
const restCheck = `
  SELECT format('%s %s asked for all that was left of payment %s, which was %s; %s is stored', m.kind, m.id, p.id, l.rest, m.amount)
    AS words
  FROM movements m JOIN payments p ON (p.tenant_id, p.id) = (m.tenant_id, m.payment_id)
    CROSS JOIN LATERAL (SELECT CASE m.kind
      WHEN 'capture' THEN p.amount_authorized - COALESCE(sum(o.amount) FILTER (WHERE o.kind = 'capture'
        AND o.status = 'succeeded' AND o.decided_at <= m.created_at), 0)
      ELSE CASE p.capture_method WHEN 'automatic' THEN p.amount_authorized ELSE 0 END
        + COALESCE(sum(o.amount) FILTER (WHERE o.kind = 'capture' AND o.status = 'succeeded' AND o.decided_at <= m.created_at), 0)
        - COALESCE(sum(o.amount) FILTER (WHERE o.kind = 'refund' AND NOT o.late AND o.created_at < m.created_at
          AND (o.status <> 'failed' OR o.decided_at > m.created_at)), 0) END AS rest
      FROM movements o WHERE (o.tenant_id, o.payment_id) = (m.tenant_id, m.payment_id) AND o.id <> m.id) l
  WHERE m.id = ANY ($1) AND p.clock_id IS NULL AND l.rest <> m.amount
    AND NOT EXISTS (SELECT FROM disputes d WHERE (d.tenant_id, d.payment_id) = (p.tenant_id, p.id))`;
