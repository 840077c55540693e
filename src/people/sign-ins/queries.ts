import type { Transaction } from "../../database/transaction.ts";

/** Where and when a person signed in. */
export type SignInRow = {
  readonly id: string;
  readonly factors: 1 | 2;
  readonly createdAt: Date;
  /** To the minute or so: a sign-in that is used is renewed from time to time. */
  readonly usedAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
};

/** A person's sign-ins that haven't ended, the last used first. */
export function selectSignIns(
  trx: Transaction,
  personId: string,
  absoluteSeconds: number,
): Promise<SignInRow[]> {
  return trx.query(
    `SELECT id, factors, created_at AS "createdAt", updated_at AS "usedAt", ip_address AS address, user_agent AS "userAgent"
     FROM staff.sessions
     WHERE user_id = $1 AND expires_at > now() AND created_at > now() - make_interval(secs => $2)
     ORDER BY updated_at DESC, id LIMIT 100`,
    [personId, absoluteSeconds],
  );
}

/** Ends a sign-in of a person. False if it isn't theirs or has ended. */
export async function deleteSignIn(trx: Transaction, personId: string, id: string): Promise<boolean> {
  return (await trx.run("DELETE FROM staff.sessions WHERE user_id = $1 AND id = $2", [personId, id])) === 1;
}

/** Ends all sign-ins of a person but one, and returns how many. */
export function deleteOtherSignIns(trx: Transaction, personId: string, keptId: string): Promise<number> {
  return trx.run("DELETE FROM staff.sessions WHERE user_id = $1 AND id <> $2", [personId, keptId]);
}
