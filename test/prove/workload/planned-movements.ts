import type { MerchantAction, Plan } from "./plan.ts";
import type { WorkKind } from "./planned-work.ts";

/**
 * The kinds of movements that a merchant's actions surely make on a payment that the customer has paid. What depends on an earlier action
 * isn't counted: a void after captures of parts may find nothing to void, and neither does a refund of what may not be captured.
 */
export function plannedMovements(actions: readonly MerchantAction[], capture: Plan["capture"]): WorkKind[] {
  const [first] = actions.filter(({ kind }) => kind !== "dispute" && kind !== "read");
  if (first === undefined) return [];
  const isCaptured = capture === "automatic" || (first.kind === "capture" && first.share === 1);
  return [
    ...(first.kind === "capture" ? (["capture"] as const) : []),
    ...(first.kind === "void" ? (["void"] as const) : []),
    ...(isCaptured && actions.some(({ kind }) => kind === "refund") ? (["refund"] as const) : []),
  ];
}
