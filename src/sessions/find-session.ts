/** What other rooms may read of sessions. `lockSession` also keeps everybody else from changing the session meanwhile. */
export { getSession, lockSession } from "./queries.ts";
