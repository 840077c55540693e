-- The doctor counts what PSPs said of disputes and fits nothing that is known.
GRANT SELECT (quarantine_reason, reported_at) ON reported_disputes TO kassa_worker;
CREATE INDEX reported_disputes_quarantined ON reported_disputes (reported_at) WHERE quarantine_reason IS NOT NULL;
