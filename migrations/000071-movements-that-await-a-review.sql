-- A PSP may list a movement of a payment that waits for its review. What it belongs to is decided by the review, so the
-- list is read again from there once that is over.
-- When the charge of the first such movement changed, by the PSP's clock.
ALTER TABLE attempts ADD COLUMN compare_from timestamptz;
-- From where the next comparison begins, where that is before compared_until.
ALTER TABLE compared_accounts ADD COLUMN due_from timestamptz;
