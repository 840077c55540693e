/** What other rooms may read and lock of transfers and their matches. */
export {
  findTransferOfAttempt,
  lockMatching,
  selectFollowing,
  selectMatch,
  selectMatchesOfTransfer,
  selectReversals,
} from "./queries.ts";
