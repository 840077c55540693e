-- Each action of a dispute that the PSP refused, by its key, and why: the answer to the request that asked for it, should that be
-- repeated. Only the last one was kept.
ALTER TABLE disputes ADD COLUMN refused_actions jsonb NOT NULL DEFAULT '{}';
UPDATE disputes SET refused_actions = jsonb_build_object(refused_key, refused_because) WHERE refused_key IS NOT NULL;
ALTER TABLE disputes DROP CONSTRAINT disputes_refusal, DROP COLUMN refused_key, DROP COLUMN refused_because;
