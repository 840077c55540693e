-- Erasing a customer's data on request. A role of its own may change what history says of a person, within one tenant and mode;
-- the roles that serve requests still can't.
DO $$
BEGIN
  BEGIN
    CREATE ROLE kassa_eraser NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- Another database of this cluster has it already, or makes it in this very moment.
  END;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE 'GRANT kassa_eraser TO CURRENT_USER';
  END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO kassa_eraser;
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['checkout_sessions', 'payments', 'movements', 'events', 'webhook_deliveries',
    'webhook_delivery_attempts', 'disputes', 'dispute_files', 'psp_notifications', 'receipts', 'receipt_renewals'] LOOP
    EXECUTE format('CREATE POLICY erased_rows ON %I TO kassa_eraser
      USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()))', table_name);
  END LOOP;
END
$$;
GRANT SELECT (tenant_id, mode, id, customer_email_folded, details, metadata, created_metadata, client_reference_id),
  UPDATE (customer_email, details, metadata, created_metadata, client_reference_id) ON checkout_sessions TO kassa_eraser;
GRANT SELECT (tenant_id, id, session_id, metadata, client_reference_id), UPDATE (customer_email, metadata, client_reference_id)
  ON payments TO kassa_eraser;
GRANT SELECT (tenant_id, payment_id, metadata), UPDATE (metadata) ON movements TO kassa_eraser;
GRANT SELECT (tenant_id, id, session_id, object), UPDATE (object) ON events TO kassa_eraser;
GRANT SELECT (tenant_id, id, event_id) ON webhook_deliveries TO kassa_eraser;
GRANT SELECT (tenant_id, delivery_id), UPDATE (response_headers, response_body, response_forgotten)
  ON webhook_delivery_attempts TO kassa_eraser;
GRANT SELECT (tenant_id, id, session_id, evidence), UPDATE (evidence) ON disputes TO kassa_eraser;
GRANT SELECT (tenant_id, id, dispute_id) ON dispute_files TO kassa_eraser;
GRANT SELECT (tenant_id, body), UPDATE (body) ON psp_notifications TO kassa_eraser;
GRANT SELECT (tenant_id, session_id, document) ON receipts, receipt_renewals TO kassa_eraser;
