/** What other rooms do with entries once they know what the money is for. */
export { lockToMatch, lockUnmatchedOfAmount, setMatchStatus } from "./queries.ts";
