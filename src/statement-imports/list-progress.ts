/** The query that other rooms may use: how far each bank account's statements are imported. */
export { selectProgress as listProgress } from "./queries.ts";
