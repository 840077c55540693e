-- The safety of the pages: what browsers report, and whether the payment page arrives as it was sent. Both are about the
-- installation, not about any tenant: no row tells whose page it was, who looked at it, or what was on it.

-- What browsers kept from happening on a page, counted by day. There is no address of a page, no query, no user agent.
CREATE TABLE page_reports (
  day date NOT NULL,
  page text NOT NULL CHECK (page IN ('payment', 'receipt', 'docs')),
  -- Whether the visitor's own browser did it, by an extension for instance.
  source text NOT NULL CHECK (source IN ('page', 'browser')),
  directive text NOT NULL CHECK (length(directive) <= 40),
  -- An origin, a scheme, or a word such as 'inline'.
  blocked text NOT NULL CHECK (length(blocked) <= 100),
  count bigint NOT NULL CHECK (count > 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (day, page, source, directive, blocked)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON page_reports TO kassa_worker;

-- The check of the payment page: one row, whose lease one process at a time holds while it looks.
CREATE TABLE page_check (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  next_at timestamptz NOT NULL DEFAULT '-infinity',
  lease_until timestamptz,
  lease_fence bigint NOT NULL DEFAULT 0,
  -- What the last check found, whoever ran it.
  checked_at timestamptz,
  result json,
  CHECK ((checked_at IS NULL) = (result IS NULL))
);
INSERT INTO page_check DEFAULT VALUES;
GRANT SELECT, UPDATE ON page_check TO kassa_worker;

-- What the page of each running version looks like, so that a check during an upgrade knows both.
CREATE TABLE page_editions (
  fingerprint text PRIMARY KEY,
  edition json NOT NULL,
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON page_editions TO kassa_worker;
