import type { Actor } from "../../../database/transaction.ts";
import { type Problem, problem } from "../../../kernel/problem.ts";
import { failed, type Result, success } from "../../../kernel/result.ts";
import type { Tenant } from "../../../tenants/find-tenant.ts";
import type { PeopleDeps } from "../../deps.ts";
import { invite, type NewInvitation } from "../../join/invitations.ts";
import { lockMembers, type PersonRow, revokeInvitation, selectOpenInvitations } from "../../queries.ts";

const closed = problem("parameter_invalid", "The tenant is closed. Reopen it, then invite its owner.");
const owned = problem(
  "owner_exists",
  "The tenant has an owner, who invites others. Nobody else lets somebody in.",
);

/**
 * Invites the first owner of a tenant. Earlier invitations of owners stop working, because the address may have been mistyped. Fails with
 * `owner_exists`: an operator runs the installation, and can't let themselves into a business that has an owner.
 */
export async function inviteOwner(
  deps: PeopleDeps,
  { tenantId, closedAt }: Tenant,
  { email, by }: { readonly email: string; readonly by: PersonRow },
  actor: Actor,
): Promise<Result<NewInvitation, Problem>> {
  if (closedAt !== null) return failed(closed);
  return deps.database.inPeople(async (trx) => {
    const members = await lockMembers(trx, tenantId);
    if (members.some(({ role }) => role === "owner")) return failed(owned);
    for (const { id, role } of await selectOpenInvitations(trx, tenantId))
      if (role === "owner") await revokeInvitation(trx, tenantId, id);
    const address = email.trim().toLowerCase();
    return success(
      invite(deps, trx, { tenantId, email: address, role: "owner", operator: false, invitedBy: by.id }),
    );
  }, actor);
}
