-- The merchant's own id of a movement, which the simulated PSP keeps and lists beside the idempotency key.
ALTER TABLE sandbox_psp.movements ADD COLUMN merchant_reference text;

-- A movement's key is chosen among those of the payment's movements that are alike.
COMMENT ON COLUMN movements.psp_key IS 'The idempotency key at the PSP, derived from the request. Null: the id.';
