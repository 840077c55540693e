import type { TestDatabase } from "./database.ts";

/**
 * What must hold after any fault, over everything in a database: the invariants by number (see the titles), and the
 * simulated PSP's own charge log = payments = sessions = events. Each check selects what breaks it, in words.
 */
type Check = { readonly invariant: string; readonly sql: string };

/** Money that the PSP holds for each charge, by its own append-only log: authorized minus released. */
const taken = `WITH taken AS (
  SELECT c.merchant_reference AS session_id, c.idempotency_key AS attempt_id, c.id AS charge_id, l.currency,
    sum(CASE WHEN l.kind = 'authorize' THEN l.amount WHEN l.kind = 'void' THEN -l.amount ELSE 0 END)::bigint AS amount,
    sum(CASE WHEN l.captured OR l.kind = 'capture' THEN l.amount ELSE 0 END)::bigint AS captured,
    count(*) FILTER (WHERE l.kind = 'authorize') AS authorizations
  FROM sandbox_psp.charge_log l JOIN sandbox_psp.charges c ON c.id = l.charge
  GROUP BY c.id, l.currency)`;

const checks: readonly Check[] = [
  {
    invariant: "1 a session has at most one successful charge",
    sql: `${taken} SELECT format('session %s was charged %s times', session_id, count(*)) AS words
      FROM taken WHERE amount > 0 GROUP BY session_id HAVING count(*) > 1`,
  },
  {
    invariant: "1 a charge is authorized once",
    sql: `${taken} SELECT format('charge %s was authorized %s times', charge_id, authorizations) AS words
      FROM taken WHERE authorizations > 1`,
  },
  {
    invariant: "1 at most one attempt of a payment is under way or succeeded",
    sql: `SELECT format('payment %s has %s attempts that could bring money', payment_id, count(*)) AS words FROM attempts
      WHERE status <> 'declined' GROUP BY tenant_id, payment_id HAVING count(*) > 1`,
  },
  {
    invariant: "2 the PSP's idempotency key is stored before the call and kept",
    sql: `SELECT format('the PSP has charge %s under key %s, which no attempt has', c.id, c.idempotency_key) AS words
      FROM sandbox_psp.charges c LEFT JOIN attempts a ON a.id = c.idempotency_key WHERE a.id IS NULL`,
  },
  {
    invariant: "3 while an outcome is unknown the payment is processing, and nothing else can begin",
    sql: `SELECT format('attempt %s is %s but its payment is %s and its session %s/%s', a.id, a.status, p.status, s.status,
        s.payment_status) AS words
      FROM attempts a JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
        JOIN checkout_sessions s ON (s.tenant_id, s.id) = (p.tenant_id, p.session_id)
      WHERE a.status IN ('started', 'unknown', 'action_required', 'pending') AND (s.payment_status <> 'processing'
        OR s.status <> CASE WHEN a.status = 'pending' THEN 'complete' ELSE 'open' END
        OR p.status <> CASE WHEN a.status = 'action_required' THEN 'requires_action' ELSE 'processing' END)`,
  },
  {
    invariant: "3 every attempt without an outcome is going to be asked about",
    sql: `SELECT format('attempt %s is %s and nobody will ask', id, status) AS words FROM attempts
      WHERE (status IN ('approved', 'declined')) <> (next_check_at IS NULL)`,
  },
  {
    invariant: "charge log = payments: what the PSP took is what the payment says",
    sql: `${taken} SELECT format('payment %s says %s authorized, %s captured; the PSP holds %s, %s captured', p.id,
        p.amount_authorized, p.amount_captured, COALESCE(t.amount, 0), COALESCE(t.captured, 0)) AS words
      FROM payments p
        LEFT JOIN (SELECT session_id, sum(amount) AS amount, sum(captured) AS captured FROM taken GROUP BY session_id) t
          ON t.session_id = p.session_id
      WHERE NOT EXISTS (SELECT FROM attempts a WHERE (a.tenant_id, a.payment_id) = (p.tenant_id, p.id)
          AND a.status IN ('started', 'unknown', 'action_required', 'pending'))
        AND (p.amount_authorized, p.amount_captured) IS DISTINCT FROM (COALESCE(t.amount, 0), COALESCE(t.captured, 0))`,
  },
  {
    invariant: "11 money counts only where session, amount and currency are those of the charge",
    sql: `${taken} SELECT format('charge %s of %s %s is held against payment %s of %s %s', t.charge_id, t.amount, t.currency,
        p.id, p.amount, p.currency) AS words
      FROM taken t JOIN attempts a ON a.id = t.attempt_id JOIN payments p ON (p.tenant_id, p.id) = (a.tenant_id, a.payment_id)
      WHERE a.status = 'approved' AND (t.amount, t.currency, t.session_id) <> (p.amount, p.currency, p.session_id)`,
  },
  {
    invariant: "payments = attempts: an approval is there exactly where money is",
    sql: `SELECT format('payment %s is %s with %s approved attempts', p.id, p.status, count(a.id)) AS words
      FROM payments p LEFT JOIN attempts a ON (a.tenant_id, a.payment_id) = (p.tenant_id, p.id) AND a.status = 'approved'
      GROUP BY p.tenant_id, p.id HAVING (p.status IN ('authorized', 'captured')) <> (count(a.id) = 1)
        OR (p.amount_authorized = p.amount) <> (count(a.id) = 1) OR (p.status = 'captured') <> (p.amount_captured = p.amount)`,
  },
  {
    invariant: "payments = sessions",
    sql: `SELECT format('session %s is %s/%s but its payment %s is %s', s.id, s.status, s.payment_status, p.id,
        COALESCE(p.status, 'absent')) AS words
      FROM checkout_sessions s LEFT JOIN payments p ON (p.tenant_id, p.session_id) = (s.tenant_id, s.id)
      WHERE s.payment_id IS DISTINCT FROM p.id OR s.payment_status <> CASE COALESCE(p.status, 'none')
          WHEN 'captured' THEN 'paid' WHEN 'authorized' THEN 'authorized' WHEN 'processing' THEN 'processing'
          WHEN 'requires_action' THEN 'processing' ELSE 'unpaid' END
        OR (s.payment_status IN ('paid', 'authorized') AND s.status <> 'complete')
        OR (s.status = 'expired' AND s.payment_status <> 'unpaid')
        OR (s.status = 'complete') <> (s.completed_at IS NOT NULL)`,
  },
  {
    invariant: "4 state never goes back: what a session told first still holds",
    sql: `SELECT format('session %s told of %s and is now %s/%s', s.id, e.type, s.status, s.payment_status) AS words
      FROM events e JOIN checkout_sessions s ON (s.tenant_id, s.id) = (e.tenant_id, e.session_id)
      WHERE (e.type = 'checkout.session.completed' AND s.status <> 'complete')
        OR (e.type = 'checkout.session.expired' AND s.status <> 'expired')
        OR (e.type IN ('payment.captured', 'checkout.session.async_payment_succeeded')
          AND s.payment_status NOT IN ('paid', 'authorized'))
        OR (e.type = 'checkout.session.async_payment_failed' AND s.payment_status <> 'unpaid')`,
  },
  {
    invariant: "6 one transition has one set of effects: attempts = payment events",
    sql: `SELECT format('payment %s has %s declined and %s approved attempts, but events tell of %s and %s', p.id, a.declined,
        a.approved, e.failed, e.succeeded) AS words
      FROM payments p CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE status = 'declined') AS declined, count(*) FILTER (WHERE status = 'approved') AS approved
          FROM attempts WHERE (tenant_id, payment_id) = (p.tenant_id, p.id)) a
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE type = 'payment.failed') AS failed,
            count(*) FILTER (WHERE type IN ('payment.captured', 'payment.authorized')) AS succeeded
          FROM events WHERE (tenant_id, session_id) = (p.tenant_id, p.session_id)) e
      WHERE (a.declined, a.approved) <> (e.failed, e.succeeded)`,
  },
  {
    invariant: "6 one transition has one set of effects: sessions = session events",
    sql: `SELECT format('session %s is %s/%s, but its events are %s', s.id, s.status, s.payment_status, e.types) AS words
      FROM checkout_sessions s CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE type = 'checkout.session.completed') AS completed,
          count(*) FILTER (WHERE type = 'checkout.session.expired') AS expired,
          count(*) FILTER (WHERE type LIKE 'checkout.session.async%') AS decided,
          string_agg(type, ', ' ORDER BY sequence) AS types
        FROM events WHERE (tenant_id, session_id) = (s.tenant_id, s.id)) e
      WHERE e.completed <> (s.status = 'complete')::int OR e.expired <> (s.status = 'expired')::int
        OR e.decided > e.completed`,
  },
  {
    invariant: "7 a delivery commits with its event, once for each endpoint that wanted it",
    sql: `SELECT format('event %s has %s deliveries to endpoint %s', e.id, count(d.id), w.id) AS words
      FROM events e JOIN webhook_endpoints w ON (w.tenant_id, w.mode) = (e.tenant_id, e.mode)
          AND w.created_at < e.created_at - interval '1 second' AND w.event_types && ARRAY['*', e.type]
          AND w.status = 'enabled'
        LEFT JOIN webhook_deliveries d ON (d.tenant_id, d.event_id, d.endpoint_id) = (e.tenant_id, e.id, w.id)
      GROUP BY e.id, w.id HAVING count(d.id) <> 1`,
  },
  {
    invariant: "8 events are numbered from 1 without gaps",
    sql: `SELECT format('session %s counts %s events and has the numbers %s', s.id, s.event_count, n.numbers) AS words
      FROM checkout_sessions s CROSS JOIN LATERAL (
        SELECT COALESCE(array_agg(sequence ORDER BY sequence), '{}') AS numbers
        FROM events WHERE (tenant_id, session_id) = (s.tenant_id, s.id)) n
      WHERE n.numbers <> COALESCE((SELECT array_agg(i) FROM generate_series(1, s.event_count) i), '{}')`,
  },
  {
    invariant: "8 an event holds the object as it was at that event",
    sql: `SELECT format('event %s (%s) holds %s %s/%s', id, type, object->>'id', object->>'status', object->>'paymentStatus') AS words
      FROM events WHERE session_id IS NOT NULL AND NOT CASE type
        WHEN 'checkout.session.completed' THEN object->>'id' = session_id AND object->>'status' = 'complete'
          AND object->>'paymentStatus' IN ('paid', 'authorized', 'processing') AND object->>'url' IS NULL
        WHEN 'checkout.session.expired' THEN object->>'id' = session_id AND object->>'status' = 'expired'
          AND object->>'paymentStatus' = 'unpaid' AND object->>'url' IS NULL
        WHEN 'checkout.session.async_payment_succeeded' THEN object->>'id' = session_id
          AND object->>'paymentStatus' IN ('paid', 'authorized')
        WHEN 'checkout.session.async_payment_failed' THEN object->>'id' = session_id AND object->>'paymentStatus' = 'unpaid'
        WHEN 'payment.captured' THEN object->>'session' = session_id AND object->>'status' = 'captured'
          AND object->>'amountCaptured' = object->>'amount'
        WHEN 'payment.authorized' THEN object->>'session' = session_id AND object->>'status' = 'authorized'
          AND object->>'amountCaptured' = '0' AND object->>'amountAuthorized' = object->>'amount'
        WHEN 'payment.failed' THEN object->>'session' = session_id
          AND object->>'status' IN ('requires_payment_method', 'failed') AND object->>'amountAuthorized' = '0'
        ELSE false END`,
  },
];

