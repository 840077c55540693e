import { setTimeout as sleep } from "node:timers/promises";
import { present } from "../../../src/kernel/assert.ts";
import { findCurrency } from "../../../src/kernel/currency.ts";
import type { BankShop } from "../rails/bank-shop.ts";
import type { RailMethod } from "../rails/psp-kinds.ts";
import { runBankSession } from "../rails/run-bank-session.ts";
import { runRailSession } from "../rails/run-rail-session.ts";
import type { Random } from "../random.ts";
import type { RailMerchant, Testbed } from "../testbed/testbed.ts";
import type { ApiClient } from "./client.ts";
import { openDashboard } from "./dashboard.ts";
import type { Journal } from "./journal.ts";
import type { LoadBalancer } from "./load-balancer.ts";
import { type MerchantContext, performActions, review } from "./merchant-actions.ts";
import { payDuringExpiry } from "./pay-during-expiry.ts";
import { approvedCards, makePlan, type Plan } from "./plan.ts";
import { plannedMovements } from "./planned-movements.ts";
import type { PlannedWork } from "./planned-work.ts";
import { makeClock, type TestClock } from "./sandbox-clocks.ts";
import { createSession, expireSession, paymentOf } from "./session-calls.ts";
import { type PageState, Shopper } from "./shopper.ts";

export type Workload = {
  readonly testbed: Testbed;
  readonly balancer: LoadBalancer;
  readonly client: ApiClient;
  readonly journal: Journal;
  /** All clocks created so far. */
  readonly clocks: TestClock[];
  readonly planned: PlannedWork;
};

/**
 * Runs one session as planned, at the simulated PSP or at the fakes of real ones, as the seed decides. A fault may end it early.
 */
export async function runSession(workload: Workload, random: Random, label: string): Promise<void> {
  const { railMerchants, bankShop, hasSimulatedPsp } = workload.testbed;
  // Each PSP gets about as many sessions as the simulated one.
  const choices = [
    ...(hasSimulatedPsp ? [runAtSimulatedPsp] : []),
    ...railMerchants.flatMap((shop) => shop.rails.map(({ kind }) => atPsp(shop, kind.methods[0]))),
    ...(bankShop ? [atBank(bankShop)] : []),
  ];
  return random.child("rail").pick(choices)(workload, random, label);
}

type RunSession = typeof runSession;

const atPsp =
  (shop: RailMerchant, method: RailMethod): RunSession =>
  (workload, random, label) =>
    runRailSession(workload, shop, method, random, label);

const atBank =
  (shop: BankShop): RunSession =>
  (workload, random, label) =>
    runBankSession(workload, shop, random, label);

async function runAtSimulatedPsp(workload: Workload, random: Random, label: string): Promise<void> {
  const plan = makePlan(random.child("plan"));
  const { dataLosses, clockSessionsLock } = workload.testbed;
  if (plan.onClock) await clockSessionsLock.acquireRead();
  dataLosses.sessionStarted(label);
  try {
    await run(workload, plan, random, label);
  } finally {
    dataLosses.sessionEnded(label);
    if (plan.onClock) clockSessionsLock.releaseRead();
  }
}

async function run(workload: Workload, plan: Plan, random: Random, label: string): Promise<void> {
  const context = merchantContext(workload, plan, random, label);
  const clock = plan.onClock ? await makeClock(context) : undefined;
  if (plan.onClock && clock === undefined) return;
  if (clock) workload.clocks.push(clock);
  const session = await createSession(context, plan, clock);
  if (session === undefined) return;
  await buy(workload, plan, context, session, shopperOf(workload, plan, session, random));
  await clock?.advance("a little");
  const payment = await paymentOf(context, session);
  if (payment !== undefined) {
    await review(context, payment, plan.review);
    noteWork(workload.planned, plan);
    await performActions(context, payment, plan.actions);
  }
  await clock?.advance("to the end");
}

/** Only what surely comes about: the first card is approved at once, nothing ends the session, and it isn't sent with an old total. */
function noteWork(planned: PlannedWork, { attempts, ending, capture, actions, changesAmount }: Plan): void {
  const method = attempts[0]?.method;
  if (method?.type !== "card" || !approvedCards.has(method.number) || ending !== "none" || changesAmount)
    return;
  planned.add("sandbox", "charge");
  for (const kind of plannedMovements(actions, capture)) planned.add("sandbox", kind);
}

function shopperOf({ balancer }: Workload, { amount, currency }: Plan, session: string, random: Random) {
  const decimals = present(findCurrency(currency), "the plan's currency").exponent;
  return new Shopper(balancer, session, random.child("shopper"), { amount, decimals });
}

function merchantContext(
  { testbed, client, journal }: Workload,
  plan: Plan,
  random: Random,
  label: string,
): MerchantContext {
  const merchant = testbed.merchants[plan.merchant];
  const otherMerchant = testbed.merchants.find((other) => other !== merchant);
  if (!merchant || !otherMerchant) throw new Error(`there is no merchant ${plan.merchant}`);
  return {
    client,
    journal,
    merchant,
    otherMerchant,
    label,
    random: random.child("calls"),
    dataLosses: testbed.dataLosses,
    dashboard: openDashboard(testbed),
  };
}

/** Makes the planned payment attempts, and ends the session before or during the first one if planned. */
async function buy(
  { testbed }: Workload,
  plan: Plan,
  context: MerchantContext,
  session: string,
  shopper: Shopper,
): Promise<void> {
  if (plan.ending === "merchant_before_payment") await expireSession(context, session);
  if (plan.ending === "expiry_before_payment") await testbed.cluster.sql(expireNow, [session]);
  else if (plan.moreTime) await testbed.cluster.sql(endSoon, [session]);
  const moreTime = plan.moreTime ? shopper.askForMoreTime() : undefined;
  const amount = plan.changesAmount ? shopper.changeAmount() : undefined;
  for (const [index, planned] of plan.attempts.entries()) {
    const paying = (): Promise<PageState> => shopper.pay(planned);
    const seen = await (index === 0 ? payFirst(testbed, plan, context, session, paying) : paying());
    if (seen !== "open" && seen !== "challenge") break;
  }
  await moreTime;
  await amount;
}

/** Makes the first payment attempt, and ends the session meanwhile if planned. */
async function payFirst(
  testbed: Testbed,
  { ending }: Plan,
  context: MerchantContext,
  session: string,
  pay: () => Promise<PageState>,
): Promise<PageState> {
  if (ending === "expiry_during_payment") return payDuringExpiry(testbed.cluster, session, pay);
  const paying = pay();
  if (ending === "merchant_during_payment") await expireMeanwhile(context, session);
  return paying;
}

/** Lets the session expire at once. */
const expireNow = "UPDATE checkout_sessions SET expires_at = now() WHERE id = $1 AND clock_id IS NULL";

/** Begins the session's last hour, in which customers can extend it. */
const endSoon = `UPDATE checkout_sessions SET expires_at = now() + interval '10 minutes'
  WHERE id = $1 AND clock_id IS NULL AND status = 'open'`;

async function expireMeanwhile(context: MerchantContext, session: string): Promise<void> {
  await sleep(context.random.integer(0, 150));
  await expireSession(context, session);
}
