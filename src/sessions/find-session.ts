/**
 * What other rooms may read of sessions. `getSessionForShare` is for copies of a session that are kept. `lockSession` also
 * keeps everybody else from changing the session meanwhile, and puts the transaction into its time.
 */
export {
  countOpenOnClock,
  getSession,
  getSessionForShare,
  lockSession,
  nextExpiryOnClock,
} from "./queries.ts";
