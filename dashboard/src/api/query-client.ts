import { QueryClient } from "@tanstack/react-query";
import { RequestProblem } from "./problem.ts";

/** A refusal stays one; only what wasn't answered is asked again. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof RequestProblem) || error.status === 0 || error.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: mayRetry }, mutations: { retry: false } },
});
