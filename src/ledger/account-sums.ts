/** The query that other rooms may use: what all accounts hold, by connector account and currency. */
export { sumAccounts } from "./queries.ts";
