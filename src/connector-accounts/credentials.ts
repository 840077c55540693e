import type { Values } from "../connectors/kind.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { SealedPlace, Sealer } from "../kernel/seal.ts";

/** Which version of whose credentials. */
export type CredentialsPlace = { readonly accountId: string; readonly version: number };

const placeOf = ({ tenantId, mode }: TenantScope, { accountId, version }: CredentialsPlace): SealedPlace => ({
  table: "connector_credentials",
  tenantId,
  mode,
  id: `${accountId} ${version}`,
});

export const sealCredentials = (
  sealer: Sealer,
  scope: TenantScope,
  place: CredentialsPlace,
  credentials: Values,
): Buffer => sealer.seal(placeOf(scope, place), JSON.stringify(credentials));

export const openCredentials = (
  sealer: Sealer,
  scope: TenantScope,
  place: CredentialsPlace,
  sealed: Buffer,
): Values => JSON.parse(sealer.open(placeOf(scope, place), sealed));

export const resealCredentials = (
  sealer: Sealer,
  scope: TenantScope,
  place: CredentialsPlace,
  sealed: Buffer,
): Buffer => sealer.reseal(placeOf(scope, place), sealed);
