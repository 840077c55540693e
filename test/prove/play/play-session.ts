import { setTimeout as sleep } from "node:timers/promises";
import { present } from "../../../src/kernel/assert.ts";
import { findCurrency } from "../../../src/kernel/currency.ts";
import type { House } from "../house/house.ts";
import type { Random } from "../random.ts";
import type { Addresses } from "./addresses.ts";
import type { Answer, ApiClient } from "./client.ts";
import { makeClock, type TestClock } from "./clocks.ts";
import { openDashboard } from "./dashboard.ts";
import type { Journal } from "./journal.ts";
import { act, review, type Shop } from "./merchant.ts";
import { makePlan, type Plan } from "./plan.ts";
import { type Seen, Shopper } from "./shopper.ts";
import { payAsTimeIsUp } from "./time-is-up.ts";

export type Stage = {
  readonly house: House;
  readonly addresses: Addresses;
  readonly client: ApiClient;
  readonly journal: Journal;
  /** Those that were made. */
  readonly clocks: TestClock[];
};

/** One session from its creation to all that its plan holds. Faults make it shorter, never wrong. */
export async function playSession(stage: Stage, random: Random, label: string): Promise<void> {
  const plan = makePlan(random.child("plan"));
  const { lost, onClocks } = stage.house;
  if (plan.onClock) await onClocks.enter();
  lost.begin(label);
  try {
    await play(stage, plan, random, label);
  } finally {
    lost.end(label);
    if (plan.onClock) onClocks.leave();
  }
}

async function play(stage: Stage, plan: Plan, random: Random, label: string): Promise<void> {
  const shop = openShop(stage, plan, random, label);
  const clock = plan.onClock ? await makeClock(shop) : undefined;
  if (plan.onClock && clock === undefined) return;
  if (clock) stage.clocks.push(clock);
  const session = await create(shop, plan, clock);
  if (session === undefined) return;
  await buy(stage, plan, shop, session, shopperOf(stage, plan, session, random));
  await clock?.advance("a little");
  const payment = await paymentOf(shop, session);
  if (payment !== undefined) {
    await review(shop, payment, plan.review);
    await act(shop, payment, plan.acts);
  }
  await clock?.advance("to the end");
}

function shopperOf({ addresses }: Stage, { amount, currency }: Plan, session: string, random: Random) {
  const decimals = present(findCurrency(currency), "the plan's currency").exponent;
  return new Shopper(addresses, session, random.child("shopper"), { amount, decimals });
}

function openShop({ house, client, journal }: Stage, plan: Plan, random: Random, label: string): Shop {
  const merchant = house.merchants[plan.merchant];
  const stranger = house.merchants.find((other) => other !== merchant);
  if (!merchant || !stranger) throw new Error(`there is no merchant ${plan.merchant}`);
  return {
    client,
    journal,
    merchant,
    stranger,
    label,
    random: random.child("calls"),
    lost: house.lost,
    dashboard: openDashboard(house),
  };
}

/** Creates the session, perhaps several times at once under one key; answers its id unless it was never told. */
async function create(shop: Shop, plan: Plan, clock: TestClock | undefined): Promise<string | undefined> {
  const body = {
    amount: plan.amount,
    currency: plan.currency,
    captureMethod: plan.capture,
    successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    clientReferenceId: shop.label,
    ...(clock ? { clock: clock.id } : {}),
  };
  const key = plan.keyed ? { key: `${shop.label}-create` } : {};
  const request = {
    merchant: shop.merchant,
    label: shop.label,
    method: "POST",
    path: "/checkout/sessions",
    body,
    ...key,
  } as const;
  const answers = await Promise.all(
    Array.from({ length: plan.keyed ? plan.creates : 1 }, () => shop.client.call(request, shop.random)),
  );
  const ids = new Set(answers.map(idOf).filter((id) => id !== undefined));
  if (ids.size > 1 && !shop.lost.touched(shop.label))
    shop.journal.violations.push(`one key made several sessions: ${[...ids].join(", ")}`);
  return ids.values().next().value;
}

function idOf(answer: Answer): string | undefined {
  return answer.kind === "answered" && answer.status === 200 ? answer.body.id : undefined;
}

/** The shopper tries as often as planned; whoever ends the session does so before, meanwhile or never. */
async function buy(
  { house }: Stage,
  plan: Plan,
  shop: Shop,
  session: string,
  shopper: Shopper,
): Promise<void> {
  if (plan.end === "expire_first") await expire(shop, session);
  if (plan.end === "time_is_up") await house.cluster.sql(timeIsUp, [session]);
  for (const [index, planned] of plan.tries.entries()) {
    const paying = (): Promise<Seen> => shopper.pay(planned);
    const seen = await (index === 0 ? payFirst(house, plan, shop, session, paying) : paying());
    if (seen !== "open" && seen !== "challenge") return;
  }
}

/** The first try to pay, and what comes in between. */
async function payFirst(
  house: House,
  { end }: Plan,
  shop: Shop,
  session: string,
  pay: () => Promise<Seen>,
): Promise<Seen> {
  if (end === "time_is_up_meanwhile") return payAsTimeIsUp(house.cluster, session, pay);
  const paying = pay();
  if (end === "expire_meanwhile") await expireMeanwhile(shop, session);
  return paying;
}

/** As if the session had been made a day earlier. */
const timeIsUp = "UPDATE checkout_sessions SET expires_at = now() WHERE id = $1 AND clock_id IS NULL";

async function expireMeanwhile(shop: Shop, session: string): Promise<void> {
  await sleep(shop.random.integer(0, 150));
  await expire(shop, session);
}

async function expire(shop: Shop, session: string): Promise<void> {
  const path = `/checkout/sessions/${session}/expire`;
  await shop.client.call(
    { merchant: shop.merchant, label: shop.label, method: "POST", path, key: `${shop.label}-expire` },
    shop.random,
  );
}

async function paymentOf(shop: Shop, session: string): Promise<string | undefined> {
  const path = `/checkout/sessions/${session}`;
  const answer = await shop.client.call({ merchant: shop.merchant, method: "GET", path }, shop.random);
  return answer.kind === "answered" && answer.status === 200 ? (answer.body.payment ?? undefined) : undefined;
}
