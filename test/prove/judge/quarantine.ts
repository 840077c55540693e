import type { Cluster } from "../../support/cluster/cluster.ts";
import type { LostMoney } from "./lost-money.ts";

type Quarantined = {
  readonly session: string | null;
  readonly reason: string;
  /** By a notification, and not by the PSP's list. */
  readonly told: boolean | null;
  readonly what: string;
};

// A movement's own reference is the movement's id; its charge names the session.
const quarantined = `
  SELECT COALESCE(n.body->>'session', c.merchant_reference, n.body->'data'->>'merchantReference') AS session,
    n.quarantine_reason AS reason, n.body->>'object' = 'notification' AS told,
    format('notification %s of %s about %s', n.psp_event_id, n.received_at, left(COALESCE(n.body->'data', n.body)::text, 600))
      AS what
  FROM (SELECT psp_event_id, received_at, quarantine_reason, convert_from(body, 'UTF8')::json AS body FROM psp_notifications
      WHERE quarantine_reason IS NOT NULL) n
    LEFT JOIN sandbox_psp.charges c ON c.id = n.body->'data'->>'charge'
  UNION ALL SELECT NULL, quarantine_reason, false, format('dispute %s', psp_reference)
  FROM reported_disputes WHERE quarantine_reason IS NOT NULL`;

/** What Kassa may say of a charge that it has lost; of a movement only when the PSP tells of it before the charge is compared. */
const explainedByLoss = ({ reason, told }: Quarantined): boolean =>
  reason === "unknown_session" ||
  reason === "unknown_attempt" ||
  (told === true && reason === "unknown_movement");

/**
 * Everything that Kassa put aside for a person to look at. In a run where all that moves money is sound there is nothing,
 * except for charges whose session or attempt Kassa has lost.
 */
export async function checkQuarantine(
  { cluster }: { cluster: Pick<Cluster, "sql"> },
  { sessions }: Pick<LostMoney, "sessions">,
): Promise<string[]> {
  const rows = await cluster.sql<Quarantined>(quarantined);
  return rows
    .filter((row) => !(explainedByLoss(row) && sessions.has(row.session ?? "")))
    .map(({ what, reason }) => `${what} is in quarantine: ${reason}`);
}
