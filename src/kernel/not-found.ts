import { problem } from "./problem.ts";

/** One answer for every id that isn't the caller's: absent, another tenant's, or the other mode's. */
export const notFound = problem("not_found", "No object of yours has this id in this mode.");
