-- What the background work on payments needs to see, and how far PSPs' charges have been compared with ours.

-- To find the payments whose authorization has lapsed and about which nothing is being done.
GRANT SELECT (payment_id, created_at) ON movements TO kassa_worker;

-- For the operator: how much of what PSPs told us changed nothing. Never what it said.
CREATE POLICY all_rows ON psp_notifications FOR SELECT TO kassa_worker USING (true);
GRANT SELECT (tenant_id, mode, received_at, quarantine_reason) ON psp_notifications TO kassa_worker;
CREATE INDEX psp_notifications_quarantined ON psp_notifications (received_at) WHERE quarantine_reason IS NOT NULL;

-- Up to when the PSP's list of charges has been compared with ours, for each account. It lies in the database so that a
-- restored backup brings its own: what was charged after that is what the backup doesn't know.
CREATE TABLE compared_accounts (
  tenant_id bigint NOT NULL,
  connector_account text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  compared_until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, connector_account)
);
ALTER TABLE compared_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON compared_accounts TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
GRANT SELECT, INSERT, UPDATE ON compared_accounts TO kassa_request;
