-- An authorization isn't released while movements at its account are held: the request would be refused at each sweep.
GRANT SELECT (payment_id, connector_account) ON attempts TO kassa_worker;