/** Everything in a database that breaks an invariant, in words; empty when all is well. */
export async function checkInvariants(db: Pick<TestDatabase, "sql">): Promise<string[]> {
  const violations: string[] = [];
  for (const { invariant, sql } of checks) {
    const rows = await db.sql<{ words: string }>(sql);
    violations.push(...rows.map(({ words }) => `[${invariant}] ${words}`));
  }
  return violations;
}

/**
 * What Kassa still has to find out or to tell, in words: attempts without an outcome, sessions whose time is up,
 * deliveries under way. Attempts that wait for a consumer wait for nothing that Kassa could do.
 */
export async function unfinishedWork(db: Pick<TestDatabase, "sql">): Promise<string[]> {
  const rows = await db.sql<{ words: string }>(
    `SELECT format('attempt %s is %s', a.id, a.status) AS words
       FROM attempts a LEFT JOIN sandbox_psp.charges c ON c.idempotency_key = a.id
       WHERE a.status IN ('started', 'unknown', 'pending') OR (a.status = 'action_required' AND c.status <> 'action_required')
     UNION ALL SELECT format('session %s should have expired', id) FROM checkout_sessions
       WHERE status = 'open' AND payment_status = 'unpaid' AND expires_at < now()
     UNION ALL SELECT format('delivery %s is pending', d.id) FROM webhook_deliveries d
       WHERE d.status = 'pending' AND d.next_attempt_at IS NOT NULL`,
  );
  return rows.map(({ words }) => words);
}
