-- The order in which exports list the ledger's transactions, and by which adjoining exports are cut. Times don't serve: a
-- transaction of the database may commit its entries after others with later times.
ALTER TABLE ledger_transactions ADD COLUMN position bigint;
CREATE SEQUENCE ledger_transaction_positions OWNED BY ledger_transactions.position;
ALTER TABLE ledger_transactions NO FORCE ROW LEVEL SECURITY;
UPDATE ledger_transactions t SET position = numbered.position
FROM (SELECT tenant_id, id, row_number() OVER (ORDER BY id) AS position FROM ledger_transactions) numbered
WHERE t.tenant_id = numbered.tenant_id AND t.id = numbered.id;
SELECT setval('ledger_transaction_positions', (SELECT COALESCE(max(position), 0) + 1 FROM ledger_transactions), false);
ALTER TABLE ledger_transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_transactions ALTER COLUMN position SET DEFAULT nextval('ledger_transaction_positions'),
  ALTER COLUMN position SET NOT NULL;
GRANT USAGE ON SEQUENCE ledger_transaction_positions TO kassa_request;
CREATE INDEX ledger_transactions_position ON ledger_transactions (tenant_id, mode, position);
