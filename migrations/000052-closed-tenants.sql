-- Since when a tenant's keys are refused and its sessions can't be paid; null while it is open.
ALTER TABLE tenants ADD COLUMN closed_at timestamptz;
