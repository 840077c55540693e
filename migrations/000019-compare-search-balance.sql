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
