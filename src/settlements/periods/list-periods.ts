/** The query that commands may use: all months that were ever closed, the last one first. */
export { selectPeriods as listPeriods } from "./queries.ts";
