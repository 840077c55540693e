import type { Call } from "./call.ts";
import { notFound } from "./errors.ts";
import type { Payment } from "./state.ts";

/** The payment in the path. @throws ApiError 404 if it isn't there in this mode */
export function findPayment({ world, livemode, id }: Pick<Call, "world" | "livemode" | "id">): Payment {
  const payment = world.state.payments.get(id);
  if (payment?.livemode !== livemode) throw notFound("payment", id);
  return payment;
}
