-- Old sandbox data is deleted as a whole: sessions with their payments, what the books have of them, receipts, events and
-- clocks. The role that erases does it, tenant by tenant; of live rows it can delete none, whatever a query says.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['attempts', 'reported_disputes', 'ledger_transactions', 'ledger_entries', 'ledger_closings',
    'ledger_closed_sums', 'clocks', 'clock_steps'] LOOP
    EXECUTE format('CREATE POLICY erased_rows ON %I TO kassa_eraser
      USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()))', table_name);
  END LOOP;
  FOREACH table_name IN ARRAY ARRAY['checkout_sessions', 'payments', 'attempts', 'movements', 'disputes', 'dispute_files',
    'reported_disputes', 'receipts', 'receipt_renewals', 'events', 'ledger_transactions', 'ledger_entries', 'clocks',
    'clock_steps'] LOOP
    EXECUTE format('CREATE POLICY sandbox_only ON %I AS RESTRICTIVE FOR DELETE TO kassa_eraser USING (mode = ''sandbox'')', table_name);
    EXECUTE format('GRANT DELETE ON %I TO kassa_eraser', table_name);
  END LOOP;
END
$$;
CREATE POLICY sandbox_sums ON ledger_closed_sums AS RESTRICTIVE FOR UPDATE TO kassa_eraser USING (mode = 'sandbox');
CREATE POLICY sandbox_sums ON ledger_closings AS RESTRICTIVE FOR UPDATE TO kassa_eraser USING (mode = 'sandbox');
GRANT SELECT (mode, status, clock_id) ON checkout_sessions TO kassa_eraser;
GRANT SELECT (clock_id, capture_before) ON payments TO kassa_eraser;
GRANT SELECT (tenant_id, id, payment_id, clock_id, next_check_at) ON attempts TO kassa_eraser;
GRANT SELECT (id, clock_id, next_check_at) ON movements TO kassa_eraser;
GRANT SELECT (payment_id, clock_id, next_check_at) ON disputes TO kassa_eraser;
GRANT SELECT (tenant_id, attempt_id) ON reported_disputes TO kassa_eraser;
GRANT SELECT (tenant_id, payment_id) ON ledger_transactions TO kassa_eraser;
GRANT SELECT (tenant_id, payment_id, position, account, currency, amount) ON ledger_entries TO kassa_eraser;
-- Updated by its own value only: to lock the row, so that no entries are added up meanwhile.
GRANT SELECT (tenant_id, mode, through), UPDATE (through) ON ledger_closings TO kassa_eraser;
GRANT SELECT, UPDATE (sum) ON ledger_closed_sums TO kassa_eraser;
GRANT SELECT (tenant_id, mode, id, status, deleted_at) ON clocks TO kassa_eraser;
GRANT SELECT (tenant_id, clock_id) ON clock_steps TO kassa_eraser;

-- Foreign keys look here when an attempt is deleted.
CREATE INDEX movements_of_attempt ON movements (tenant_id, attempt_id);
CREATE INDEX disputes_of_attempt ON disputes (tenant_id, attempt_id) WHERE attempt_id IS NOT NULL;

-- The simulated PSP forgets charges, too. Its other times are those of clocks; this is when it wrote the row.
ALTER TABLE sandbox_psp.charges ADD COLUMN stored_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sandbox_psp.movements ADD COLUMN stored_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sandbox_psp.disputes ADD COLUMN stored_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX charges_age ON sandbox_psp.charges (stored_at);
GRANT DELETE ON sandbox_psp.charges, sandbox_psp.movements, sandbox_psp.charge_log, sandbox_psp.notifications,
  sandbox_psp.disputes, sandbox_psp.dispute_requests TO kassa_sandbox_psp;
CREATE INDEX charge_log_of_charge ON sandbox_psp.charge_log (charge);
CREATE INDEX notifications_of_charge ON sandbox_psp.notifications (charge);
CREATE INDEX dispute_requests_of_dispute ON sandbox_psp.dispute_requests (dispute);

-- A deleted clock goes once no session lives by it.
CREATE INDEX checkout_sessions_on_clock ON checkout_sessions (tenant_id, clock_id) WHERE clock_id IS NOT NULL;
