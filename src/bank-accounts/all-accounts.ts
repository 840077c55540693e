/** The query that other rooms may use: all bank accounts of a tenant and mode, oldest first. */
export { selectAllAccounts as listAccounts } from "./queries.ts";
