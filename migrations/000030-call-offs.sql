-- A call-off releases an attempt that waits for its customer. It is recorded as a movement before the PSP is asked, because
-- the PSP may execute it after the attempt was approved: what it released then has to be booked and told. `late` is true as
-- long as it is no part of the payment's amounts, that is unless it has released an approved authorization.
ALTER TABLE movements DROP CONSTRAINT movements_kind_check,
  ADD CONSTRAINT movements_kind_check CHECK (kind IN ('capture', 'void', 'refund', 'call_off'));
