-- The simulated PSP tells what changed about an account's charges since a time. What is older than this migration changed
-- long ago. In milliseconds, as everybody reads it, for it is a part of the list's cursor.
ALTER TABLE sandbox_psp.charges ADD COLUMN changed_at timestamptz NOT NULL DEFAULT '2020-01-01T00:00:00Z';
ALTER TABLE sandbox_psp.charges ALTER COLUMN changed_at SET DEFAULT date_trunc('milliseconds', clock_timestamp());
DROP INDEX sandbox_psp.charges_history;
CREATE INDEX charges_history ON sandbox_psp.charges (account, changed_at, id);
