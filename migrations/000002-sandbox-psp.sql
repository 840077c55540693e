-- The simulated PSP. It plays another company: it has a schema and a role of its own, which see none of Kassa's tables and
-- which none of Kassa's roles can see. No column can hold a card number or a security code.

-- Roles belong to the whole cluster, so it may exist already.
DO $$
BEGIN
  BEGIN
    CREATE ROLE kassa_sandbox_psp NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- Another database of this cluster has it already, or makes it in this very moment.
  END;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE 'GRANT kassa_sandbox_psp TO CURRENT_USER';
  END IF;
END
$$;

CREATE SCHEMA sandbox_psp;
GRANT USAGE ON SCHEMA sandbox_psp TO kassa_sandbox_psp;

-- What the accounts' clocks show. Objects of a charge that was made with a clock live in its time.
CREATE TABLE sandbox_psp.clocks (
  account text COLLATE "C" NOT NULL CHECK (account LIKE '%\_sandbox'),
  id text COLLATE "C" NOT NULL,
  shows timestamptz NOT NULL,
  PRIMARY KEY (account, id)
);
GRANT SELECT, INSERT, UPDATE ON sandbox_psp.clocks TO kassa_sandbox_psp;

-- One row for each request for money. `outcome` is what the test card decides; `status` is how far that has come.
CREATE TABLE sandbox_psp.charges (
  id text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL CHECK (account LIKE '%\_sandbox'),
  clock text COLLATE "C",
  idempotency_key text COLLATE "C" NOT NULL,
  merchant_reference text NOT NULL,
  method text NOT NULL DEFAULT 'card' CHECK (method IN ('card', 'wallet', 'bank_debit', 'bank_transfer')),
  status text NOT NULL CHECK (status IN ('action_required', 'pending', 'approved', 'declined', 'voided', 'failed')),
  decline_reason text CHECK ((status IN ('declined', 'failed')) = (decline_reason IS NOT NULL)),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  capture text NOT NULL CHECK (capture IN ('automatic', 'manual')),
  amount_captured bigint NOT NULL DEFAULT 0,
  -- The part of the authorization that was given back uncaptured, and by what.
  amount_released bigint NOT NULL DEFAULT 0 CHECK (amount_released >= 0),
  released_by text CHECK (released_by IN ('void', 'final_capture', 'lapse')),
  -- Arrived at the customer.
  amount_refunded bigint NOT NULL DEFAULT 0,
  -- On its way to the customer.
  amount_refund_pending bigint NOT NULL DEFAULT 0 CHECK (amount_refund_pending >= 0),
  -- The part of the captured amount that a chargeback holds or has taken for good.
  amount_disputed bigint NOT NULL DEFAULT 0 CHECK (amount_disputed >= 0),
  -- What has arrived of a transfer. Parts are held until they add up, and sent back when the charge is called off. A surplus
  -- belongs to the account and can be refunded like the rest.
  amount_received bigint NOT NULL DEFAULT 0
    CHECK (amount_received BETWEEN 0 AND 9007199254740991 AND (amount_received = 0 OR method = 'bank_transfer')),
  brand text,
  last4 text CHECK (last4 ~ '^[0-9]{4}$'),
  -- Whether the customer enters the card or account on the PSP's hosted page. Until then the outcome is `hosted_page`.
  hosted boolean NOT NULL DEFAULT false,
  outcome text NOT NULL CHECK (hosted OR outcome <> 'hosted_page'),
  description text,
  return_url text NOT NULL,
  -- The language of the merchant's page, so that the issuer's page asks in the same one.
  locale text CHECK (locale ~ '^[A-Za-z0-9-]{2,35}$'),
  -- The unguessable part of the address of the page on which the customer pays or confirms.
  challenge_id text COLLATE "C" UNIQUE,
  -- When a pending charge is decided, an unanswered challenge given up, or a captured charge fails, without anybody asking.
  due_at timestamptz,
  -- When what is left to capture lapses. Null when nothing is.
  capture_before timestamptz,
  -- When the customer's bank will dispute it, for the cards that do.
  dispute_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- In milliseconds, as everybody reads it: it is part of the list's cursor.
  changed_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  -- When the row was written, in real time. Other times are those of the clock.
  stored_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, idempotency_key),
  CHECK (status = 'approved' OR amount_captured = 0),
  CONSTRAINT charges_captured_bound CHECK (amount_captured >= 0 AND amount_captured + amount_released <= amount),
  -- Of what a capture, or the whole charge, had taken before it failed, a part may have been refunded.
  CONSTRAINT charges_refunded_bound CHECK (amount_refunded >= 0 AND amount_refunded + amount_refund_pending
    <= CASE WHEN capture = 'manual' OR status = 'failed' THEN amount ELSE amount_captured END
      + CASE status WHEN 'approved' THEN greatest(amount_received - amount, 0) ELSE 0 END),
  CONSTRAINT charges_card_named CHECK (method <> 'card' OR outcome = 'hosted_page' OR (brand IS NOT NULL AND last4 IS NOT NULL)),
  -- A transfer may be waited for without end, when the customer says that they won't send it.
  CONSTRAINT charges_decided CHECK (status <> 'action_required' OR due_at IS NOT NULL),
  -- Money that was taken with the approval may fail, and come after all.
  CONSTRAINT charges_nothing_due CHECK (due_at IS NULL OR status IN ('action_required', 'pending')
    OR (capture = 'automatic' AND status IN ('approved', 'failed')))
);
-- What happens by itself in real time is looked for in one order, and what happens on a clock in another.
CREATE INDEX charges_due ON sandbox_psp.charges (due_at) WHERE due_at IS NOT NULL AND clock IS NULL;
CREATE INDEX charges_lapsing ON sandbox_psp.charges (capture_before) WHERE capture_before IS NOT NULL AND clock IS NULL;
CREATE INDEX charges_disputed_later ON sandbox_psp.charges (dispute_at) WHERE dispute_at IS NOT NULL AND clock IS NULL;
CREATE INDEX charges_on_clock ON sandbox_psp.charges (account, clock) WHERE clock IS NOT NULL;
CREATE INDEX charges_history ON sandbox_psp.charges (account, changed_at, id);
CREATE INDEX charges_age ON sandbox_psp.charges (stored_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox_psp.charges TO kassa_sandbox_psp;

-- The answer to each capture, void and refund by its idempotency key, refusals included: a repeated request gets the same answer and
-- is carried out once.
CREATE TABLE sandbox_psp.movements (
  id text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  clock text COLLATE "C",
  idempotency_key text COLLATE "C" NOT NULL,
  -- The merchant's own id of it, listed beside the idempotency key.
  merchant_reference text,
  charge text COLLATE "C" NOT NULL REFERENCES sandbox_psp.charges,
  kind text NOT NULL CHECK (kind IN ('capture', 'void', 'refund')),
  -- Of a void: what it released, which is nothing where the charge was not approved yet.
  amount bigint CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text,
  -- Of a capture: what is left is released.
  final boolean NOT NULL DEFAULT false,
  -- A refund on its way. Afterwards `refusal` says whether it failed.
  pending boolean NOT NULL DEFAULT false,
  refusal text,
  -- When a refund arrives, or comes back, or a capture fails or succeeds after all, without anybody asking.
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  stored_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, idempotency_key),
  CONSTRAINT movements_amount CHECK (kind = 'void' OR amount IS NOT NULL),
  CONSTRAINT movements_pending CHECK (NOT pending OR (kind = 'refund' AND refusal IS NULL AND due_at IS NOT NULL))
);
CREATE INDEX movements_of_charge ON sandbox_psp.movements (charge);
CREATE INDEX movements_due ON sandbox_psp.movements (due_at) WHERE due_at IS NOT NULL AND clock IS NULL;
CREATE INDEX movements_on_clock ON sandbox_psp.movements (account, clock) WHERE clock IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (refusal, pending, due_at), DELETE ON sandbox_psp.movements TO kassa_sandbox_psp;

