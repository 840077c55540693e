import type { Charge } from "./charge.ts";
import { approval, type ChargeState } from "./decide-charge.ts";
import type { Delays } from "./deps.ts";

/** The fields of a charge that an incoming transfer changes. */
export type TransferEffect = Pick<Charge, "amountReceived"> & Partial<ChargeState>;

/**
 * Holds a partial transfer until the customer sends the rest; nothing more arrives automatically. Once the whole amount
 * has arrived, the charge is approved for its own amount, whatever the surplus.
 *
 * @param amount minor units
 */
export function receiveTransfer(charge: Charge, amount: number, delays: Delays, now: Date): TransferEffect {
  const amountReceived = amountHeld(charge) + amount;
  if (amountReceived >= charge.amount) return { ...approval(charge, delays, now), amountReceived };
  return charge.status === "pending"
    ? { amountReceived, dueAt: null }
    : { amountReceived: charge.amountReceived };
}

/** The amount still missing, in minor units. */
export function amountMissing(charge: Pick<Charge, "status" | "amount" | "amountReceived">): number {
  return charge.amount - amountHeld(charge);
}

/** Partial transfers are returned when the charge is abandoned. From then on only the whole amount counts. */
function amountHeld({ status, amountReceived }: Pick<Charge, "status" | "amountReceived">): number {
  return status === "pending" ? amountReceived : 0;
}
