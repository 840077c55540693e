import type { Answer } from "./client.ts";
import type { MerchantContext } from "./merchant-actions.ts";
import type { Plan } from "./plan.ts";
import type { TestClock } from "./sandbox-clocks.ts";

type Order = Pick<Plan, "amount" | "currency" | "capture" | "keyed"> & {
  /** Whether the session offers a tip and takes a promotion code. */
  readonly changesAmount?: boolean;
  /** How many times the call is made at the same moment with the same key; once if omitted. */
  readonly creates?: number;
};

/** The tip and the code that the shopper takes. The judge knows them. */
const adjustable = {
  tips: { percentages: ["12.5"] },
  promotionCodes: [{ code: "HALF", percentOff: "50" }],
};

/** Creates the session, perhaps by several simultaneous calls with one key. Undefined if no call got a successful response. */
export async function createSession(
  context: MerchantContext,
  order: Order,
  clock?: TestClock,
): Promise<string | undefined> {
  const body = {
    amount: order.amount,
    currency: order.currency,
    captureMethod: order.capture,
    successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    clientReferenceId: context.label,
    ...(order.changesAmount ? adjustable : {}),
    ...(clock ? { clock: clock.id } : {}),
  };
  const key = order.keyed ? { key: `${context.label}-create` } : {};
  const request = {
    merchant: context.merchant,
    label: context.label,
    method: "POST",
    path: "/checkout/sessions",
    body,
    ...key,
  } as const;
  const answers = await Promise.all(
    Array.from({ length: order.keyed ? (order.creates ?? 1) : 1 }, () =>
      context.client.call(request, context.random),
    ),
  );
  const ids = new Set(answers.map(idOf).filter((id) => id !== undefined));
  if (ids.size > 1 && !context.dataLosses.affects(context.label))
    context.journal.violations.push(`one idempotency key created several sessions: ${[...ids].join(", ")}`);
  return ids.values().next().value;
}

function idOf(answer: Answer): string | undefined {
  return answer.kind === "answered" && answer.status === 200 ? answer.body.id : undefined;
}

export async function expireSession(context: MerchantContext, session: string): Promise<void> {
  const path = `/checkout/sessions/${session}/expire`;
  await context.client.call(
    {
      merchant: context.merchant,
      label: context.label,
      method: "POST",
      path,
      key: `${context.label}-expire`,
    },
    context.random,
  );
}

/** The id of the session's payment; undefined if it has none or isn't answered. */
export async function paymentOf(context: MerchantContext, session: string): Promise<string | undefined> {
  const path = `/checkout/sessions/${session}`;
  const answer = await context.client.call(
    { merchant: context.merchant, method: "GET", path },
    context.random,
  );
  return answer.kind === "answered" && answer.status === 200 ? (answer.body.payment ?? undefined) : undefined;
}
