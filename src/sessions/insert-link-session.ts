/** Inserts a session that a payment link has made, in the transaction that holds the link's lock. */
export { insertLinkSession } from "./queries/insert.ts";
