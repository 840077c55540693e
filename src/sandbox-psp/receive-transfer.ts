import type { Charge } from "./charge.ts";
import { approval, type ChargeState } from "./decide-charge.ts";
import type { Delays } from "./deps.ts";

/** What a transfer makes of the charge that its reference names. */
export type Received = Pick<Charge, "amountReceived"> & Partial<ChargeState>;

/**
 * A part is held until the rest comes, which it then doesn't do by itself. Once all has come the charge is approved, for
 * the amount that was asked for, whatever came beyond it.
 *
 * @param amount minor units
 */
export function receive(charge: Charge, amount: number, delays: Delays, now: Date): Received {
  const amountReceived = amountHeld(charge) + amount;
  if (amountReceived >= charge.amount) return { ...approval(charge, delays, now), amountReceived };
  return charge.status === "pending"
    ? { amountReceived, dueAt: null }
    : { amountReceived: charge.amountReceived };
}

/** What has still to come, in minor units. */
export function amountMissing(charge: Charge): number {
  return charge.amount - amountHeld(charge);
}

/** What came in parts went back when the charge was called off: from then on only the whole amount counts. */
function amountHeld({ status, amountReceived }: Charge): number {
  return status === "pending" ? amountReceived : 0;
}
