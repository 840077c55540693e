import type { Database } from "../database/database.ts";
import type { Job } from "../jobs/start-job.ts";
import { closeTransactions } from "./closing/close-transactions.ts";
import { ledgerRoutes } from "./routes.ts";

export function makeLedger({ database }: { readonly database: Database }) {
  const jobs: readonly Job[] = [
    { name: "close ledger transactions", everyMs: 5 * 60_000, run: () => closeTransactions({ database }) },
  ];
  return { apiRoutes: [ledgerRoutes({ database })], jobs };
}
