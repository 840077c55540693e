-- The whole life of a payment: captures, voids and refunds as operations with a key of their own at the PSP, disputes, a
-- double-entry ledger, and clocks by which a sandbox session can live through days in seconds.

-- Time --------------------------------------------------------------------------------------------------------------
-- A frozen clock. Objects of a session that was made with it live in its time.
CREATE TABLE clocks (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode = 'sandbox'),
  name text,
  status text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'advancing')),
  -- The time that it shows.
  shows timestamptz NOT NULL,
  -- Where it is on its way to; an advance that a crash cut short is gone on with.
  target timestamptz,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'advancing') = (target IS NOT NULL)),
  CHECK (target >= shows)
);

-- The time that a transaction works in: its clock's when it has one (SET LOCAL app.now), PostgreSQL's own otherwise.
CREATE FUNCTION kassa_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL RESTRICTED
  RETURN COALESCE(NULLIF(current_setting('app.now', true), '')::timestamptz, clock_timestamp());

ALTER TABLE checkout_sessions ADD COLUMN clock_id text COLLATE "C";
ALTER TABLE payments ADD COLUMN clock_id text COLLATE "C";
ALTER TABLE attempts ADD COLUMN clock_id text COLLATE "C";
ALTER TABLE webhook_deliveries ADD COLUMN clock_id text COLLATE "C";
ALTER TABLE payments ALTER COLUMN created_at SET DEFAULT kassa_now(), ALTER COLUMN updated_at SET DEFAULT kassa_now();
ALTER TABLE attempts ALTER COLUMN started_at SET DEFAULT kassa_now();
ALTER TABLE events ALTER COLUMN created_at SET DEFAULT kassa_now();
ALTER TABLE webhook_deliveries ALTER COLUMN created_at SET DEFAULT kassa_now();

-- What is due in real time and what is due on a clock are looked for separately.
DROP INDEX checkout_sessions_due;
CREATE INDEX checkout_sessions_due ON checkout_sessions (expires_at) WHERE status = 'open' AND clock_id IS NULL;
CREATE INDEX checkout_sessions_due_on_clock ON checkout_sessions (tenant_id, clock_id, expires_at)
  WHERE status = 'open' AND clock_id IS NOT NULL;
DROP INDEX attempts_due;
CREATE INDEX attempts_due ON attempts (next_check_at) WHERE next_check_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX attempts_due_on_clock ON attempts (tenant_id, clock_id, next_check_at)
  WHERE next_check_at IS NOT NULL AND clock_id IS NOT NULL;
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at, id)
  WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX webhook_deliveries_due_on_clock ON webhook_deliveries (tenant_id, clock_id, next_attempt_at)
  WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NOT NULL AND clock_id IS NOT NULL;

-- Payments ----------------------------------------------------------------------------------------------------------
ALTER TABLE payments
  -- On their way at the PSP: counted before the call, so that what is asked for at once can't exceed what there is.
  ADD COLUMN amount_capture_pending bigint NOT NULL DEFAULT 0,
  ADD COLUMN amount_refund_pending bigint NOT NULL DEFAULT 0,
  -- What of the authorization was given back uncaptured, by a void, a final capture or because it lapsed.
  ADD COLUMN amount_released bigint NOT NULL DEFAULT 0 CHECK (amount_released >= 0),
  -- Money that came when nobody waited for it any more; not part of the other amounts.
  ADD COLUMN amount_late bigint NOT NULL DEFAULT 0 CHECK (amount_late >= 0),
  ADD COLUMN amount_late_returned bigint NOT NULL DEFAULT 0 CHECK (amount_late_returned BETWEEN 0 AND amount_late),
  -- Until when it can be captured. Null when nothing is left to capture.
  ADD COLUMN capture_before timestamptz,
  -- Copied from the session, for search.
  ADD COLUMN customer_email text,
  ADD COLUMN client_reference_id text,
  ADD CONSTRAINT payments_capture_bound CHECK (amount_capture_pending >= 0
    AND amount_captured + amount_capture_pending + amount_released <= amount_authorized),
  ADD CONSTRAINT payments_refund_bound CHECK (amount_refund_pending >= 0
    AND amount_refunded + amount_refund_pending <= amount_captured);
CREATE INDEX payments_lapsing ON payments (capture_before) WHERE capture_before IS NOT NULL AND clock_id IS NULL;
CREATE INDEX payments_lapsing_on_clock ON payments (tenant_id, clock_id, capture_before)
  WHERE capture_before IS NOT NULL AND clock_id IS NOT NULL;
