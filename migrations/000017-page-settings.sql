-- What a merchant sets about the payment page, in each mode: the sandbox's is for trying out, and a sandbox key can't
-- change what live customers see. Until something is set there is no row, and what the tenant was made with holds.
CREATE TABLE page_settings (
  tenant_id bigint NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'sandbox')),
  display_name text CHECK (display_name <> ''),
  support_email text,
  support_url text,
  support_phone text,
  default_locale text,
  -- As the merchant gave it. What the page makes of it is computed, so that a better rule reaches everybody.
  brand_color text CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
  -- An upload gets an id of its own, for it is in the address that browsers keep for good.
  logo_id text COLLATE "C",
  logo_media_type text CHECK (logo_media_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  logo_width integer CHECK (logo_width > 0),
  logo_height integer CHECK (logo_height > 0),
  logo_content bytea CHECK (octet_length(logo_content) BETWEEN 1 AND 131072),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, mode),
  CHECK (num_nulls(logo_id, logo_media_type, logo_width, logo_height, logo_content) IN (0, 5))
);
ALTER TABLE page_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON page_settings TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
GRANT SELECT, INSERT, UPDATE ON page_settings TO kassa_request;
