import { modes } from "../kernel/mode.ts";
import type { InvitationRow, Member, Membership } from "./queries.ts";
import { scopesOf } from "./roles.ts";
import type { SignedIn } from "./sign-in/signed-in.ts";

/** What the dashboard knows of who uses it. */
export function toApiMe(
  { person, signInId, factors, hasAuthenticator }: SignedIn,
  memberships: readonly Membership[],
) {
  const { id, name, email, operator } = person;
  return {
    object: "person",
    ...{ id, name, email, operator, hasAuthenticator },
    signIn: { id: signInId, factors },
    memberships: memberships.map(({ tenant, tenantName, role }) => ({
      tenant: { id: tenant, name: tenantName },
      role,
      scopes: Object.fromEntries(modes.map((mode) => [mode, scopesOf(role, mode)])),
    })),
  };
}

export function toApiMember({ id, name, email, role, since, hasSecondFactor, lastSignInAt }: Member) {
  return {
    object: "member",
    ...{ id, name, email, role, hasSecondFactor },
    since: since.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}

export function toApiInvitation({ id, email, role, tenantName, createdAt, expiresAt }: InvitationRow) {
  return {
    object: "invitation",
    ...{ id, email, role },
    tenantName,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
