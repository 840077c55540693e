-- The simulated PSP tells what changed about an account's charges since a time. What is older than this migration changed
-- long ago. In milliseconds, as everybody reads it, for it is a part of the list's cursor.
ALTER TABLE sandbox_psp.charges ADD COLUMN changed_at timestamptz NOT NULL DEFAULT '2020-01-01T00:00:00Z';
ALTER TABLE sandbox_psp.charges ALTER COLUMN changed_at SET DEFAULT date_trunc('milliseconds', clock_timestamp());
DROP INDEX sandbox_psp.charges_history;
CREATE INDEX charges_history ON sandbox_psp.charges (account, changed_at, id);

-- How the account ends that a debit was made from, which may be in letters. Its payments are found by that as those of
-- cards are, by one column, for which the planner knows how rare a value is. The account itself is nowhere.
ALTER TABLE attempts ADD COLUMN account_last4 text CHECK (account_last4 ~ '^[A-Z0-9]{4}$');
ALTER TABLE attempts ADD COLUMN last4 text GENERATED ALWAYS AS (COALESCE(card_last4, account_last4)) STORED;
DROP INDEX attempts_card_last4;
CREATE INDEX attempts_last4 ON attempts (tenant_id, last4, payment_id) WHERE last4 IS NOT NULL;

-- Sessions are found by their customer's address in any case, as payments are, and by a column for the same reason: row-level
-- security lets lower() into no index.
ALTER TABLE checkout_sessions
  ADD COLUMN customer_email_folded text GENERATED ALWAYS AS (lower(customer_email)) STORED;
DROP INDEX checkout_sessions_customer_email;
CREATE INDEX checkout_sessions_customer_email ON checkout_sessions (tenant_id, customer_email_folded, id)
  WHERE customer_email_folded IS NOT NULL;

-- The sums of the books' older entries, kept so that a balance needn't add all of them up. Entries stay as they are: a sum
-- is of those up to a position, and whoever doubts it adds them up again. Positions are given in order; an entry with a
-- lower one than another can be committed after it, so a position is only closed once nobody can come below it any more.
-- Entries from before this migration have none and are closed by it.
ALTER TABLE ledger_entries ADD COLUMN position bigint;
CREATE SEQUENCE ledger_entry_positions OWNED BY ledger_entries.position;
ALTER TABLE ledger_entries ALTER COLUMN position SET DEFAULT nextval('ledger_entry_positions');
GRANT USAGE ON SEQUENCE ledger_entry_positions TO kassa_request;
CREATE INDEX ledger_entries_position ON ledger_entries (tenant_id, mode, position) INCLUDE (account, currency, amount)
  WHERE position IS NOT NULL;
CREATE TABLE ledger_closings (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  -- Up to which position ledger_closed_sums holds the entries.
  through bigint NOT NULL DEFAULT 0,
  -- Up to which position they are to be closed next, once every transaction that ran then has ended.
  until bigint NOT NULL DEFAULT 0 CHECK (until >= through),
  until_xmax xid8 NOT NULL DEFAULT '0',
  PRIMARY KEY (tenant_id, mode)
);
CREATE TABLE ledger_closed_sums (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  account text NOT NULL,
  currency text NOT NULL,
  sum numeric NOT NULL,
  PRIMARY KEY (tenant_id, mode, account, currency)
);
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
INSERT INTO ledger_closed_sums (tenant_id, mode, account, currency, sum)
SELECT tenant_id, mode, account, currency, sum(amount) FROM ledger_entries GROUP BY tenant_id, mode, account, currency;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['ledger_closings', 'ledger_closed_sums'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY own_rows ON %I TO kassa_request
      USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()))', table_name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON ledger_closings, ledger_closed_sums TO kassa_request;
