/**
 * The queries that other rooms may use. `getSessionForShare` is for callers that store a copy of the session. `lockSession`
 * also locks the session against changes, and sets the transaction's time to the session's. `setCollected` is for the attempt that
 * stores what the customer entered.
 */
export {
  countOpenOfLink,
  countOpenOnClock,
  findByIdempotencyKey,
  getSession,
  getSessionForShare,
  lockSession,
  nextExpiryOnClock,
  setCollected,
} from "./queries.ts";