CREATE TABLE sandbox_psp.disputes (
  id text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  charge text COLLATE "C" NOT NULL REFERENCES sandbox_psp.charges,
  clock text COLLATE "C",
  stage text NOT NULL CHECK (stage IN ('inquiry', 'chargeback')),
  status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  reason text NOT NULL CHECK (reason IN ('fraudulent', 'product_not_received', 'duplicate', 'general')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  -- What the customer keeps by the decision; 0 before it.
  amount_lost bigint NOT NULL DEFAULT 0 CHECK (amount_lost BETWEEN 0 AND amount),
  currency text NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  evidence_due_at timestamptz,
  -- How the bank will decide because of the evidence; null before there is any, and once it has decided for good.
  verdict text CHECK (verdict IN ('win', 'lose', 'win_partly', 'win_then_lose', 'lose_then_win')),
  -- When it goes on without anybody asking: no evidence came, or the bank has decided.
  due_at timestamptz,
  opened_at timestamptz NOT NULL DEFAULT now(),
  stored_at timestamptz NOT NULL DEFAULT now(),
  -- A dispute that is decided otherwise later is due once more.
  CHECK (CASE WHEN status IN ('needs_response', 'under_review') THEN due_at IS NOT NULL
    ELSE (due_at IS NOT NULL) = (verdict IS NOT NULL) END),
  CHECK ((status = 'needs_response') = (evidence_due_at IS NOT NULL)),
  CHECK (stage = 'chargeback' OR fee = 0)
);
CREATE INDEX disputes_of_charge ON sandbox_psp.disputes (charge);
CREATE INDEX disputes_due ON sandbox_psp.disputes (due_at) WHERE due_at IS NOT NULL AND clock IS NULL;
CREATE INDEX disputes_on_clock ON sandbox_psp.disputes (account, clock) WHERE clock IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox_psp.disputes TO kassa_sandbox_psp;

-- Requests about a dispute by their idempotency keys. The digest tells whether a key comes with the same request.
CREATE TABLE sandbox_psp.dispute_requests (
  account text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  dispute text COLLATE "C" NOT NULL REFERENCES sandbox_psp.disputes,
  digest bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, idempotency_key)
);
CREATE INDEX dispute_requests_of_dispute ON sandbox_psp.dispute_requests (dispute);
GRANT SELECT, INSERT, DELETE ON sandbox_psp.dispute_requests TO kassa_sandbox_psp;

