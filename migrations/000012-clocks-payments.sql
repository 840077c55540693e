-- Advancing a clock asks about everything of its payments that waits for the PSP.
CREATE INDEX payments_of_clock ON payments (tenant_id, clock_id) WHERE clock_id IS NOT NULL;
