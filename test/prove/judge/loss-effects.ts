import type { Testbed } from "../testbed/testbed.ts";
import type { Journal } from "../workload/journal.ts";

/** The idempotency key of a charge or movement at the PSP that Kassa doesn't know. */
export type UnknownKey = { readonly session: string; readonly key: string };

/** Objects whose state at the PSP and at Kassa may differ because of a data loss. */
export type LossEffects = {
  /** Sessions that ran during a data loss. */
  readonly sessions: ReadonlySet<string>;
  /** Payments of these sessions. */
  readonly payments: ReadonlySet<string>;
  /** Disputes of these payments. */
  readonly disputes: ReadonlySet<string>;
  /** Idempotency keys at the PSP of their charges and movements that Kassa can't re-learn. */
  readonly keys: ReadonlySet<string>;
};

/**
 * Keys that Kassa can't re-learn: those of charges and movements whose session is lost too, which a person must settle; and those
 * that moved no money: declined charges, charges that Kassa called off before anything was captured, their voids, and movements that the
 * PSP refused.
 */
export const unknownKeys = `
  SELECT c.merchant_reference AS session, k.key
  FROM sandbox_psp.charges c LEFT JOIN checkout_sessions s ON s.id = c.merchant_reference
    LEFT JOIN attempts a ON a.id = c.idempotency_key
    CROSS JOIN LATERAL (SELECT c.idempotency_key AS key, false AS moved_nothing
      UNION ALL SELECT m.idempotency_key, m.refusal IS NOT NULL OR (m.kind = 'void' AND m.idempotency_key LIKE 'att\\_%')
      FROM sandbox_psp.movements m WHERE m.charge = c.id) k
  WHERE s.id IS NULL OR k.moved_nothing OR (a.id IS NULL AND (c.status = 'declined'
    OR (c.amount_captured = 0 AND EXISTS (SELECT FROM sandbox_psp.movements v
      WHERE v.charge = c.id AND v.idempotency_key = c.idempotency_key || '-void' AND v.refusal IS NULL AND v.amount IS NOT NULL))))`;

/** Finds the objects of the sessions that ran during a data loss. */
export async function findLossEffects(
  { cluster, dataLosses }: Testbed,
  journal: Journal,
): Promise<LossEffects> {
  const sessions = sessionsAffectedByLoss(journal, (label) => dataLosses.affects(label));
  const idsOf = (table: string) =>
    cluster.sql<{ id: string }>(`SELECT id FROM ${table} WHERE session_id = ANY ($1)`, [[...sessions]]);
  const [payments, disputes] = [await idsOf("payments"), await idsOf("disputes")];
  const unknown = await cluster.sql<UnknownKey>(unknownKeys);
  return {
    sessions,
    payments: new Set(payments.map(({ id }) => id)),
    disputes: new Set(disputes.map(({ id }) => id)),
    keys: new Set(unknown.filter(({ session }) => sessions.has(session)).map(({ key }) => key)),
  };
}

/** @param isAffected whether the session of a client reference ran during a data loss */
export function sessionsAffectedByLoss(
  { entries }: Pick<Journal, "entries">,
  isAffected: (label: string | undefined) => boolean,
): Set<string> {
  const created = entries.filter(({ call }) => call.path === "/checkout/sessions" && isAffected(call.label));
  return new Set(created.flatMap(({ id }) => id ?? []));
}

/**
 * Drops the violations that a data loss explains: charges and movements under a lost key, declined attempts that were
 * re-learned without sending their event again, and one dispute request that the database lost and the PSP has.
 */
export function withoutLossEffects(
  violations: readonly string[],
  { keys, payments, disputes }: Pick<LossEffects, "keys" | "payments" | "disputes">,
): string[] {
  return violations.filter((violation) => {
    const key = /^\[2 .* under key (\S+), which no (attempt|movement) has/.exec(violation)?.[1];
    const payment = /^\[6 .*: declines and late funds = events\] payment (\S+) has/.exec(violation)?.[1];
    const [, requests, dispute, actions] =
      /^\[2 .* the PSP got (\d+) requests about dispute (\S+), which had (\d+) actions/.exec(violation) ?? [];
    const isLostRequest = disputes.has(dispute ?? "") && Number(requests) === Number(actions) + 1;
    return !keys.has(key ?? "") && !payments.has(payment ?? "") && !isLostRequest;
  });
}
