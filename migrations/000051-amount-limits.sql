-- The smallest and largest amount of a session, by currency: {"EUR": {"minimum": 50, "maximum": 1000000}}, in minor units.
-- A limit that is null, and a currency that isn't named, has the default.
ALTER TABLE page_settings ADD COLUMN amount_limits json;

-- Processes keep the limits beside the keys that they remember.
CREATE TRIGGER page_settings_limits_changed AFTER UPDATE OF amount_limits ON page_settings
  FOR EACH ROW WHEN (OLD.amount_limits::text IS DISTINCT FROM NEW.amount_limits::text)
  EXECUTE FUNCTION advance_key_epoch();
