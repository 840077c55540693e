import type { TenantTransaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import { getMovement } from "../queries/movements.ts";
import { getPayment } from "../queries/payments.ts";
import { type ApiPayment, describePayment } from "../read/describe-payment.ts";
import { refusalAsProblem } from "./move-money.ts";
import { isUnanswered } from "./state.ts";

/** The result of a capture or void so far: the payment as it is now, or why nothing was done. `open`: the PSP hasn't answered. */
export async function readMoved(
  trx: TenantTransaction,
  movementId: string,
): Promise<{ open: boolean; answer: Result<ApiPayment, Problem> }> {
  const movement = committed(await getMovement(trx, movementId), "the movement of a request");
  const payment = present(await getPayment(trx, movement.paymentId), "the payment of a movement");
  const moved = refusalAsProblem(success({ movement, payment }));
  const answer = moved.ok ? success(await describePayment(trx, payment)) : moved;
  return { open: isUnanswered(movement.status), answer };
}
