import type { Payment } from "./state.ts";
import { reach } from "./transitions.ts";
import type { World } from "./world.ts";

/** Expires the payment at its time, which moves if the customer chooses a slower method. */
export function expireLater(world: World, payment: Payment): void {
  world.clock.at(payment.expiresAt, () => {
    if (payment.status !== "open" && payment.status !== "pending") return;
    if (world.clock.now() < payment.expiresAt) return;
    reach(world, payment, "expired");
  });
}
