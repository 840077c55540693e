import type { Database } from "../database/database.ts";
import type { Job } from "../jobs/start-job.ts";
import type { DatabaseClock } from "../kernel/clock.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { NamedAccountCheck, SessionLane } from "./create-session.ts";
import { type ExpiryDeps, expireDueSessions } from "./expire-session.ts";
import { expiredSessions } from "./queries/due.ts";
import { type PaymentExpansion, sessionRoutes } from "./routes.ts";
import type { SessionDeps } from "./transition-session.ts";

type Core = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: DatabaseClock;
  readonly log: ExpiryDeps["log"];
  readonly sessionLane: SessionLane;
};

/** What this room needs of payments, which it can't import. */
type Payments = {
  readonly deps: SessionDeps;
  readonly expansion: PaymentExpansion;
  readonly checkAccount: NamedAccountCheck;
  /** Resolves when the PSPs' lists have been compared once since the start, or after that many milliseconds. */
  readonly compared: (longestMs: number) => Promise<void>;
};

export function makeSessions(core: Core, payments: Payments) {
  const { database, keyring, clock, log, sessionLane: lane } = core;
  const { expansion: payment, checkAccount, compared } = payments;
  const deps = { ...payments.deps, database, clock, log };
  const jobs: readonly Job[] = [
    {
      name: "expire sessions",
      due: expiredSessions,
      run: async () => {
        await compared(10_000);
        return expireDueSessions(deps);
      },
    },
  ];
  return { apiRoutes: [sessionRoutes({ ...deps, keyring, lane, payment, checkAccount })], jobs };
}