CREATE INDEX payments_client_reference ON payments (tenant_id, client_reference_id, id) WHERE client_reference_id IS NOT NULL;
CREATE INDEX payments_customer_email ON payments (tenant_id, customer_email, id) WHERE customer_email IS NOT NULL;
CREATE INDEX attempts_card_last4 ON attempts (tenant_id, card_last4, payment_id) WHERE card_last4 IS NOT NULL;
CREATE INDEX attempts_psp_reference ON attempts (tenant_id, psp_reference) WHERE psp_reference IS NOT NULL;

ALTER TABLE attempts DROP CONSTRAINT attempts_status_check;
-- `late`: approved after it had been given up. Its money is in payments.amount_late.
ALTER TABLE attempts ADD CONSTRAINT attempts_status_check
  CHECK (status IN ('started', 'unknown', 'action_required', 'pending', 'approved', 'declined', 'late'));

-- What the issuer said of the card's details; where the customer sends a transfer.
ALTER TABLE attempts ADD COLUMN card_checks json, ADD COLUMN transfer_instructions json;

-- One request to a PSP that moves money of an approved charge. Its id is the PSP's idempotency key: stored before the
-- call, and kept. Refunds as the API shows them are the rows of that kind.
CREATE TABLE movements (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  attempt_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('capture', 'void', 'refund')),
  status text NOT NULL CHECK (status IN ('started', 'unknown', 'pending', 'succeeded', 'failed')),
  -- A void's is what it releases.
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  -- Of a capture: nothing is captured after it, what is left is released.
  final boolean NOT NULL DEFAULT false,
  -- Of a refund: it returns late money, which is not part of the payment's captured amount.
  late boolean NOT NULL DEFAULT false,
  -- Why: a merchant's reason for a refund; 'lapsed' or 'requested' of a void.
  reason text,
  metadata json,
  failure_reason text,
  psp_reference text,
  clock_id text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  decided_at timestamptz,
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts,
  -- A refund that succeeded can still come back from the customer's bank, so the PSP may be asked about it; nothing else can.
  CHECK (status NOT IN ('started', 'unknown', 'pending') OR next_check_at IS NOT NULL)
);
CREATE INDEX movements_of_payment ON movements (tenant_id, payment_id, id);
CREATE INDEX movements_due ON movements (next_check_at) WHERE next_check_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX movements_due_on_clock ON movements (tenant_id, clock_id, next_check_at)
  WHERE next_check_at IS NOT NULL AND clock_id IS NOT NULL;
CREATE INDEX movements_refunds ON movements (tenant_id, id) WHERE kind = 'refund';
-- One void at a time, and none beside a capture that is under way: of the two, one wins.
CREATE UNIQUE INDEX movements_one_release ON movements (tenant_id, payment_id)
  WHERE kind IN ('void', 'capture') AND status IN ('started', 'unknown', 'pending');

-- Which operation an Idempotency-Key began, when its answer has to wait for a PSP.
ALTER TABLE idempotent_requests ALTER COLUMN response_status DROP NOT NULL, ALTER COLUMN response_sealed DROP NOT NULL,
  ADD COLUMN resource_id text COLLATE "C", ADD CHECK (response_sealed IS NOT NULL OR resource_id IS NOT NULL);
GRANT UPDATE (response_status, response_sealed) ON idempotent_requests TO kassa_request;

-- Disputes ----------------------------------------------------------------------------------------------------------
CREATE TABLE disputes (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  payment_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  connector_account text NOT NULL,
  psp_reference text COLLATE "C" NOT NULL,
  -- An inquiry is a bank's question; no money moves unless it becomes a chargeback.
  stage text NOT NULL CHECK (stage IN ('inquiry', 'chargeback')),
  status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  reason text NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  accepted boolean NOT NULL DEFAULT false,
  evidence json,
  evidence_due_at timestamptz,
  evidence_submitted_at timestamptz,
  clock_id text COLLATE "C",
  opened_at timestamptz NOT NULL DEFAULT kassa_now(),
  closed_at timestamptz,
  -- When the PSP is to be asked next; null once closed.
  next_check_at timestamptz,
  -- What was asked of the PSP and isn't confirmed yet: 'accept' or 'evidence'.
  pending_action text CHECK (pending_action IN ('accept', 'evidence')),
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, connector_account, psp_reference),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments
);
CREATE INDEX disputes_of_payment ON disputes (tenant_id, payment_id);
CREATE INDEX disputes_due ON disputes (next_check_at) WHERE next_check_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX disputes_due_on_clock ON disputes (tenant_id, clock_id, next_check_at)
  WHERE next_check_at IS NOT NULL AND clock_id IS NOT NULL;

