/** The query that other rooms may use: what their attempts, movements and disputes have posted. */
export { sumPosted } from "./queries.ts";
