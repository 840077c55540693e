-- A payment's own notes: its session's when it is made, changed by calls from then on.
ALTER TABLE payments ADD COLUMN metadata json;
