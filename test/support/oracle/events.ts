import type { Check } from "./check.ts";

/** Compares events and deliveries with the changes that they report. */
export const eventChecks: readonly Check[] = [
  {
    invariant: "4 state never goes back: the state of a session agrees with its earlier events",
    sql: `SELECT format('session %s has the event %s and is now %s/%s', s.id, e.type, s.status, s.payment_status) AS violation
      FROM events e JOIN checkout_sessions s ON (s.tenant_id, s.id) = (e.tenant_id, e.session_id)
        LEFT JOIN payments p ON (p.tenant_id, p.session_id) = (s.tenant_id, s.id)
      WHERE (e.type = 'checkout.session.completed' AND s.status <> 'complete')
        OR (e.type = 'checkout.session.expired' AND s.status <> 'expired')
        OR (e.type = 'payment.captured' AND s.payment_status NOT IN ('paid', 'authorized') AND NOT (p.status = 'voided' AND EXISTS (
          SELECT FROM movements m WHERE (m.tenant_id, m.payment_id, m.kind) = (p.tenant_id, p.id, 'capture') AND m.revision > 0))
          AND NOT EXISTS (SELECT FROM attempts a WHERE (a.tenant_id, a.payment_id, a.status) = (p.tenant_id, p.id, 'failed')))
        OR (e.type = 'checkout.session.async_payment_succeeded' AND p.status <> 'voided'
          AND s.payment_status NOT IN ('paid', 'authorized')
          AND NOT EXISTS (SELECT FROM attempts a WHERE (a.tenant_id, a.payment_id, a.status) = (p.tenant_id, p.id, 'failed')))
        OR (e.type = 'checkout.session.async_payment_failed' AND s.payment_status <> 'unpaid')`,
  },
  {
    // A void before the last capture, which was made at the PSP's dashboard, has no event: only the last one ends the payment.
    invariant: "6 one transition has one set of effects: attempts and movements = payment events",
    sql: `SELECT format('payment %s: %s happened %s times and has %s events', p.id, recorded.type, happened.count, recorded.count) AS violation
      FROM payments p CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE status = 'declined') AS declined, count(*) FILTER (WHERE status = 'late') AS late,
            -- Each time that the PSP changes its decision about an approval, it is the opposite of the time before.
            COALESCE(sum(revision / 2 + 1) FILTER (WHERE status IN ('approved', 'failed')), 0) AS approved,
            COALESCE(sum((revision + 1) / 2), 0) AS failed
          FROM attempts WHERE (tenant_id, payment_id) = (p.tenant_id, p.id)) a
        CROSS JOIN LATERAL (
          -- Each time that the PSP changes its decision about a capture or refund, it is the opposite of the time before.
          SELECT COALESCE(sum(succeeded) FILTER (WHERE kind = 'capture'), 0) AS captured,
            COALESCE(sum(failed) FILTER (WHERE kind = 'capture'), 0) AS uncaptured,
            COALESCE(sum(succeeded) FILTER (WHERE kind = 'refund'), 0) AS refunded,
            COALESCE(sum(failed) FILTER (WHERE kind = 'refund'), 0) AS unrefunded,
            count(*) FILTER (WHERE kind = 'void' AND reason = 'requested' AND status = 'failed' AND NOT late) AS unvoided,
            count(*) FILTER (WHERE kind IN ('void', 'call_off') AND status = 'succeeded' AND NOT late AND NOT EXISTS (
              SELECT FROM movements o WHERE (o.tenant_id, o.payment_id) = (p.tenant_id, p.id) AND o.kind <> 'refund'
                AND o.status = 'succeeded' AND NOT o.late AND o.decided_at > m.decided_at AND NOT revised)) AS voided,
            count(*) FILTER (WHERE kind = 'refund') AS refunds
          FROM (SELECT *, bool_or(kind = 'capture' AND revision > 0) OVER () AS revised,
              CASE status WHEN 'succeeded' THEN revision / 2 + 1 WHEN 'failed' THEN (revision + 1) / 2 ELSE 0 END AS succeeded,
              CASE status WHEN 'failed' THEN revision / 2 + 1 WHEN 'succeeded' THEN (revision + 1) / 2 ELSE 0 END AS failed
            FROM movements WHERE (tenant_id, payment_id) = (p.tenant_id, p.id)) m) m
        CROSS JOIN LATERAL (VALUES ('payment.authorized', CASE p.capture_method WHEN 'manual' THEN a.approved ELSE 0 END),
          ('payment.captured', CASE p.capture_method WHEN 'manual' THEN m.captured ELSE a.approved END),
          ('payment.capture_failed', m.uncaptured + a.failed), ('payment.void_failed', m.unvoided), ('payment.voided', m.voided),
          ('refund.created', m.refunds), ('refund.succeeded', m.refunded),
          ('refund.failed', m.unrefunded)) happened (type, count)
        CROSS JOIN LATERAL (SELECT happened.type, count(*) FROM events
          WHERE (tenant_id, session_id) = (p.tenant_id, p.session_id) AND type = happened.type) recorded (type, count)
      WHERE recorded.count <> happened.count`,
  },
  {
    // An attempt that a restored backup has lost is re-learned as late, without an event of its failure.
    invariant: "6 one transition has one set of effects: declines and late funds = events",
    sql: `SELECT format('payment %s has %s declined, %s late and %s overfunded attempts, but its events report %s, %s and %s; it is %s, with %s events payment.failed',
        p.id, a.declined, a.late, a.overfunded, e.attempt_failed, e.late, e.overfunded, p.status, e.failed) AS violation
      FROM payments p CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE status = 'declined') AS declined, count(*) FILTER (WHERE status = 'late') AS late,
            count(*) FILTER (WHERE status = 'failed') AS failed,
            count(*) FILTER (WHERE status IN ('approved', 'failed') AND amount_received > COALESCE((evidence->>'amount')::bigint, p.amount)) AS overfunded
          FROM attempts WHERE (tenant_id, payment_id) = (p.tenant_id, p.id)) a
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE type = 'payment.attempt_failed') AS attempt_failed,
            count(*) FILTER (WHERE type = 'payment.failed') AS failed,
            count(*) FILTER (WHERE type = 'payment.late_funds') AS late,
            count(*) FILTER (WHERE type = 'payment.overfunded') AS overfunded
          FROM events WHERE (tenant_id, session_id) = (p.tenant_id, p.session_id)) e
      WHERE e.attempt_failed NOT BETWEEN a.declined - e.failed AND a.declined + a.late OR e.late > a.late OR e.overfunded <> a.overfunded
        OR (e.late + e.overfunded = 0) <> (p.amount_late = 0)
        OR e.failed > (p.status = 'failed')::int OR (e.failed = 0 AND p.status = 'failed' AND a.declined > 0 AND a.failed = 0)`,
  },
  {
    invariant: "6 one transition has one set of effects: sessions = session events",
    sql: `SELECT format('session %s is %s/%s, but its events are %s', s.id, s.status, s.payment_status, e.types) AS violation
      FROM checkout_sessions s CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE type = 'checkout.session.completed') AS completed,
          count(*) FILTER (WHERE type = 'checkout.session.expired') AS expired,
          count(*) FILTER (WHERE type = 'checkout.session.extended') AS extended,
          count(*) FILTER (WHERE type LIKE 'checkout.session.async%') AS decided,
          string_agg(type, ', ' ORDER BY sequence) AS types
        FROM events WHERE (tenant_id, session_id) = (s.tenant_id, s.id)) e
      WHERE e.completed <> (s.status = 'complete')::int OR e.expired <> (s.status = 'expired')::int
        OR e.extended <> s.extensions OR e.decided > e.completed`,
  },
  {
    invariant: "7 an event commits with one delivery to each endpoint that is subscribed to it",
    sql: `SELECT format('event %s has %s deliveries to endpoint %s', e.id, count(d.id), w.id) AS violation
      FROM events e JOIN webhook_endpoints w ON (w.tenant_id, w.mode) = (e.tenant_id, e.mode)
          AND w.created_at < e.created_at - interval '1 second' AND w.event_types && ARRAY['*', e.type, split_part(e.type, '.', 1) || '.*']
          AND w.status = 'enabled'
        LEFT JOIN webhook_deliveries d ON (d.tenant_id, d.event_id, d.endpoint_id) = (e.tenant_id, e.id, w.id)
      GROUP BY e.id, w.id HAVING count(d.id) <> 1`,
  },
  {
    invariant: "8 events are numbered from 1 without gaps",
    sql: `SELECT format('session %s counts %s events and has the numbers %s', s.id, s.event_count, n.numbers) AS violation
      FROM checkout_sessions s CROSS JOIN LATERAL (
        SELECT COALESCE(array_agg(sequence ORDER BY sequence), '{}') AS numbers
        FROM events WHERE (tenant_id, session_id) = (s.tenant_id, s.id)) n
      WHERE n.numbers <> COALESCE((SELECT array_agg(i) FROM generate_series(1, s.event_count) i), '{}')`,
  },
  {
    invariant: "8 an event holds the object as it was at that event",
    sql: `SELECT format('event %s (%s) holds %s %s/%s', id, type, object->>'id', object->>'status', object->>'paymentStatus') AS violation
      FROM events WHERE session_id IS NOT NULL AND (CASE type
        WHEN 'checkout.session.completed' THEN object->>'id' = session_id AND object->>'status' = 'complete'
          AND object->>'paymentStatus' IN ('paid', 'authorized', 'processing') AND object->>'url' IS NULL
        WHEN 'checkout.session.extended' THEN object->>'id' = session_id AND object->>'status' = 'open'
          AND object->>'paymentStatus' = 'unpaid'
        WHEN 'checkout.session.expired' THEN object->>'id' = session_id AND object->>'status' = 'expired'
          AND object->>'paymentStatus' = 'unpaid' AND object->>'url' IS NULL
        WHEN 'checkout.session.async_payment_succeeded' THEN object->>'id' = session_id
          AND object->>'paymentStatus' IN ('paid', 'authorized')
        WHEN 'checkout.session.async_payment_failed' THEN object->>'id' = session_id AND object->>'paymentStatus' = 'unpaid'
        WHEN 'payment.captured' THEN object->>'session' = session_id AND object->>'status' IN ('captured', 'authorized')
          AND (object->>'amountCaptured')::bigint > 0
        WHEN 'payment.authorized' THEN object->>'session' = session_id AND object->>'status' = 'authorized'
          AND object->>'amountCaptured' = '0' AND (object->>'amountAuthorized')::bigint
            IN ((object->>'amount')::bigint, (object->>'amountReceived')::bigint)
        WHEN 'payment.needs_review' THEN object->>'session' = session_id AND object->>'status' = 'needs_review'
          AND (object->>'amountReceived')::bigint > 0 AND object->>'amountAuthorized' = '0'
        WHEN 'payment.voided' THEN object->>'session' = session_id
          AND object->>'status' = CASE object->>'amountCaptured' WHEN '0' THEN 'voided' ELSE 'captured' END
        WHEN 'payment.capture_failed' THEN object->>'session' = session_id
          AND (object::jsonb @? '$.captures[*] ? (@.status == "failed")'
            OR (object->>'status' = 'failed' AND object::jsonb @? '$.attempts[*] ? (@.status == "failed")'))
        WHEN 'payment.void_failed' THEN object->>'session' = session_id AND object#>>'{voids,0,status}' = 'failed'
        WHEN 'payment.attempt_failed' THEN object->>'session' = session_id
          AND object->>'status' = 'requires_payment_method' AND object->>'amountAuthorized' = '0'
        WHEN 'payment.failed' THEN object->>'session' = session_id AND object->>'status' = 'failed'
          AND object->>'amountAuthorized' = '0'
        WHEN 'payment.partially_funded' THEN object->>'session' = session_id AND object->>'status' = 'processing'
          AND (object->>'amountReceived')::bigint BETWEEN 1 AND (object->>'amount')::bigint - 1
        WHEN 'payment.overfunded' THEN object->>'session' = session_id AND object->>'status' = 'captured'
          AND (object->>'amountLate')::bigint > 0 AND (object->>'amountReceived')::bigint > (object->>'amountAuthorized')::bigint
        WHEN 'payment.late_funds' THEN object->>'session' = session_id AND (object->>'amountLate')::bigint > 0
        WHEN 'refund.created' THEN object->>'session' = session_id AND object->>'status' = 'pending'
        WHEN 'refund.succeeded' THEN object->>'session' = session_id AND object->>'status' = 'succeeded'
        WHEN 'refund.failed' THEN object->>'session' = session_id AND object->>'status' = 'failed'
        WHEN 'dispute.opened' THEN object->>'session' = session_id
        WHEN 'dispute.updated' THEN object->>'session' = session_id
        WHEN 'dispute.closed' THEN object->>'session' = session_id AND object->>'status' IN ('won', 'lost', 'closed')
        ELSE false END) IS NOT TRUE`,
  },
];
