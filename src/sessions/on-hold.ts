import { type Problem, problem } from "../kernel/problem.ts";

/** The response to irreversible requests while a restored database isn't compared yet. */
export const onHold: Problem = {
  ...problem(
    "movements_on_hold",
    "The database was restored or has failed over, and may have forgotten what was paid or moved. It is being compared with the payment service provider's records.",
  ),
  retryAfter: 5,
};
