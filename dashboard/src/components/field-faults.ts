import { RequestProblem } from "../api/problem.ts";

/** What the server says is wrong with each of a form's fields; `rest` is an error that belongs to none of them. */
export function faultsOf(error: Error | null, fields: readonly string[]) {
  const param = error instanceof RequestProblem ? error.param : undefined;
  const faultOf = (name: string): string | undefined => (param === `/${name}` ? error?.message : undefined);
  return { faultOf, rest: error && !fields.some(faultOf) ? error : null };
}
