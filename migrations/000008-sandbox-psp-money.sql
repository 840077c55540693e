-- The simulated PSP learns the whole life of a charge: other methods than cards, authorizations that are captured in parts
-- and lapse, refunds that take time or come back, disputes, and clocks by which all of it can happen in seconds.

-- What the accounts' clocks show here. Objects of a charge that was made with a clock live in its time.
CREATE TABLE sandbox_psp.clocks (
  account text COLLATE "C" NOT NULL CHECK (account LIKE '%\_sandbox'),
  id text COLLATE "C" NOT NULL,
  shows timestamptz NOT NULL,
  PRIMARY KEY (account, id)
);

ALTER TABLE sandbox_psp.charges
  ADD COLUMN clock text COLLATE "C",
  ADD COLUMN method text NOT NULL DEFAULT 'card' CHECK (method IN ('card', 'wallet', 'bank_debit', 'bank_transfer')),
  -- What of the authorization was given back uncaptured, and by what.
  ADD COLUMN amount_released bigint NOT NULL DEFAULT 0 CHECK (amount_released >= 0),
  ADD COLUMN released_by text CHECK (released_by IN ('void', 'final_capture', 'lapse')),
  -- On its way back to the customer; `amount_refunded` is what has arrived.
  ADD COLUMN amount_refund_pending bigint NOT NULL DEFAULT 0 CHECK (amount_refund_pending >= 0),
  -- What of the captured amount a chargeback holds or has taken for good.
  ADD COLUMN amount_disputed bigint NOT NULL DEFAULT 0 CHECK (amount_disputed >= 0),
  -- When what is left to capture lapses. Null when nothing is.
  ADD COLUMN capture_before timestamptz,
  -- When the customer's bank will dispute it, of the cards that do.
  ADD COLUMN dispute_at timestamptz,
  ALTER COLUMN brand DROP NOT NULL,
  ALTER COLUMN last4 DROP NOT NULL,
  DROP CONSTRAINT charges_check1,
  DROP CONSTRAINT charges_check3;
UPDATE sandbox_psp.charges SET amount_released = amount, released_by = 'void' WHERE status = 'voided';
ALTER TABLE sandbox_psp.charges
  ADD CONSTRAINT charges_captured_bound CHECK (amount_captured >= 0 AND amount_captured + amount_released <= amount),
  ADD CONSTRAINT charges_refunded_bound
    CHECK (amount_refunded >= 0 AND amount_refunded + amount_refund_pending <= amount_captured),
  ADD CONSTRAINT charges_card_named CHECK (method <> 'card' OR (brand IS NOT NULL AND last4 IS NOT NULL)),
  -- A transfer may be waited for without end, when the customer says that they won't send it.
  ADD CONSTRAINT charges_decided CHECK (status <> 'action_required' OR due_at IS NOT NULL),
  ADD CONSTRAINT charges_nothing_due CHECK (due_at IS NULL OR status IN ('action_required', 'pending'));

-- What happens by itself in real time is looked for in one order, and what happens on a clock in another.
DROP INDEX sandbox_psp.charges_due;
CREATE INDEX charges_due ON sandbox_psp.charges (due_at) WHERE due_at IS NOT NULL AND clock IS NULL;
CREATE INDEX charges_lapsing ON sandbox_psp.charges (capture_before) WHERE capture_before IS NOT NULL AND clock IS NULL;
CREATE INDEX charges_disputed_later ON sandbox_psp.charges (dispute_at) WHERE dispute_at IS NOT NULL AND clock IS NULL;
CREATE INDEX charges_on_clock ON sandbox_psp.charges (account, clock) WHERE clock IS NOT NULL;
CREATE INDEX charges_history ON sandbox_psp.charges (account, created_at, id);

ALTER TABLE sandbox_psp.movements
  -- Of a capture: what is left is released.
  ADD COLUMN final boolean NOT NULL DEFAULT false,
  -- A refund on its way. Afterwards `refusal` says whether it failed.
  ADD COLUMN pending boolean NOT NULL DEFAULT false,
  -- When a refund arrives, or comes back, without anybody asking.
  ADD COLUMN due_at timestamptz,
  ADD COLUMN clock text COLLATE "C",
  DROP CONSTRAINT movements_check,
  -- A void's amount is what it released: nothing of a charge that was not approved yet.
  ADD CONSTRAINT movements_amount CHECK (kind = 'void' OR amount IS NOT NULL),
  ADD CONSTRAINT movements_pending CHECK (NOT pending OR (kind = 'refund' AND refusal IS NULL AND due_at IS NOT NULL));
CREATE INDEX movements_of_charge ON sandbox_psp.movements (charge);
CREATE INDEX movements_due ON sandbox_psp.movements (due_at) WHERE due_at IS NOT NULL AND clock IS NULL;
CREATE INDEX movements_on_clock ON sandbox_psp.movements (account, clock) WHERE clock IS NOT NULL;

CREATE TABLE sandbox_psp.disputes (
  id text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  charge text COLLATE "C" NOT NULL REFERENCES sandbox_psp.charges,
  clock text COLLATE "C",
  stage text NOT NULL CHECK (stage IN ('inquiry', 'chargeback')),
  status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  reason text NOT NULL CHECK (reason IN ('fraudulent', 'product_not_received', 'duplicate', 'general')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  evidence_due_at timestamptz,
  -- Whether the evidence will convince the bank; null before there is any. What it says is not kept.
  convincing boolean,
  -- When it goes on without anybody asking: no evidence came, or the bank has decided.
  due_at timestamptz,
  opened_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status IN ('needs_response', 'under_review')) = (due_at IS NOT NULL)),
  CHECK ((status = 'needs_response') = (evidence_due_at IS NOT NULL)),
  CHECK (stage = 'chargeback' OR fee = 0)
);
CREATE INDEX disputes_of_charge ON sandbox_psp.disputes (charge);
CREATE INDEX disputes_due ON sandbox_psp.disputes (due_at) WHERE due_at IS NOT NULL AND clock IS NULL;
CREATE INDEX disputes_on_clock ON sandbox_psp.disputes (account, clock) WHERE clock IS NOT NULL;

-- What was done about a dispute by its idempotency key. The digest tells whether a key comes with the same request.
CREATE TABLE sandbox_psp.dispute_requests (
  account text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  dispute text COLLATE "C" NOT NULL REFERENCES sandbox_psp.disputes,
  digest bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, idempotency_key)
);

ALTER TABLE sandbox_psp.charge_log
  DROP CONSTRAINT charge_log_kind_check,
  ADD CONSTRAINT charge_log_kind_check CHECK (kind IN ('authorize', 'capture', 'void', 'release', 'refund',
    'refund_returned', 'dispute_withdrawn', 'dispute_returned', 'dispute_fee')),
  -- The idempotency key of the call that caused it, or the dispute's id.
  ADD COLUMN source text;

GRANT SELECT, INSERT, UPDATE ON sandbox_psp.clocks, sandbox_psp.disputes TO kassa_sandbox_psp;
GRANT SELECT, INSERT ON sandbox_psp.dispute_requests TO kassa_sandbox_psp;
GRANT UPDATE (refusal, pending, due_at) ON sandbox_psp.movements TO kassa_sandbox_psp;
