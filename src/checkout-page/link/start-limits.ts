import type { TenantScope } from "../../database/transaction.ts";
import type { DeclineSubject } from "../../payments/declines/submits-in-flight.ts";
import { networkOf } from "../../tenants/networks.ts";
import type { PageDeps } from "../deps.ts";

/**
 * Sessions of links that an address has started within ten minutes: after how many the next ones are delayed, and the maximum. More than of
 * declines, because all who read a poster in one hall may share an address.
 */
const thresholds = { slowAfter: 30, most: 300 } as const;

/** What the starts of an address are counted under, for each tenant and mode separately. */
export function startSubject(
  { keyring }: Pick<PageDeps, "keyring">,
  { tenantId, mode }: TenantScope,
  address: string,
): DeclineSubject {
  const subject = `${mode} ${tenantId} link starts ${networkOf(address)}`;
  return { kind: "address", digest: keyring.digest("decline-limits", subject), ...thresholds };
}
