-- The installation's row holds the key of the keyed hashes, sealed with KASSA_SECRET_KEY, so that the secret key can be
-- changed: what is sealed is sealed again, and hashes of API keys stay as they are.
-- Until then a row meant that secrets were sealed without the names of their rows, and API keys hashed by the secret key
-- itself. Neither can be carried over.
DO $$ BEGIN
  IF EXISTS (SELECT FROM installation) THEN
    RAISE EXCEPTION 'this database was made by a version of Kassa from before 2026-11-23, whose secrets and API keys this version can''t read'
      USING HINT = 'No such version was released. Start this version on an empty database, or go on with the version that made this one.';
  END IF;
END $$;

ALTER TABLE installation RENAME COLUMN secret_check TO digest_key_sealed;
GRANT UPDATE (digest_key_sealed) ON installation TO kassa_control;
GRANT UPDATE (private_key_sealed) ON receipt_keys TO kassa_control;
