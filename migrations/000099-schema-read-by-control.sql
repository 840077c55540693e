-- Starts, commands and /readyz see which migrations ran without logging in as the owner.
GRANT SELECT ON migrations TO kassa_control;
