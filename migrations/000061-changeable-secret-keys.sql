-- The installation's row holds the key of the keyed hashes, sealed with KASSA_SECRET_KEY, so that the secret key can be
-- changed: what is sealed is sealed again, and hashes of API keys stay as they are.
ALTER TABLE installation RENAME COLUMN secret_check TO digest_key_sealed;
GRANT UPDATE (digest_key_sealed) ON installation TO kassa_control;
GRANT UPDATE (private_key_sealed) ON receipt_keys TO kassa_control;
