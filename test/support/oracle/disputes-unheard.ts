/** Disputes that stand otherwise at the PSP than here, as rows `dispute` and `payment_id`; Kassa has to hear of them yet. */
export const disputesUnheard = `SELECT s.id AS dispute, a.tenant_id, a.payment_id
  FROM sandbox_psp.disputes s JOIN sandbox_psp.charges c ON c.id = s.charge JOIN attempts a ON a.id = c.idempotency_key
    LEFT JOIN disputes d ON (d.tenant_id, d.psp_reference) = (a.tenant_id, s.id)
  WHERE (d.stage, d.status) IS DISTINCT FROM (s.stage, s.status)`;

/**
 * Those among them that Kassa has heard of and left to a person, as rows `dispute`: banks dispute payments, and the charge
 * had come when nobody waited for it.
 */
export const disputesOfLateMoney = `SELECT r.psp_reference AS dispute FROM reported_disputes r
  JOIN attempts a ON (a.tenant_id, a.id) = (r.tenant_id, r.attempt_id)
  WHERE a.status = 'late' AND r.quarantine_reason = 'charge_not_captured'`;
