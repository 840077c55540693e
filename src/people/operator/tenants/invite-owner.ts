import type { Transaction } from "../../../database/transaction.ts";
import { type Problem, problem } from "../../../kernel/problem.ts";
import { failed, type Result, success } from "../../../kernel/result.ts";
import type { Tenant } from "../../../tenants/find-tenant.ts";
import type { PeopleDeps } from "../../deps.ts";
import { invite, type NewInvitation } from "../../join/invitations.ts";
import { lockMembers, type PersonRow, revokeInvitation, selectOpenInvitations } from "../../queries.ts";

const closed = problem("parameter_invalid", "The tenant is closed. Reopen it, then invite its owner.");
const owned = problem("owner_exists", "The tenant already has an owner. Only an owner can invite others.");

/**
 * Invites the first owner of a tenant, in a transaction of the caller's. Earlier invitations of owners stop working, because the address may have been mistyped. Fails with
 * `owner_exists`: an operator runs the installation, and can't let themselves into a business that has an owner.
 */
export async function inviteOwner(
  deps: PeopleDeps,
  trx: Transaction,
  { tenantId, closedAt }: Tenant,
  { email, by }: { readonly email: string; readonly by: PersonRow },
): Promise<Result<NewInvitation, Problem>> {
  if (closedAt !== null) return failed(closed);
  const members = await lockMembers(trx, tenantId);
  if (members.some(({ role }) => role === "owner")) return failed(owned);
  for (const { id, role } of await selectOpenInvitations(trx, tenantId))
    if (role === "owner") await revokeInvitation(trx, tenantId, id);
  const address = email.trim().toLowerCase();
  const invitation = { tenantId, email: address, operator: false, invitedBy: by.id };
  return success(invite(deps, trx, { ...invitation, role: "owner" }));
}
