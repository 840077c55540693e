-- What a decline of an attempt is counted by: keyed digests, as in recent_declines. An attempt may be declined long after its
-- submit: after 3-D Secure, or by a job. They are removed when the attempt is over.
ALTER TABLE attempts ADD COLUMN decline_subjects bytea[];
