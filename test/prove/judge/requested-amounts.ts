import type { ApiCall } from "../workload/client.ts";
import type { Entry, Journal } from "../workload/journal.ts";
import type { Stored } from "./merchant-records.ts";

/** A stored capture, void or refund. Amounts are minor units. */
export type MovementRow = {
  readonly id: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
};

export type SessionRow = { readonly id: string; readonly amount: number; readonly currency: string };

/** The movement created under a tenant's Idempotency-Key. */
export type KeyRow = { readonly tenantId: number; readonly key: string; readonly movement: string };

/** What Kassa stored, to be compared with what merchants requested. */
export type StoredAmounts = {
  readonly sessions: readonly SessionRow[];
  readonly movements: readonly MovementRow[];
  readonly keys: readonly KeyRow[];
};

/**
 * Checks that each call's response and stored row have the requested amount. The oracle compares stored amounts with the PSP, the
 * ledger and the events; it doesn't know what the merchant requested.
 */
export async function checkRequestedAmounts(
  { cluster, dataLosses }: Stored,
  journal: Calls,
): Promise<string[]> {
  const stored: StoredAmounts = {
    sessions: await cluster.sql<SessionRow>(createdSessions),
    movements: await cluster.sql<MovementRow>("SELECT id, kind, amount, currency FROM movements"),
    keys: await cluster.sql<KeyRow>(
      `SELECT tenant_id AS "tenantId", idempotency_key AS key, resource_id AS movement FROM idempotent_requests
       WHERE resource_id IS NOT NULL`,
    ),
  };
  // A movement that was re-learned after a data loss has the time of the comparison: the remainder before it is unknown.
  const unaffected = {
    entries: journal.entries.filter(({ call }) => !dataLosses.affects(call.label)),
    unanswered: journal.unanswered.filter(({ label }) => !dataLosses.affects(label)),
  };
  const remainders = await cluster.sql<{ violation: string }>(remainderCheck, [
    callsWithoutAmount(unaffected, stored),
  ]);
  const changed = await cluster.sql<{ violation: string }>(changedAmountCheck);
  return [
    ...compareRequestedAmounts(journal, stored),
    ...[...remainders, ...changed].map(({ violation }) => violation),
  ];
}

type Calls = Pick<Journal, "entries" | "unanswered">;

/** Compares every call that has an amount with its response and with the stored row. */
export function compareRequestedAmounts(
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
    return movement ? difference(call, "database", movement) : [];
  });
  return [...new Set([...answered, ...keyed])];
}

function movementsByKey(keys: readonly KeyRow[]): (call: ApiCall) => string | undefined {
  const movements = new Map(keys.map(({ tenantId, key, movement }) => [`${tenantId} ${key}`, movement]));
  return ({ merchant, key }) => movements.get(`${merchant.tenantId} ${key}`);
}

/** Ids of the captures and refunds that were requested without an amount. */
export function callsWithoutAmount(
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

/** The response to a session or refund call is that object; to a capture it is the payment, whose amount may be larger. */
function compareAnswer(entry: Entry, stored: ReadonlyMap<string, Money>): string[] {
  const { call, id } = entry;
  if (call.path !== "/checkout/sessions" && call.path !== "/refunds") return [];
  const row = stored.get(id ?? "");
  return [...difference(call, "response", entry), ...(row ? difference(call, "database", row) : [])];
}

function difference(call: ApiCall, where: "response" | "database", { amount, currency }: Money): string[] {
  const requested = (call.body ?? {}) as Money;
  const isSame =
    (requested.amount === undefined || requested.amount === amount) &&
    (requested.currency === undefined || requested.currency === currency);
  if (isSame) return [];
  const wanted = [requested.amount, requested.currency].filter((part) => part !== undefined).join(" ");
  return [`${call.method} ${call.path} requested ${wanted}; the ${where} has ${amount} ${currency}`];
}

/** Sessions with the amounts that they were created with. */
const createdSessions = `
  SELECT id, COALESCE((chosen ->> 'createdAmount')::bigint, amount) AS amount, currency FROM checkout_sessions`;

/** What shoppers changed follows from the code and the tip of `session-calls.ts`, halves rounded up. A payment has its session's amount. */
const changedAmountCheck = `
  SELECT format('session %s of %s with %s has the amount %s, and its payment %s', s.id, s.chosen ->> 'createdAmount', s.chosen, s.amount, p.amount)
    AS violation
  FROM checkout_sessions s LEFT JOIN payments p ON (p.tenant_id, p.session_id) = (s.tenant_id, s.id)
    CROSS JOIN LATERAL (SELECT (s.chosen ->> 'createdAmount')::numeric AS created) c
    CROSS JOIN LATERAL (SELECT CASE WHEN s.chosen ->> 'promotionCode' = 'HALF' THEN floor(created / 2 + 0.5) ELSE 0 END AS discount) d
    CROSS JOIN LATERAL (SELECT CASE WHEN s.chosen ->> 'tipChoice' IS NULL THEN 0 ELSE floor((created - discount) / 8 + 0.5) END AS tip) t
  WHERE s.chosen IS NOT NULL AND (s.amount <> created - discount + tip OR p.amount <> s.amount)`;

/**
 * A capture or refund without an amount takes the whole remainder, which follows from what was booked before it. What was captured is
 * read from the ledger, which keeps it when a debit is returned or a capture fails later; the payment and its movements don't.
 */
const remainderCheck = `
  SELECT format('%s %s requested the remainder of payment %s, which was %s; the database has %s', m.kind, m.id, p.id, l.rest, m.amount)
    AS violation
  FROM movements m JOIN payments p ON (p.tenant_id, p.id) = (m.tenant_id, m.payment_id)
    CROSS JOIN LATERAL (SELECT COALESCE(-sum(e.amount), 0) AS captured FROM ledger_entries e
      WHERE (e.tenant_id, e.payment_id) = (m.tenant_id, m.payment_id) AND e.account = 'merchant_payable'
        AND e.kind IN ('captured', 'capture_failed') AND e.created_at <= m.created_at) c
    CROSS JOIN LATERAL (SELECT CASE m.kind
      WHEN 'capture' THEN p.amount_authorized - c.captured
      ELSE c.captured - COALESCE((SELECT sum(o.amount) FROM movements o
        WHERE (o.tenant_id, o.payment_id) = (m.tenant_id, m.payment_id) AND o.id <> m.id
          AND o.kind = 'refund' AND NOT o.late AND o.created_at < m.created_at
          AND (o.status <> 'failed' OR o.decided_at > m.created_at)), 0) END AS rest) l
  WHERE m.id = ANY ($1) AND p.clock_id IS NULL AND l.rest <> m.amount
    AND NOT EXISTS (SELECT FROM disputes d WHERE (d.tenant_id, d.payment_id) = (p.tenant_id, p.id))`;
