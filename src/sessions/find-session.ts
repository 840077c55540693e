/**
 * What other rooms may read of sessions. `lockSession` also keeps everybody else from changing the session meanwhile, and
 * puts the transaction into its time.
 */
export { countOpenOnClock, getSession, lockSession, nextExpiryOnClock } from "./queries.ts";
