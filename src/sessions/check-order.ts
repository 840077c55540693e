import { type Problem, problem } from "../kernel/problem.ts";
import { hasRightSign } from "./adjustment.ts";
import type { CreateSessionBody } from "./schemas.ts";

/** Checks that items and adjustments add up to the amount, and that each adjustment has the sign of its type. */
export function checkOrder(body: CreateSessionBody, faults: Problem[]): void {
  const { lineItems, adjustments } = body;
  adjustments?.forEach((adjustment, index) => {
    if (hasRightSign(adjustment)) return;
    const { type, amount } = adjustment;
    const rule = type === "discount" ? "0 or less" : "0 or more: only a discount may be below 0";
    const detail = `The amount of an adjustment of type ${type} has to be ${rule}. It is ${amount}.`;
    faults.push(problem("amount_invalid", detail, `/adjustments/${index}/amount`));
  });
  if (lineItems) checkSum(body, lineItems, faults);
  else if (adjustments && adjustments.length > 0) {
    const detail = "Adjustments need line items: together they add up to amount.";
    faults.push(problem("line_items_mismatch", detail, "/lineItems"));
  }
}

/** Sums are bigints: 100 items of a million pieces each can exceed what a number holds exactly. */
function checkSum(
  { amount, adjustments }: CreateSessionBody,
  lineItems: NonNullable<CreateSessionBody["lineItems"]>,
  faults: Problem[],
): void {
  let items = 0n;
  for (const item of lineItems) items += BigInt(item.quantity) * BigInt(item.unitAmount);
  let adjusted = 0n;
  for (const adjustment of adjustments ?? []) adjusted += BigInt(adjustment.amount);
  const sum = items + adjusted;
  if (sum === BigInt(amount)) return;
  const parts = adjustments?.length ? `Items (${items}) and adjustments (${adjusted})` : "They";
  faults.push(
    problem("line_items_mismatch", `${parts} add up to ${sum}, but amount is ${amount}.`, "/lineItems"),
  );
}
