/**
 * The queries that other rooms may use. `getSessionForShare` is for callers that store a copy of the session. `lockSession`
 * also locks the session against changes, and sets the transaction's time to the session's. `setCollected` is for the attempt that
 * stores what the customer entered.
 */
export { countOpenOnClock, nextExpiryOnClock } from "./queries/due.ts";
export { countOpenOfLink } from "./queries/list.ts";
export {
  findByIdempotencyKey,
  getSession,
  getSessionForShare,
  lockSession,
  setCollected,
} from "./queries/sessions.ts";
