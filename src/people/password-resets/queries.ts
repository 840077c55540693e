import type { Transaction } from "../../database/transaction.ts";
import type { PersonRow } from "../queries.ts";

export type ResetRow = {
  readonly id: string;
  readonly person: PersonRow;
  /** Whose owner made it; null if it was sent by mail or made on the server. */
  readonly tenantId: number | null;
  /** Whether it also removes the authenticator app and the passkeys. */
  readonly removesSecondFactors: boolean;
};

export type NewReset = {
  readonly id: string;
  readonly personId: string;
  readonly tenantId: number | null;
  readonly secretHash: Buffer;
  readonly removesSecondFactors: boolean;
  readonly goodForSeconds: number;
};

export function insertReset(trx: Transaction, reset: NewReset): void {
  const { id, personId, tenantId, secretHash, removesSecondFactors, goodForSeconds } = reset;
  trx.send(
    `INSERT INTO staff.password_resets (id, person_id, tenant_id, secret_hash, removes_second_factors, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [id, personId, tenantId, secretHash, removesSecondFactors, goodForSeconds],
  );
}

/** The link of a secret, if it can still be used; locked until the transaction ends. */
export async function lockReset(trx: Transaction, secretHash: Buffer): Promise<ResetRow | undefined> {
  const row = await trx.one<
    PersonRow & Pick<ResetRow, "tenantId" | "removesSecondFactors"> & { resetId: string }
  >(
    `SELECT r.id AS "resetId", r.tenant_id AS "tenantId", r.removes_second_factors AS "removesSecondFactors", p.id, p.name, p.email, p.operator
     FROM staff.password_resets r JOIN staff.people p ON p.id = r.person_id
     WHERE r.secret_hash = $1 AND r.used_at IS NULL AND r.expires_at > now() FOR UPDATE OF r`,
    [secretHash],
  );
  if (!row) return undefined;
  const { resetId, tenantId, removesSecondFactors, ...person } = row;
  return { id: resetId, person, tenantId, removesSecondFactors };
}

/** How many links a person got within the last hour, and whether one of them is younger than a minute. */
export async function countRecentResets(
  trx: Transaction,
  personId: string,
): Promise<{ inLastHour: number; inLastMinute: number }> {
  const row = await trx.one<{ inLastHour: number; inLastMinute: number }>(
    `SELECT count(*)::integer AS "inLastHour",
       count(*) FILTER (WHERE created_at > now() - interval '1 minute')::integer AS "inLastMinute"
     FROM staff.password_resets WHERE person_id = $1 AND created_at > now() - interval '1 hour'`,
    [personId],
  );
  return row ?? { inLastHour: 0, inLastMinute: 0 };
}

/** Notes that a link was used. All others of the person stop working. */
export function useReset(trx: Transaction, { id, person }: ResetRow): void {
  trx.send("UPDATE staff.password_resets SET used_at = now() WHERE id = $1", [id]);
  trx.send(
    "UPDATE staff.password_resets SET expires_at = now() WHERE person_id = $1 AND used_at IS NULL AND expires_at > now()",
    [person.id],
  );
}

export function setPassword(trx: Transaction, personId: string, passwordHash: string): void {
  trx.send(
    `INSERT INTO staff.sign_in_methods (id, account_id, provider_id, user_id, password)
     VALUES ($1 || '_password', $1, 'credential', $1, $2)
     ON CONFLICT (user_id, provider_id) DO UPDATE SET password = excluded.password, updated_at = now()`,
    [personId, passwordHash],
  );
}

/** Removes the authenticator app with its backup codes, and the passkeys. */
export function deleteSecondFactors(trx: Transaction, personId: string): void {
  trx.send("DELETE FROM staff.second_factors WHERE user_id = $1", [personId]);
  trx.send("DELETE FROM staff.passkeys WHERE user_id = $1", [personId]);
  trx.send(
    "UPDATE staff.people SET two_factor_enabled = false, updated_at = now() WHERE id = $1 AND two_factor_enabled",
    [personId],
  );
}

/** Whether a person works for no other tenant, closed ones included, and doesn't run the installation. */
export async function worksOnlyFor(trx: Transaction, personId: string, tenantId: number): Promise<boolean> {
  const row = await trx.one<{ only: boolean }>(
    `SELECT NOT p.operator
       AND EXISTS (SELECT FROM staff.memberships m WHERE m.person_id = p.id AND m.tenant_id = $2)
       AND NOT EXISTS (SELECT FROM staff.memberships m WHERE m.person_id = p.id AND m.tenant_id <> $2) AS only
     FROM staff.people p WHERE p.id = $1`,
    [personId, tenantId],
  );
  return row?.only ?? false;
}
