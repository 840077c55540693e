import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result } from "../../kernel/result.ts";
import type { Moved } from "./move-money.ts";

/** A capture or void that the PSP refused is no success; a refund that failed is still a refund. */
export function refusedBecause(moved: Result<Moved, Problem>): Result<Moved, Problem> {
  if (!moved.ok || moved.value.movement.status !== "failed") return moved;
  const { kind, failureReason } = moved.value.movement;
  if (failureReason === "idempotency_key_reused")
    return failed(
      problem(
        "movement_refused",
        `The payment service provider has done another ${kind} under this request's key, which Kassa had forgotten. Look at the payment again: it will show that ${kind} soon.`,
      ),
    );
  return failed(
    problem("movement_refused", `The payment service provider refused the ${kind}: ${failureReason}.`),
  );
}
