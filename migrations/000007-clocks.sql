-- Clocks at work: what lives by one, what waits on one, and what ran as one advanced.

-- The clock that a transaction works by (SET LOCAL app.clock, beside app.now); null in real time.
CREATE FUNCTION kassa_clock() RETURNS text LANGUAGE sql VOLATILE PARALLEL RESTRICTED
  RETURN NULLIF(current_setting('app.clock', true), '');

-- What a payment, an event or a delivery lives by is the clock of the transaction that makes it.
ALTER TABLE payments ALTER COLUMN clock_id SET DEFAULT kassa_clock();
ALTER TABLE events ADD COLUMN clock_id text COLLATE "C";
ALTER TABLE events ALTER COLUMN clock_id SET DEFAULT kassa_clock();
ALTER TABLE webhook_deliveries ADD COLUMN lives_on text COLLATE "C";
ALTER TABLE webhook_deliveries ALTER COLUMN lives_on SET DEFAULT kassa_clock();

-- A first attempt is made in real time, and what had no answer is asked again in real time: networks know no clocks.
COMMENT ON COLUMN attempts.clock_id IS 'The clock that next_check_at is a time of; null when it is one of real time.';
COMMENT ON COLUMN movements.clock_id IS 'The clock that next_check_at is a time of; null when it is one of real time.';
COMMENT ON COLUMN webhook_deliveries.clock_id IS 'The clock that next_attempt_at is a time of; null when it is one of real time.';
CREATE INDEX webhook_deliveries_living_on ON webhook_deliveries (tenant_id, lives_on)
  WHERE status = 'pending' AND lives_on IS NOT NULL;

ALTER TABLE clocks
  -- How many advances there were.
  ADD COLUMN advances integer NOT NULL DEFAULT 0,
  -- What lives by a deleted clock stays where it stopped, so its row stays.
  ADD COLUMN deleted_at timestamptz,
  ADD CHECK (deleted_at IS NULL OR status = 'ready');
CREATE INDEX clocks_advancing ON clocks (lease_until) WHERE status = 'advancing';

-- What ran as a clock advanced, in order.
CREATE TABLE clock_steps (
  tenant_id bigint NOT NULL,
  clock_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode = 'sandbox'),
  -- The how-manieth advance of the clock, and the how-manieth step of that.
  advance integer NOT NULL,
  number integer NOT NULL,
  -- By the clock.
  at timestamptz NOT NULL,
  what text NOT NULL,
  object_id text COLLATE "C",
  PRIMARY KEY (tenant_id, clock_id, advance, number),
  FOREIGN KEY (tenant_id, clock_id) REFERENCES clocks
);
ALTER TABLE clock_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON clock_steps TO kassa_request
  USING (tenant_id = (SELECT current_tenant()) AND mode = (SELECT current_mode()));
GRANT SELECT, INSERT, DELETE ON clock_steps TO kassa_request;
GRANT SELECT (advances) ON clocks TO kassa_worker;
