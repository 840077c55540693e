import { randomBytes } from "node:crypto";
import type { Actor, Transaction } from "../../database/transaction.ts";
import { randomDigits } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { Keyring } from "../../kernel/seal.ts";
import type { PeopleDeps } from "../deps.ts";
import {
  countPeople,
  getPersonByEmail,
  type InvitationRow,
  insertInvitation,
  insertPerson,
  lockInvitation,
  makeOperator,
  type PersonRow,
  putMembership,
  revokeFirstOwnerLinks,
  setAccepted,
} from "../queries.ts";
import type { StaffRole } from "../roles.ts";
import { hashNewPassword } from "../sign-in/passwords.ts";

const invitationSeconds = 7 * 86_400;
/** The first owner's link is in a terminal, and may be in a log. */
const firstOwnerSeconds = 86_400;

/** An invitation and the secret of its link, which can't be read again. */
export type NewInvitation = { readonly id: string; readonly secret: string };

type Invitation = Pick<InvitationRow, "tenantId" | "email" | "role" | "operator" | "invitedBy">;

/** The path of an invitation's page. The secret is in the fragment, which no server and no log sees. */
export const invitationPath = ({ secret }: NewInvitation): string => `/dashboard/join#${secret}`;

/** Makes a link by which the owner of an e-mail address becomes a member of a tenant, once and within seven days. */
export function invite(
  { keyring }: PeopleDeps,
  trx: Transaction,
  invitation: Invitation & { readonly email: string },
): NewInvitation {
  return insert(keyring, trx, invitation, invitationSeconds);
}

/**
 * Makes the link for the first owner of a tenant, who also becomes the operator of this installation. Whoever has it chooses the e-mail
 * address. Earlier links of this kind stop working. Undefined if somebody can sign in already, unless `evenIfSomebodyCan`.
 */
export function inviteFirstOwner(
  { database, keyring }: PeopleDeps,
  tenantId: number,
  { evenIfSomebodyCan = false } = {},
): Promise<NewInvitation | undefined> {
  return database.inPeople(async (trx) => {
    if (!evenIfSomebodyCan && (await countPeople(trx)) > 0) return undefined;
    revokeFirstOwnerLinks(trx);
    const invitation = { tenantId, email: null, role: "owner", operator: true, invitedBy: null } as const;
    return insert(keyring, trx, invitation, firstOwnerSeconds);
  });
}

function insert(
  keyring: Keyring,
  trx: Transaction,
  invitation: Invitation,
  goodForSeconds: number,
): NewInvitation {
  const [id, secret] = [`invitation_${randomDigits(22)}`, randomBytes(32).toString("base64url")];
  insertInvitation(trx, { id, ...invitation, secretHash: hashOf(keyring, secret), goodForSeconds });
  return { id, secret };
}

const hashOf = (keyring: Keyring, secret: string): Buffer => keyring.digest("invitation", secret);

const gone = problem(
  "invitation_invalid",
  "This link was already used, was revoked, or has expired. Ask for a new one.",
);

/** What an invitation's page shows before it is accepted. */
export async function readInvitation(
  { database, keyring }: PeopleDeps,
  secret: string,
): Promise<Result<InvitationRow & { readonly hasAccount: boolean }, Problem>> {
  return database.inPeople(async (trx) => {
    const invitation = await lockInvitation(trx, hashOf(keyring, secret));
    if (!invitation) return failed(gone);
    const { email } = invitation;
    return success({
      ...invitation,
      hasAccount: email !== null && (await getPersonByEmail(trx, email)) !== undefined,
    });
  });
}

export type NewPerson = { readonly name: string; readonly email: string | null; readonly password: string };

/**
 * Accepts an invitation by making a new account. The link was sent to the address, so that it is the person's own; the first owner states
 * theirs. Fails with `invitation_invalid`, with `account_exists` if the person has an account, who then signs in first, and with
 * `parameter_invalid` for the password or the address.
 */
export async function joinAsNewPerson(
  { database, keyring, passwordCost }: PeopleDeps,
  secret: string,
  person: NewPerson,
  origin: string,
): Promise<Result<PersonRow, Problem>> {
  const hashed = await hashNewPassword(person.password, [person.email ?? "", person.name], passwordCost);
  if (!hashed.ok) return hashed;
  const passwordHash = hashed.value;
  return database.inPeople(
    async (trx) => {
      const invitation = await lockInvitation(trx, hashOf(keyring, secret));
      if (!invitation) return failed(gone);
      const email = invitation.email ?? person.email?.trim().toLowerCase();
      if (!email) return failed(problem("parameter_missing", "Add your e-mail address.", "/email"));
      if (await getPersonByEmail(trx, email)) return failed(accountExists);
      const { operator } = invitation;
      const row: PersonRow = { id: `person_${randomDigits(22)}`, name: person.name.trim(), email, operator };
      insertPerson(trx, { ...row, passwordHash });
      accept(trx, invitation, row);
      return success(row);
    },
    { name: `person ${person.email ?? "invited"}`, origin },
  );
}

const accountExists = problem(
  "account_exists",
  "There is already an account with this email address. Sign in to it, and open the link again.",
);

/** Accepts an invitation with the account that somebody is signed in with. */
export async function joinAs(
  { database, keyring }: PeopleDeps,
  secret: string,
  person: PersonRow,
  actor: Actor,
): Promise<Result<InvitationRow, Problem>> {
  return database.inPeople(async (trx) => {
    const invitation = await lockInvitation(trx, hashOf(keyring, secret));
    if (!invitation) return failed(gone);
    if (invitation.email !== null && invitation.email !== person.email)
      return failed(
        problem(
          "invitation_invalid",
          `This link is for ${invitation.email}, and you are signed in as ${person.email}.`,
        ),
      );
    accept(trx, invitation, person);
    return success(invitation);
  }, actor);
}

function accept(trx: Transaction, { id, tenantId, role, operator }: InvitationRow, person: PersonRow): void {
  putMembership(trx, tenantId, person.id, role satisfies StaffRole);
  if (operator) makeOperator(trx, person.id);
  setAccepted(trx, id, person.id);
}
