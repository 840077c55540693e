import type { TenantTransaction } from "../../database/transaction.ts";
import { markReportHandled, selectQuarantinedReports } from "../dispute-reports/queries.ts";
import { markNotificationHandled, selectQuarantinedNotifications } from "../queries/notifications.ts";

/** What a PSP has reported that doesn't match Kassa's records, and which therefore has changed nothing. */
export type Quarantined = {
  readonly kind: "notification" | "dispute";
  readonly connectorAccount: string;
  /** The PSP's id of the notification or dispute, or what was found in a list of the PSP's. */
  readonly reference: string;
  readonly reason: string;
  readonly at: Date;
};

/** The newest of a tenant and mode that nobody has dealt with, at most so many. */
export async function listQuarantined(trx: TenantTransaction, limit: number): Promise<Quarantined[]> {
  const [notifications, disputes] = await Promise.all([
    selectQuarantinedNotifications(trx, limit),
    selectQuarantinedReports(trx, limit),
  ]);
  const all = [
    ...notifications.map((each) => ({ kind: "notification" as const, ...each })),
    ...disputes.map((each) => ({ kind: "dispute" as const, ...each })),
  ];
  return all.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, limit);
}

/** Notes that one is dealt with. False if there is none, or it is already. */
export function handleQuarantined(
  trx: TenantTransaction,
  { kind, connectorAccount, reference }: Pick<Quarantined, "kind" | "connectorAccount" | "reference">,
): Promise<boolean> {
  const mark = kind === "dispute" ? markReportHandled : markNotificationHandled;
  return mark(trx, connectorAccount, reference);
}
