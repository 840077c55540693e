import type { TenantTransaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import { getMovement } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { type ApiPayment, describePayment } from "../read/describe-payment.ts";
import { refusedBecause } from "./refused-because.ts";
import type { MovementStatus } from "./state.ts";

/** What a capture or void comes to by now: the payment as it is, or why nothing was done. `open`: nobody has said yet. */
export async function readMoved(
  trx: TenantTransaction,
  movementId: string,
): Promise<{ open: boolean; answer: Result<ApiPayment, Problem> }> {
  const movement = committed(await getMovement(trx, movementId), "the movement of a request");
  const payment = present(await getPayment(trx, movement.paymentId), "the payment of a movement");
  const moved = refusedBecause(success({ movement, payment }));
  const answer = moved.ok ? success(await describePayment(trx, payment)) : moved;
  return { open: isUnanswered(movement.status), answer };
}

/** Whether the PSP has said nothing yet: not even that it will take a while. */
export function isUnanswered(status: MovementStatus): boolean {
  return status === "started" || status === "unknown";
}