-- What happened to money, one row an operation; the role below can't change it. Crash tests compare it with
-- Kassa's ledger. `captured`: the authorization took the money at once.
CREATE TABLE sandbox_psp.charge_log (
  entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  charge text COLLATE "C" NOT NULL REFERENCES sandbox_psp.charges,
  merchant_reference text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('authorize', 'surplus', 'capture', 'capture_returned', 'void', 'release', 'refund',
    'refund_returned', 'dispute_withdrawn', 'dispute_returned', 'dispute_fee')),
  captured boolean NOT NULL CHECK (NOT captured OR kind = 'authorize'),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  -- The idempotency key of the call that caused it, or the dispute's id.
  source text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX charge_log_of_charge ON sandbox_psp.charge_log (charge);
GRANT SELECT, INSERT, DELETE ON sandbox_psp.charge_log TO kassa_sandbox_psp;

-- What to notify the account of, with the exact bytes that are signed and sent. A row commits with the change that it
-- reports.
CREATE TABLE sandbox_psp.notifications (
  id text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  charge text COLLATE "C" NOT NULL REFERENCES sandbox_psp.charges,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz
);
CREATE INDEX notifications_due ON sandbox_psp.notifications (account, next_attempt_at) WHERE delivered_at IS NULL;
CREATE INDEX notifications_of_charge ON sandbox_psp.notifications (charge);
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox_psp.notifications TO kassa_sandbox_psp;
