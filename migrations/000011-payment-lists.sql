-- Payments and refunds by each filter of their lists, and by what support types into a search. Every index ends in the id,
-- by which lists are ordered and paged: a page is read from it as it stands. Row-level security lets only conditions into
-- an index that can't tell on other rows, which lower() isn't held to be; hence the column.
ALTER TABLE payments ADD COLUMN customer_email_folded text GENERATED ALWAYS AS (lower(customer_email)) STORED;
DROP INDEX payments_customer_email;
CREATE INDEX payments_customer_email ON payments (tenant_id, customer_email_folded, id)
  WHERE customer_email_folded IS NOT NULL;
CREATE INDEX payments_status ON payments (tenant_id, status, id);
CREATE INDEX payments_amount ON payments (tenant_id, amount, id);
CREATE INDEX payments_currency ON payments (tenant_id, currency, id);

CREATE INDEX movements_refunds_status ON movements (tenant_id, status, id) WHERE kind = 'refund';
CREATE INDEX movements_refunds_amount ON movements (tenant_id, amount, id) WHERE kind = 'refund';
CREATE INDEX movements_refunds_currency ON movements (tenant_id, currency, id) WHERE kind = 'refund';
CREATE INDEX movements_psp_reference ON movements (tenant_id, psp_reference) WHERE psp_reference IS NOT NULL;
CREATE INDEX disputes_psp_reference ON disputes (tenant_id, psp_reference);

-- Payments from before their own columns for it: what their sessions say.
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE checkout_sessions NO FORCE ROW LEVEL SECURITY;
UPDATE payments p SET customer_email = s.customer_email, client_reference_id = s.client_reference_id
FROM checkout_sessions s
WHERE s.tenant_id = p.tenant_id AND s.id = p.session_id AND p.customer_email IS NULL AND p.client_reference_id IS NULL
  AND (s.customer_email IS NOT NULL OR s.client_reference_id IS NOT NULL);
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
ALTER TABLE checkout_sessions FORCE ROW LEVEL SECURITY;
