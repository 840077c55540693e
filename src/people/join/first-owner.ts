import { listTenants } from "../../tenants/find-tenant.ts";
import type { PeopleDeps } from "../deps.ts";
import { invitationPath, inviteFirstOwner } from "./invitations.ts";

/**
 * The path of the link that makes the first owner, of the oldest tenant; undefined if somebody can sign in already, or there is no tenant.
 * Each start prints a new one, and the ones before stop working.
 */
export async function firstOwnerPath(deps: PeopleDeps): Promise<string | undefined> {
  const tenants = await deps.database.inControl(listTenants);
  const oldest = tenants.find(({ closedAt }) => closedAt === null);
  if (!oldest) return undefined;
  const invitation = await inviteFirstOwner(deps, oldest.tenantId);
  return invitation && invitationPath(invitation);
}

/** The path of a link that makes another owner and operator, for somebody who has access to the server and can't sign in any more. */
export async function ownerPath(deps: PeopleDeps, tenantId: number): Promise<string | undefined> {
  const invitation = await inviteFirstOwner(deps, tenantId, { evenIfSomebodyCan: true });
  return invitation && invitationPath(invitation);
}
