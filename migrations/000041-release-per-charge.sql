-- One capture or void at a time for each charge. A late charge of the same payment is released on its own.
CREATE UNIQUE INDEX movements_one_release_per_charge ON movements (tenant_id, payment_id, attempt_id)
  WHERE kind IN ('void', 'capture') AND status IN ('started', 'unknown', 'pending');
DROP INDEX movements_one_release;

-- A lapsed authorization is released whatever becomes of a late charge of the same payment.
GRANT SELECT (late) ON movements TO kassa_worker;
