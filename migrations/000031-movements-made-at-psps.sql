-- A merchant may capture, void or refund at the PSP's own dashboard. Such movements are learned from the PSP's list.
ALTER TABLE movements ADD COLUMN origin text NOT NULL DEFAULT 'kassa' CHECK (origin IN ('kassa', 'psp'));

-- A notification about a movement that nothing is known of has the account's list read at once, and not at the next hour.
ALTER TABLE compared_accounts ADD COLUMN due_at timestamptz;
CREATE INDEX compared_accounts_due ON compared_accounts (due_at) WHERE due_at IS NOT NULL;
CREATE POLICY worker_reads ON compared_accounts FOR SELECT TO kassa_worker USING (true);
GRANT SELECT (tenant_id, mode, connector_account, due_at) ON compared_accounts TO kassa_worker;
CREATE POLICY worker_leases ON compared_accounts FOR UPDATE TO kassa_worker USING (true);
GRANT UPDATE (due_at) ON compared_accounts TO kassa_worker;
