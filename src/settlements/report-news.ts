import type { ConnectorAccount } from "../connectors/connector-account.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { makeWakeUp } from "../jobs/wake-up.ts";
import { noteAnnounced } from "./queries.ts";

/** Where a notification says that a PSP has made a report. */
export type ReportNews = ReturnType<typeof makeReportNews>;

/**
 * What PSPs announce is noted with the account, in the transaction that stores the notification. After its commit a job of this process
 * imports the account's reports; if the process dies before, the hourly import does.
 */
export function makeReportNews() {
  const wakeUp = makeWakeUp();
  const waiting = new Map<string, ConnectorAccount>();
  return {
    wakeUp,
    /** @param number of the report */
    announce: async (trx: TenantTransaction, account: ConnectorAccount, number: number): Promise<void> => {
      await noteAnnounced(trx, account.id, number);
      trx.afterCommit(() => {
        waiting.set(account.id, account);
        wakeUp.wake();
      });
    },
    /** The accounts whose reports were announced since the last call. */
    take: (): ConnectorAccount[] => {
      const accounts = [...waiting.values()];
      waiting.clear();
      return accounts;
    },
  };
}
