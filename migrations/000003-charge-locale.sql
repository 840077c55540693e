-- The language that the merchant's page was read in, so that the issuer's page asks in the same one.
ALTER TABLE sandbox_psp.charges ADD COLUMN locale text CHECK (locale ~ '^[A-Za-z0-9-]{2,35}$');
