/**
 * Disputes whose state at the PSP Kassa hasn't received yet, as rows (dispute, tenant_id, payment_id). Without those of charges
 * under review, which wait for the merchant's decision.
 */
export const outdatedDisputes = `SELECT s.id AS dispute, a.tenant_id, a.payment_id
  FROM sandbox_psp.disputes s JOIN sandbox_psp.charges c ON c.id = s.charge JOIN attempts a ON a.id = c.idempotency_key
    LEFT JOIN disputes d ON (d.tenant_id, d.psp_reference) = (a.tenant_id, s.id)
  WHERE (d.stage, d.status, d.amount_lost) IS DISTINCT FROM (s.stage, s.status, s.amount_lost) AND a.status <> 'needs_review'`;