CREATE TABLE dispute_files (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  dispute_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 5242880),
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES disputes
);
CREATE INDEX dispute_files_of_dispute ON dispute_files (tenant_id, dispute_id);

-- Ledger ------------------------------------------------------------------------------------------------------------
-- One balanced transaction for each movement of money, committed with the change of state that caused it.
CREATE TABLE ledger_transactions (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  kind text NOT NULL,
  -- What caused it: the id of an attempt, movement or dispute. Each cause posts each kind once.
  source_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  -- The transaction that this one undoes; each can be undone once.
  reverses text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  -- The database transaction that wrote it: entries can't be added later, by nobody.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, source_id, kind),
  UNIQUE (tenant_id, reverses),
  FOREIGN KEY (tenant_id, reverses) REFERENCES ledger_transactions,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments
);
CREATE INDEX ledger_transactions_of_payment ON ledger_transactions (tenant_id, payment_id);

-- Debits are positive, credits negative. Minor units.
CREATE TABLE ledger_entries (
  tenant_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  transaction_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  account text NOT NULL CHECK (account IN ('customer_funds_receivable', 'authorized_funds', 'psp_clearing',
    'merchant_payable', 'refunds', 'disputes', 'fees', 'surplus')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount bigint NOT NULL CHECK (amount <> 0),
  created_at timestamptz NOT NULL DEFAULT kassa_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, transaction_id) REFERENCES ledger_transactions
);
CREATE INDEX ledger_entries_of_transaction ON ledger_entries (tenant_id, transaction_id);
CREATE INDEX ledger_entries_of_payment ON ledger_entries (tenant_id, payment_id);
CREATE INDEX ledger_entries_balance ON ledger_entries (tenant_id, mode, account, currency) INCLUDE (amount);

CREATE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger_entries WHERE tenant_id = NEW.tenant_id AND transaction_id = NEW.transaction_id
      GROUP BY currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT written_by FROM ledger_transactions WHERE tenant_id = NEW.tenant_id AND id = NEW.transaction_id)
      IS DISTINCT FROM pg_current_xact_id() THEN
    RAISE EXCEPTION 'ledger transaction % is closed', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();

-- A transaction without entries would be a change of state that moved nothing.
CREATE FUNCTION check_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM ledger_entries WHERE tenant_id = NEW.tenant_id AND transaction_id = NEW.id) < 2 THEN
    RAISE EXCEPTION 'ledger transaction % has fewer than two entries', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER ledger_transactions_entries AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entries();

-- What a tenant wants done with money that comes too late.
ALTER TABLE tenants ADD COLUMN late_funds text NOT NULL DEFAULT 'refund' CHECK (late_funds IN ('refund', 'keep'));

-- Row-level security and privileges ---------------------------------------------------------------------------------
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['clocks', 'movements', 'disputes', 'dispute_files', 'ledger_transactions',
    'ledger_entries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY own_rows ON %I TO kassa_request
      USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()))', table_name);
  END LOOP;
END
$$;
CREATE POLICY all_rows ON clocks TO kassa_worker USING (true);
CREATE POLICY all_rows ON payments TO kassa_worker USING (true);
CREATE POLICY all_rows ON movements TO kassa_worker USING (true);
CREATE POLICY all_rows ON disputes TO kassa_worker USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON clocks TO kassa_request;
GRANT SELECT, INSERT, UPDATE ON movements, disputes TO kassa_request;
GRANT SELECT, INSERT ON dispute_files, ledger_transactions, ledger_entries TO kassa_request;

GRANT SELECT (clock_id) ON checkout_sessions, attempts, webhook_deliveries TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, status, shows, target, lease_until, lease_fence), UPDATE (lease_until, lease_fence)
  ON clocks TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, status, clock_id, capture_before) ON payments TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, kind, status, clock_id, next_check_at, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON movements TO kassa_worker;
GRANT SELECT (tenant_id, mode, id, status, clock_id, next_check_at, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON disputes TO kassa_worker;
