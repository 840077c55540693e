-- The release of an authorization is held up by what is under way at its own charge only, and the PSP's refusal to release a
-- late one is answered by another try.
GRANT SELECT (attempt_id, failure_reason) ON movements TO kassa_worker;
GRANT SELECT (decided_at) ON attempts TO kassa_worker;
CREATE INDEX movements_late_release_refused ON movements (created_at)
  WHERE late AND kind = 'void' AND status = 'failed' AND clock_id IS NULL;
