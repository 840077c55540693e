-- Erasure finds an address wherever it stands in a tenant's texts, and then changes only what is that customer's.
GRANT SELECT (customer_email) ON checkout_sessions, payments TO kassa_eraser;
