import { plannedMovements } from "../workload/planned-movements.ts";
import type { PlannedWork } from "../workload/planned-work.ts";
import type { RailPlan, Visit } from "./plan.ts";
import type { RailMethod } from "./psp-kinds.ts";
import type { PspRail } from "./psp-rail.ts";

/** A customer pays by a method: at one of the PSPs that offer it, with the probability of the account's share. */
export function noteVisit(planned: PlannedWork, rails: readonly PspRail[], method: RailMethod): void {
  const offering = rails.filter(({ kind }) => kind.methods.includes(method));
  const all = offering.reduce((sum, { kind }) => sum + kind.weight, 0);
  for (const { name, kind } of offering) planned.add(name, "visit", kind.weight / all);
}

/** Whether the visit surely pays: nobody gives the attempt up or expires the session. */
const surelyPays = ({ act, callOff }: Visit, { expires }: RailPlan): boolean =>
  act.startsWith("pay") && callOff === "no" && !expires;

/** A visit led to a PSP's page, where the customer pays. */
export function notePayment(
  planned: PlannedWork,
  rail: PspRail | undefined,
  plan: RailPlan,
  visit: Visit,
): void {
  if (rail === undefined || !surelyPays(visit, plan)) return;
  planned.add(rail.name, "charge");
  if (visit.act === "pay_disputed" && plan.capture === "automatic") planned.add(rail.name, "dispute");
}

/** What the merchant is about to do with a payment that the last visit has made. */
export function noteMovements(planned: PlannedWork, rail: PspRail | undefined, plan: RailPlan): void {
  const last = plan.visits.at(-1);
  if (
    rail === undefined ||
    plan.paysOnOldPages ||
    !last ||
    !plan.visits.every((one) => surelyPays(one, plan))
  )
    return;
  if (last.act === "pay_disputed") return;
  for (const kind of plannedMovements(plan.actions, plan.capture)) planned.add(rail.name, kind);
}
