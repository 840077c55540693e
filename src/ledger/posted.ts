/** What other rooms may read of the books: what causes of theirs have posted. */
export { sumPosted } from "./queries.ts";
