import type { Transaction } from "../database/transaction.ts";
import type { StaffRole } from "./roles.ts";

export type PersonRow = {
  readonly id: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly operator: boolean;
};

export type Membership = {
  readonly tenantId: number;
  /** The tenant's public id. */
  readonly tenant: string;
  readonly tenantName: string;
  readonly role: StaffRole;
};

export type Member = PersonRow & {
  readonly role: StaffRole;
  readonly since: Date;
  /** Whether the person has a second way of proving who they are: an authenticator app or a passkey. */
  readonly hasSecondFactor: boolean;
  /** When the person signed in last; null for never, or longer ago than sign-ins are kept. */
  readonly lastSignInAt: Date | null;
};

export type InvitationRow = {
  readonly id: string;
  readonly tenantId: number;
  readonly tenantName: string;
  /** Null in the first owner's link. */
  readonly email: string | null;
  readonly role: StaffRole;
  readonly operator: boolean;
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

const personColumns = "p.id, p.name, p.email, p.operator";

export async function countPeople(trx: Transaction): Promise<number> {
  const row = await trx.one<{ people: number }>("SELECT count(*)::integer AS people FROM staff.people");
  return row?.people ?? 0;
}

export function getPersonByEmail(trx: Transaction, email: string): Promise<PersonRow | undefined> {
  return trx.one(`SELECT ${personColumns} FROM staff.people p WHERE p.email = $1`, [email]);
}

/** Inserts a person with a password. */
export function insertPerson(trx: Transaction, person: PersonRow & { readonly passwordHash: string }): void {
  const { id, name, email, operator, passwordHash } = person;
  trx.send(
    "INSERT INTO staff.people (id, name, email, email_verified, operator) VALUES ($1, $2, $3, true, $4)",
    [...[id, name, email, operator]],
  );
  trx.send(
    `INSERT INTO staff.sign_in_methods (id, account_id, provider_id, user_id, password)
     VALUES ($1 || '_password', $1, 'credential', $1, $2)`,
    [id, passwordHash],
  );
}

export function makeOperator(trx: Transaction, id: string): void {
  trx.send("UPDATE staff.people SET operator = true, updated_at = now() WHERE id = $1 AND NOT operator", [
    id,
  ]);
}

/** The tenants that a person works for, by name. Closed ones are left out. */
export function selectMemberships(trx: Transaction, personId: string): Promise<Membership[]> {
  return trx.query(
    `SELECT m.tenant_id AS "tenantId", t.id AS tenant, t.name AS "tenantName", m.role
     FROM staff.memberships m JOIN tenants t USING (tenant_id)
     WHERE m.person_id = $1 AND t.closed_at IS NULL ORDER BY t.name, t.tenant_id`,
    [personId],
  );
}

/** The role of a person for a tenant, which is given by its public id; undefined if they don't work for it. */
export async function getMembership(
  trx: Transaction,
  personId: string,
  tenant: string,
): Promise<Membership | undefined> {
  return trx.one(
    `SELECT m.tenant_id AS "tenantId", t.id AS tenant, t.name AS "tenantName", m.role
     FROM staff.memberships m JOIN tenants t USING (tenant_id)
     WHERE m.person_id = $1 AND t.id = $2 AND t.closed_at IS NULL`,
    [personId, tenant],
  );
}

export type SignInOf = {
  readonly signInId: string;
  readonly tenantId: number;
  readonly role: StaffRole;
  readonly factors: number;
};

/** Of these sign-ins those that haven't ended, with each tenant that the person works for. */
export function selectSignInsOf(
  trx: Transaction,
  ids: readonly string[],
  atMostSeconds: number,
): Promise<SignInOf[]> {
  return trx.query<SignInOf>(
    `SELECT s.id AS "signInId", m.tenant_id AS "tenantId", m.role, s.factors
     FROM staff.sessions s JOIN staff.memberships m ON m.person_id = s.user_id JOIN tenants t USING (tenant_id)
     WHERE s.id = ANY ($1) AND s.expires_at > now() AND s.created_at > now() - make_interval(secs => $2)
       AND t.closed_at IS NULL`,
    [ids, atMostSeconds],
  );
}

/** Makes somebody a member, or changes a member's role. */
export function putMembership(trx: Transaction, tenantId: number, personId: string, role: StaffRole): void {
  trx.send(
    `INSERT INTO staff.memberships (tenant_id, person_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, person_id) DO UPDATE SET role = excluded.role`,
    [tenantId, personId, role],
  );
}

/** Locks the memberships of a tenant, so that its last owner can't be lost by two changes at the same time. */
export function lockMembers(
  trx: Transaction,
  tenantId: number,
): Promise<{ personId: string; role: StaffRole }[]> {
  return trx.query(
    `SELECT person_id AS "personId", role FROM staff.memberships WHERE tenant_id = $1 ORDER BY person_id FOR UPDATE`,
    [tenantId],
  );
}

export function deleteMembership(trx: Transaction, tenantId: number, personId: string): void {
  trx.send("DELETE FROM staff.memberships WHERE tenant_id = $1 AND person_id = $2", [tenantId, personId]);
}

/** A tenant's people, by name. */
export function selectMembers(trx: Transaction, tenantId: number): Promise<Member[]> {
  return trx.query(
    `SELECT ${personColumns}, m.role, m.created_at AS since,
       p.two_factor_enabled OR EXISTS (SELECT FROM staff.passkeys k WHERE k.user_id = p.id) AS "hasSecondFactor",
       (SELECT max(s.created_at) FROM staff.sessions s WHERE s.user_id = p.id) AS "lastSignInAt"
     FROM staff.memberships m JOIN staff.people p ON p.id = m.person_id
     WHERE m.tenant_id = $1 ORDER BY p.name, p.id`,
    [tenantId],
  );
}

const invitationColumns = `i.id, i.tenant_id AS "tenantId", t.name AS "tenantName", i.email, i.role, i.operator,
  i.invited_by AS "invitedBy", i.created_at AS "createdAt", i.expires_at AS "expiresAt"`;

export function insertInvitation(
  trx: Transaction,
  invitation: Omit<InvitationRow, "tenantName" | "createdAt" | "expiresAt"> & {
    readonly secretHash: Buffer;
    readonly goodForSeconds: number;
  },
): void {
  const { id, tenantId, email, role, operator, invitedBy, secretHash, goodForSeconds } = invitation;
  trx.send(
    `INSERT INTO staff.invitations (id, tenant_id, email, role, operator, invited_by, secret_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
    [id, tenantId, email, role, operator, invitedBy, secretHash, goodForSeconds],
  );
}

const isOpen = "i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()";

/** The invitations of a tenant that can still be accepted, newest first. */
export function selectOpenInvitations(trx: Transaction, tenantId: number): Promise<InvitationRow[]> {
  return trx.query(
    `SELECT ${invitationColumns} FROM staff.invitations i JOIN tenants t USING (tenant_id)
     WHERE i.tenant_id = $1 AND ${isOpen} ORDER BY i.created_at DESC, i.id`,
    [tenantId],
  );
}

/** The invitation of a link, if it can still be accepted; locked until the transaction ends. */
export function lockInvitation(trx: Transaction, secretHash: Buffer): Promise<InvitationRow | undefined> {
  return trx.one(
    `SELECT ${invitationColumns} FROM staff.invitations i JOIN tenants t USING (tenant_id)
     WHERE i.secret_hash = $1 AND ${isOpen} AND t.closed_at IS NULL FOR UPDATE OF i`,
    [secretHash],
  );
}

export function setAccepted(trx: Transaction, id: string, personId: string): void {
  trx.send("UPDATE staff.invitations SET accepted_at = now(), accepted_by = $2 WHERE id = $1", [
    id,
    personId,
  ]);
}

/** Returns false if the tenant has no such open invitation. */
export async function revokeInvitation(trx: Transaction, tenantId: number, id: string): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE staff.invitations i SET revoked_at = now() WHERE i.tenant_id = $1 AND i.id = $2 AND ${isOpen}`,
    [tenantId, id],
  );
  return rows === 1;
}

/** Revokes the links for a first owner that were printed before, so that only the newest works. */
export function revokeFirstOwnerLinks(trx: Transaction): void {
  trx.send(`UPDATE staff.invitations i SET revoked_at = now() WHERE i.email IS NULL AND ${isOpen}`);
}

/** Ends a person's sign-ins. */
export function deleteSignIns(trx: Transaction, personId: string): void {
  trx.send("DELETE FROM staff.sessions WHERE user_id = $1", [personId]);
}

/**
 * Deletes what ended more than a day ago: sign-ins, short-lived proofs, links for new passwords, and counts of tries. Up to `limit` rows of
 * each; returns how many of the most numerous kind.
 */
export async function deleteEndedSignIns(trx: Transaction, limit: number): Promise<number> {
  const dayAgo = "now() - interval '1 day'";
  const counts = [
    await deleteSome(trx, "staff.sessions", `expires_at < ${dayAgo}`, limit),
    await deleteSome(trx, "staff.verifications", `expires_at < ${dayAgo}`, limit),
    await deleteSome(trx, "staff.password_resets", `expires_at < ${dayAgo}`, limit),
    await deleteSome(trx, "staff.rate_limits", `last_request < extract(epoch FROM ${dayAgo}) * 1000`, limit),
  ];
  return Math.max(...counts);
}

const deleteSome = (trx: Transaction, table: string, condition: string, limit: number): Promise<number> =>
  trx.run(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${condition} ORDER BY id LIMIT $1)`,
    [limit],
  );
