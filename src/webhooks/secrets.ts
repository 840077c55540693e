import { randomBytes } from "node:crypto";
import type { TenantScope } from "../database/transaction.ts";
import type { SealedPlace, Sealer } from "../kernel/seal.ts";

/** A signing secret as Standard Webhooks writes it: 32 random bytes. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** Where the secrets of an endpoint lie, the current one and the one before. */
const placeOf = ({ tenantId, mode }: TenantScope, id: string): SealedPlace => ({
  table: "webhook_endpoints",
  tenantId,
  mode,
  id,
});

// Secrets are sealed rather than hashed: signing needs them back.
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
