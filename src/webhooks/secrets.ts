import { randomBytes } from "node:crypto";
import type { TenantScope } from "../database/transaction.ts";
import type { SealedPlace, Sealer } from "../kernel/seal.ts";

/** A signing secret in the format of Standard Webhooks: 32 random bytes. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The place that an endpoint's secrets, current and previous, are sealed for. */
const placeOf = ({ tenantId, mode }: TenantScope, id: string): SealedPlace => ({
  table: "webhook_endpoints",
  tenantId,
  mode,
  id,
});

// Secrets are sealed, not hashed: signing needs their plain text.
export const sealSecret = (sealer: Sealer, scope: TenantScope, endpointId: string, secret: string): Buffer =>
  sealer.seal(placeOf(scope, endpointId), secret);
export const openSecret = (sealer: Sealer, scope: TenantScope, endpointId: string, sealed: Buffer): string =>
  sealer.open(placeOf(scope, endpointId), sealed);
export const resealSecret = (
  sealer: Sealer,
  scope: TenantScope,
  endpointId: string,
  sealed: Buffer,
): Buffer => sealer.reseal(placeOf(scope, endpointId), sealed);
