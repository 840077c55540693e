import type { Actor, Transaction } from "../../database/transaction.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { PeopleDeps } from "../deps.ts";
import { invite, type NewInvitation } from "../join/invitations.ts";
import {
  deleteMembership,
  deleteSignIns,
  lockMembers,
  type PersonRow,
  putMembership,
  selectMembers,
} from "../queries.ts";
import type { StaffRole } from "../roles.ts";

const noMember = problem("not_found", "This person doesn't work for the tenant.");
const lastOwner = problem("last_owner", "A tenant needs an owner. Make somebody else an owner first.");

/** Invites somebody by e-mail, in a transaction of the caller's. Fails with `already_member`. */
export async function inviteMember(
  deps: PeopleDeps,
  trx: Transaction,
  tenantId: number,
  { email, role, by }: { readonly email: string; readonly role: StaffRole; readonly by: PersonRow },
): Promise<Result<NewInvitation, Problem>> {
  const address = email.trim().toLowerCase();
  const isMember = (await selectMembers(trx, tenantId)).some((member) => member.email === address);
  if (isMember)
    return failed(problem("already_member", `${address} already works for the tenant.`, "/email"));
  const invitation = { tenantId, email: address, role, operator: false, invitedBy: by.id };
  return success(invite(deps, trx, invitation));
}

/** Changes a member's role; it holds from their next request on. Fails with `not_found` or `last_owner`. */
export function changeRole(
  { database }: PeopleDeps,
  tenantId: number,
  { personId, role }: { readonly personId: string; readonly role: StaffRole },
  actor: Actor,
): Promise<Result<void, Problem>> {
  return database.inPeople(async (trx) => {
    const fault = await faultOfLoss(trx, tenantId, personId, role);
    if (fault) return failed(fault);
    putMembership(trx, tenantId, personId, role);
    return success(undefined);
  }, actor);
}

/** Takes a person off the team, and signs them out everywhere. Fails with `not_found` or `last_owner`. */
export function removeMember(
  { database }: PeopleDeps,
  tenantId: number,
  personId: string,
  actor: Actor,
): Promise<Result<void, Problem>> {
  return database.inPeople(async (trx) => {
    const fault = await faultOfLoss(trx, tenantId, personId, null);
    if (fault) return failed(fault);
    deleteMembership(trx, tenantId, personId);
    deleteSignIns(trx, personId);
    return success(undefined);
  }, actor);
}

/** @param next the person's next role; null for none */
async function faultOfLoss(
  trx: Transaction,
  tenantId: number,
  personId: string,
  next: StaffRole | null,
): Promise<Problem | undefined> {
  const members = await lockMembers(trx, tenantId);
  if (!members.some((member) => member.personId === personId)) return noMember;
  const isOwned = members.some((member) => member.role === "owner" && member.personId !== personId);
  return isOwned || next === "owner" ? undefined : lastOwner;
}
