-- How long ago a release was refused counts, not how long ago it was asked for.
GRANT SELECT (decided_at) ON movements TO kassa_worker;
DROP INDEX movements_late_release_refused;
CREATE INDEX movements_late_release_refused ON movements (decided_at)
  WHERE late AND kind = 'void' AND status = 'failed' AND clock_id IS NULL;
