import type { Random } from "../random.ts";
import { type MerchantAction, makeCaptures, makeRefunds } from "../workload/plan.ts";
import type { PageAct } from "./psp-kinds.ts";

/** One visit of Kassa's page, and what the customer does at the PSP to which it leads. */
export type Visit = {
  readonly act: PageAct;
  /** The number of tabs that submit the form at the same moment. */
  readonly tabs: number;
  /** Whether the browser comes back; otherwise notifications and look-ups tell Kassa. */
  readonly comesBack: boolean;
  /** What a second tab does: nothing, or it gives the attempt up, before, after or at the moment at which the customer pays. */
  readonly callOff: "no" | "before" | "meanwhile" | "after";
};

/** Everything that is decided before a session at a PSP's fake starts. */
export type RailPlan = {
  readonly amount: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
  readonly keyed: boolean;
  /** Whether the merchant expires the session while the customer pays. */
  readonly expires: boolean;
  readonly visits: readonly Visit[];
  /** Whether the customer pays at the end on all hosted pages that were left open, which must not charge twice. */
  readonly paysOnOldPages: boolean;
  /** Whether the PSP notifies of something that contradicts its books. */
  readonly contradicts: boolean;
  readonly actions: readonly MerchantAction[];
};

export function makeRailPlan(random: Random): RailPlan {
  const capture = random.chance(0.4) ? "manual" : "automatic";
  return {
    amount: random.integer(200, 100_000),
    currency: random.pick(["EUR", "EUR", "USD"]),
    capture,
    keyed: random.chance(0.8),
    expires: random.chance(0.06),
    visits: Array.from({ length: random.integer(1, 3) }, () => makeVisit(random)),
    paysOnOldPages: random.chance(0.3),
    contradicts: random.chance(0.1),
    actions: [...(capture === "manual" ? makeCaptures(random) : []), ...makeRefunds(random)],
  };
}

function makeVisit(random: Random): Visit {
  return {
    act: random.weighted({ pay: 64, pay_disputed: 8, pay_after_decline: 8, decline: 8, leave: 12 }),
    tabs: random.chance(0.1) ? random.integer(2, 3) : 1,
    comesBack: random.chance(0.7),
    callOff: random.weighted({ no: 80, before: 8, meanwhile: 8, after: 4 }),
  };
}
