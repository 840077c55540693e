-- Sweeps take turns: first the one whose last batch is the longest ago.
ALTER TABLE endpoint_sweeps ADD COLUMN swept_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX endpoint_sweeps_in_turn ON endpoint_sweeps (swept_at);

-- Deliveries that a process of an older version left without a time when it paused their endpoint. No other has none.
CREATE INDEX webhook_deliveries_without_time ON webhook_deliveries (tenant_id, endpoint_id)
  WHERE status = 'pending' AND kind = 'http' AND next_attempt_at IS NULL;
