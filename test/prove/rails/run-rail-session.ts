import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { RailMerchant } from "../testbed/testbed.ts";
import { type MerchantContext, performActions } from "../workload/merchant-actions.ts";
import type { Workload } from "../workload/run-session.ts";
import { createSession, expireSession, paymentOf } from "../workload/session-calls.ts";
import { merchantContext } from "./merchant-context.ts";
import { noteMovements, notePayment, noteVisit } from "./note-planned.ts";
import { makeRailPlan, type RailPlan, type Visit } from "./plan.ts";
import type { RailMethod } from "./psp-kinds.ts";
import type { PspRail } from "./psp-rail.ts";
import { RailShopper } from "./rail-shopper.ts";

/**
 * Runs one session of a merchant who has accounts at fakes of PSPs. A fault may end it early.
 *
 * @param method by which the customer pays first
 */
export async function runRailSession(
  workload: Workload,
  { merchant, rails }: RailMerchant,
  method: RailMethod,
  random: Random,
  label: string,
): Promise<void> {
  const plan = makeRailPlan(random.child("plan"));
  const context = merchantContext(workload, merchant, label, random);
  const session = await createSession(context, plan);
  if (session === undefined) return;
  const shopper = new RailShopper(workload.balancer, session, random.child("shopper"), rails);
  noteVisit(workload.planned, rails, method);
  for (const [index, visit] of plan.visits.entries()) {
    await random.pick(rails).planFault(random);
    const [seen] = await Promise.all([
      shopper.visit(visit, index === 0 ? method : random.pick(random.pick(rails).kind.methods)),
      index === 0 && plan.expires ? expireMeanwhile(context, session) : null,
    ]);
    notePayment(workload.planned, shopper.lastRail, plan, visit);
    if (seen !== "open" && seen !== "challenge") break;
  }
  if (plan.paysOnOldPages) await shopper.payOnOldPages();
  const payment = await paymentOf(context, session);
  if (payment === undefined) return;
  await trouble(context, plan, rails, payment, workload);
  await random.pick(rails).planFault(random);
  noteMovements(workload.planned, shopper.lastRail, plan);
  await performActions(context, payment, plan.actions);
}

async function expireMeanwhile(context: MerchantContext, session: string): Promise<void> {
  await sleep(context.random.integer(0, 300));
  await expireSession(context, session);
}

const isDisputed = ({ act }: Visit): boolean => act === "pay_disputed";

/** The PSP contradicts itself in a notification, and the customer's bank takes the money back. */
async function trouble(
  { random }: MerchantContext,
  { contradicts, visits }: RailPlan,
  rails: readonly PspRail[],
  payment: string,
  { testbed }: Workload,
): Promise<void> {
  const disputes = visits.some(isDisputed);
  if (!contradicts && !disputes) return;
  const charges = new Set(
    (
      await testbed.cluster.sql<{ charge: string | null }>(
        "SELECT unnest(ARRAY[id, hosted_reference]) AS charge FROM attempts WHERE payment_id = $1",
        [payment],
      )
    ).map(({ charge }) => charge),
  );
  for (const { kind, log, steer, counts } of rails) {
    const entries = (await log()).filter((entry) => charges.has(kind.chargeOf(entry)));
    const named = entries.find((entry) => kind.contradicted(entry) !== undefined);
    if (contradicts && named) {
      counts.contradictions += 1;
      await steer("contradict", { charge: kind.contradicted(named) });
    }
    const captured = entries.find(({ effect }) => effect === "captured");
    const isOver = entries.some(({ effect }) => effect === "refunded" || effect === "disputed");
    if (disputes && kind.dispute && captured && !isOver) {
      counts.disputes += 1;
      await steer("dispute", kind.dispute(captured));
    }
  }
  await sleep(random.integer(0, 500));
}
