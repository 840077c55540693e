import { type Problem, problem } from "../kernel/problem.ts";

/** Answers what can't be undone while a restored database isn't compared yet. */
export const movementsOnHold: Problem = {
  ...problem(
    "movements_on_hold",
    "The database was restored or has failed over, so it may lack payments or movements. Kassa is comparing it with the payment service provider's records.",
  ),
  retryAfter: 5,
};
