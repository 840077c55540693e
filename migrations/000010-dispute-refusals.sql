-- What a PSP refused to do about a dispute last, and why: the answer to the request that asked for it, should that be
-- repeated after a crash.
ALTER TABLE disputes ADD COLUMN refused_key text COLLATE "C", ADD COLUMN refused_because text,
  ADD CONSTRAINT disputes_refusal CHECK ((refused_key IS NULL) = (refused_because IS NULL));
