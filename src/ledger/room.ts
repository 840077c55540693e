import type { Database } from "../database/database.ts";
import type { Job } from "../jobs/start-job.ts";
import { closeBooks } from "./closing/close-books.ts";
import { ledgerRoutes } from "./routes.ts";

export function makeLedger({ database }: { readonly database: Database }) {
  const jobs: readonly Job[] = [
    { name: "close the books", everyMs: 5 * 60_000, run: () => closeBooks({ database }) },
  ];
  return { apiRoutes: [ledgerRoutes({ database })], jobs };
}
