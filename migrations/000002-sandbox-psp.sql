-- The simulated PSP. It plays another company: a schema and a role of its own, which see nothing of Kassa's tables and
-- which none of Kassa's roles can see. No column here can hold a card number or a security code.

-- Roles belong to the whole cluster, hence the exception.
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

-- One row for each request for money. `outcome` is what the test card decides; `status` is how far that has come.
CREATE TABLE sandbox_psp.charges (
  id text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL CHECK (account LIKE '%\_sandbox'),
  idempotency_key text COLLATE "C" NOT NULL,
  merchant_reference text NOT NULL,
  status text NOT NULL CHECK (status IN ('action_required', 'pending', 'approved', 'declined', 'voided')),
  decline_reason text CHECK ((status = 'declined') = (decline_reason IS NOT NULL)),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  amount_captured bigint NOT NULL DEFAULT 0,
  amount_refunded bigint NOT NULL DEFAULT 0,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  capture text NOT NULL CHECK (capture IN ('automatic', 'manual')),
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  outcome text NOT NULL,
  description text,
  return_url text NOT NULL,
  -- The unguessable part of the issuer page's address; only charges that ask for an authentication have one.
  challenge_id text COLLATE "C" UNIQUE,
  -- When a pending charge is decided, or an unanswered challenge given up, without anybody asking.
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, idempotency_key),
  CHECK (0 <= amount_refunded AND amount_refunded <= amount_captured AND amount_captured <= amount),
  CHECK (status = 'approved' OR amount_captured = 0),
  CHECK ((status IN ('action_required', 'pending')) = (due_at IS NOT NULL))
);
CREATE INDEX charges_due ON sandbox_psp.charges (due_at) WHERE due_at IS NOT NULL;

-- The answer to each capture, void and refund by its idempotency key, refusals included, so that asking twice is
-- answered twice and done once.
CREATE TABLE sandbox_psp.movements (
  id text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  charge text COLLATE "C" NOT NULL REFERENCES sandbox_psp.charges,
  kind text NOT NULL CHECK (kind IN ('capture', 'void', 'refund')),
  amount bigint CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text,
  refusal text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, idempotency_key),
  CHECK ((kind = 'void') = (amount IS NULL))
);

-- What happened to money, one row an operation, never changed: the role below can't. Crash tests hold it against
-- Kassa's ledger. `captured` says that an authorization took the money at once.
CREATE TABLE sandbox_psp.charge_log (
  entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text COLLATE "C" NOT NULL,
  charge text COLLATE "C" NOT NULL REFERENCES sandbox_psp.charges,
  merchant_reference text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('authorize', 'capture', 'void', 'refund')),
  captured boolean NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT captured OR kind = 'authorize')
);
CREATE INDEX charge_log_account ON sandbox_psp.charge_log (account, merchant_reference);

-- What the account must be told, with the exact bytes that are signed and sent. A row commits with the change that it
-- tells of.
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

GRANT SELECT, INSERT, UPDATE ON sandbox_psp.charges, sandbox_psp.notifications TO kassa_sandbox_psp;
GRANT SELECT, INSERT ON sandbox_psp.movements, sandbox_psp.charge_log TO kassa_sandbox_psp;
