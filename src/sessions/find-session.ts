/**
 * The queries that other rooms may use. `getSessionForShare` is for callers that store a copy of the session. `lockSession`
 * also locks the session against changes, and sets the transaction's time to the session's.
 */
export {
  countOpenOfLink,
  countOpenOnClock,
  findByIdempotencyKey,
  getSession,
  getSessionForShare,
  lockSession,
  nextExpiryOnClock,
} from "./queries.ts";
