import type { Cluster } from "../../support/cluster/cluster.ts";
import type { LossEffects } from "./loss-effects.ts";

type Quarantined = {
  readonly session: string | null;
  readonly reason: string;
  /** Whether a notification reported it; else the PSP's list of charges did. */
  readonly notified: boolean | null;
  readonly subject: string;
};

// Stripe's notification of a dispute names only the PaymentIntent. If it comes before Kassa knows that one, the look-up of the charge
// tells of the dispute. A movement's merchant reference is its own id. Its charge names the session.
const quarantined = `
  SELECT COALESCE(n.body->>'session', c.merchant_reference, n.body->'data'->>'merchantReference') AS session,
    n.quarantine_reason AS reason, n.body->>'object' = 'notification' AS notified,
    format('notification %s of %s about %s', n.psp_event_id, n.received_at, left(COALESCE(n.body->'data', n.body)::text, 600))
      AS subject
  FROM (SELECT psp_event_id, received_at, quarantine_reason, convert_from(body, 'UTF8')::json AS body FROM psp_notifications
      WHERE quarantine_reason IS NOT NULL) n
    LEFT JOIN sandbox_psp.charges c ON c.id = n.body->'data'->>'charge'
  WHERE NOT EXISTS (SELECT FROM disputes d WHERE d.psp_reference = n.body->'data'->'object'->>'id')
  UNION ALL SELECT NULL, quarantine_reason, false, format('dispute %s', psp_reference)
  FROM reported_disputes WHERE quarantine_reason IS NOT NULL`;

/** A data loss explains an unknown charge, and an unknown movement whose notification came before its charge was compared. */
const explainedByLoss = ({ reason, notified }: Quarantined): boolean =>
  reason === "unknown_session" ||
  reason === "unknown_attempt" ||
  (notified === true && reason === "unknown_movement");

/**
 * Reports everything in quarantine. The simulated PSP's evidence is always correct, so only charges whose session or attempt
 * Kassa has lost may be there.
 */
export async function checkQuarantine(
  { cluster }: { cluster: Pick<Cluster, "sql"> },
  { sessions }: Pick<LossEffects, "sessions">,
): Promise<string[]> {
  const rows = await cluster.sql<Quarantined>(quarantined);
  return rows
    .filter((row) => !(explainedByLoss(row) && sessions.has(row.session ?? "")))
    .map(({ subject, reason }) => `${subject} is in quarantine: ${reason}`);
}
