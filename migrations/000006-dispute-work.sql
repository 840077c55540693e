-- What is to be asked about disputes, and what is under way at a PSP.

-- Disputes that a PSP has told of, by a notification or beside a charge, and that it is to be asked about. What was told
-- is no proof: a dispute is made from the PSP's answer only. Rows stay, as a record of what was heard and what was wrong
-- with it.
CREATE TABLE reported_disputes (
  tenant_id bigint NOT NULL,
  connector_account text NOT NULL,
  psp_reference text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- The disputed charge, as it was told.
  attempt_id text COLLATE "C" NOT NULL,
  -- Why the PSP's answer changed nothing: it doesn't match what we know of the charge.
  quarantine_reason text,
  reported_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Real time, whatever clock the charge lives by: a report is made when something has happened. Null once it is answered.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, connector_account, psp_reference),
  FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts
);
CREATE INDEX reported_disputes_due ON reported_disputes (next_check_at) WHERE next_check_at IS NOT NULL;
ALTER TABLE reported_disputes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON reported_disputes TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
CREATE POLICY all_rows ON reported_disputes TO kassa_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON reported_disputes TO kassa_request;
GRANT SELECT (tenant_id, mode, connector_account, psp_reference, next_check_at, lease_until, lease_fence),
  UPDATE (lease_until, lease_fence) ON reported_disputes TO kassa_worker;

ALTER TABLE disputes
  -- Which of its files the evidence is made of; null for all that it has.
  ADD COLUMN evidence_files json,
  -- The PSP's idempotency key of the pending action: stored before the call, and kept until its outcome is known.
  ADD COLUMN action_key text COLLATE "C",
  -- How many actions there were, which makes each one's key its own.
  ADD COLUMN action_count integer NOT NULL DEFAULT 0,
  -- Real time, whatever clock the dispute lives by: a call that had no answer is a matter of networks.
  ADD COLUMN action_check_at timestamptz,
  ADD CONSTRAINT disputes_action CHECK ((pending_action IS NULL) = (action_key IS NULL)
    AND (pending_action IS NULL) = (action_check_at IS NULL)),
  -- The seven states of src/disputes/state.ts.
  ADD CONSTRAINT disputes_state CHECK (CASE stage WHEN 'inquiry' THEN status NOT IN ('won', 'lost') ELSE status <> 'closed' END),
  ADD CONSTRAINT disputes_over CHECK (CASE WHEN status IN ('won', 'lost', 'closed')
    THEN closed_at IS NOT NULL AND next_check_at IS NULL AND pending_action IS NULL
    ELSE closed_at IS NULL AND next_check_at IS NOT NULL END),
  ADD CONSTRAINT disputes_fee CHECK (fee = 0 OR stage = 'chargeback'),
  ADD CONSTRAINT disputes_accepted CHECK (NOT accepted OR status = 'lost');
CREATE INDEX disputes_action_due ON disputes (action_check_at) WHERE action_check_at IS NOT NULL;
GRANT SELECT (pending_action, action_check_at) ON disputes TO kassa_worker;

-- Banks can't withdraw more than was captured, in all chargebacks of a payment together.
ALTER TABLE payments ADD CONSTRAINT payments_dispute_bound CHECK (amount_disputed <= amount_captured);
