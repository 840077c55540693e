import { testCards } from "../../../src/sandbox-psp/test-cards.ts";
import { testIbans } from "../../../src/sandbox-psp/test-ibans.ts";
import type { Random } from "../random.ts";

/** One submit of the payment page and what the shopper does afterwards. */
export type PlannedAttempt = {
  readonly method: Method;
  /** What the shopper does on the page of the bank or wallet. */
  readonly atBank: AtBank;
  /** The number of tabs that submit the form at the same moment. */
  readonly tabs: number;
  /** The parts of a bank transfer in order, as shares of the amount; null for one transfer of the exact amount. */
  readonly transferShares: readonly number[] | null;
};

/** `both`: confirms in one tab and calls off in another at the same moment. */
export type AtBank = "complete" | "fail" | "walk_away" | "call_off" | "both";

export type Method =
  | { readonly type: "card"; readonly number: string; readonly cvcLength: number }
  | { readonly type: "bank_debit"; readonly iban: string }
  | { readonly type: "wallet" }
  | { readonly type: "bank_transfer" };

/** What the merchant does with a payment afterwards. Shares are fractions of the remainder. */
export type MerchantAction =
  | { readonly kind: "capture"; readonly share: number; readonly final: boolean; readonly twice: boolean }
  | { readonly kind: "void"; readonly twice: boolean }
  | { readonly kind: "refund"; readonly share: number; readonly keyed: boolean; readonly atOnce: number }
  | { readonly kind: "capture_and_void" }
  | { readonly kind: "dispute"; readonly answer: "win" | "lose" | "accept" | "ignore" }
  /** An action at the PSP's dashboard, perhaps while the merchant refunds by the API. */
  | {
      readonly kind: "dashboard";
      readonly move: DashboardMove;
      readonly share: number;
      readonly withApiRefund: boolean;
    }
  | { readonly kind: "read"; readonly key: "own" | "other_tenant" | "other_mode" };

export type DashboardMove = "capture" | "void" | "refund";

/** Everything that is decided about a session before it starts. Nothing of it depends on the course of the run. */
export type Plan = {
  /** The merchant's index, 0 to 3. */
  readonly merchant: number;
  readonly amount: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
  readonly keyed: boolean;
  /** How many times the create call is made at the same moment with the same key. */
  readonly creates: number;
  /** Whether the session lives on a sandbox clock, which the merchant advances. */
  readonly onClock: boolean;
  /** What ends the session if the shopper isn't faster: the merchant or its expiry time, before or during the payment. */
  readonly ending:
    | "none"
    | "merchant_before_payment"
    | "merchant_during_payment"
    | "expiry_before_payment"
    | "expiry_during_payment";
  readonly attempts: readonly PlannedAttempt[];
  /** The merchant's decision if the PSP approves another amount. */
  readonly review: "accept" | "return" | "wait";
  readonly actions: readonly MerchantAction[];
  /** Whether the session is about to end and the shopper asks for more time, in two tabs, while paying. */
  readonly moreTime: boolean;
  /** Whether the shopper may change the amount, and does so in a second tab while paying. */
  readonly changesAmount: boolean;
};

const currencies = ["EUR", "USD", "JPY", "KWD"] as const;

export function makePlan(random: Random): Plan {
  const capture = random.chance(0.4) ? "manual" : "automatic";
  return {
    merchant: random.integer(0, 3),
    amount: random.integer(100, 500_000),
    currency: random.pick(currencies),
    capture,
    keyed: random.chance(0.8),
    creates: random.chance(0.1) ? random.integer(2, 3) : 1,
    onClock: random.chance(0.04),
    ending: random.weighted({
      none: 85,
      merchant_before_payment: 3,
      merchant_during_payment: 5,
      expiry_before_payment: 4,
      expiry_during_payment: 3,
    }),
    review: random.weighted({ accept: 45, return: 45, wait: 10 }),
    attempts: Array.from({ length: random.integer(1, 4) }, () => makeAttempt(random)),
    actions: [
      ...(capture === "manual" ? makeCaptures(random) : []),
      ...(random.chance(0.06) ? [makeDashboardMove(random, capture)] : []),
      ...makeRefunds(random),
      ...(random.chance(0.05) ? [makeRead(random)] : []),
    ],
    moreTime: random.chance(0.1),
    changesAmount: random.chance(0.15),
  };
}

function makeDashboardMove(random: Random, capture: Plan["capture"]): MerchantAction {
  const moves: readonly DashboardMove[] = capture === "manual" ? ["capture", "void", "refund"] : ["refund"];
  return {
    kind: "dashboard",
    move: random.pick(moves),
    share: 0.1 + 0.9 * random.next(),
    withApiRefund: random.chance(0.4),
  };
}

function makeRead(random: Random): MerchantAction {
  return { kind: "read", key: random.pick(["own", "other_tenant", "other_mode"]) };
}

function makeAttempt(random: Random): PlannedAttempt {
  return {
    method: makeMethod(random),
    atBank: random.weighted({ complete: 60, fail: 10, walk_away: 5, call_off: 10, both: 15 }),
    tabs: random.chance(0.1) ? random.integer(2, 3) : 1,
    transferShares: random.chance(0.5)
      ? Array.from({ length: random.integer(1, 3) }, () => 1.5 * random.next())
      : null,
  };
}

function makeMethod(random: Random): Method {
  const type = random.weighted({ card: 82, bank_debit: 7, wallet: 6, bank_transfer: 5 });
  if (type === "bank_debit") return { type, iban: random.pick(testIbans).iban };
  if (type !== "card") return { type };
  const { number, cvcLength } = random.pick(cardsOfGroup[random.weighted(cardGroups)]);
  return { type, number, cvcLength };
}

/** Relative frequencies of the card groups of docs/reference/sandbox.md. */
const cardGroups = {
  Approved: 34,
  Declined: 10,
  Checks: 3,
  "3-D Secure": 16,
  "Decided later": 9,
  Disputes: 8,
  Refunds: 10,
  Faults: 10,
} as const;
const cardsOfGroup = Object.groupBy(testCards, ({ group }) => group) as Record<
  keyof typeof cardGroups,
  typeof testCards
>;

/** Numbers of cards that are charged without any question. */
export const approvedCards: ReadonlySet<string> = new Set(cardsOfGroup.Approved.map(({ number }) => number));

export function makeCaptures(random: Random): MerchantAction[] {
  const kind = random.weighted({ whole: 30, parts: 35, void: 15, race: 10, nothing: 10 });
  const twice = random.chance(0.15);
  switch (kind) {
    case "whole":
      return [{ kind: "capture", share: 1, final: false, twice }];
    case "parts": {
      const parts = Array.from({ length: random.integer(1, 3) }, () => makePart(random));
      return random.chance(0.5) ? [...parts, { kind: "void", twice }] : parts;
    }
    case "void":
      return [{ kind: "void", twice }];
    case "race":
      return [{ kind: "capture_and_void" }];
    case "nothing":
      return [];
  }
}

function makePart(random: Random): MerchantAction {
  return {
    kind: "capture",
    share: 0.2 + 0.6 * random.next(),
    final: random.chance(0.2),
    twice: random.chance(0.1),
  };
}

export function makeRefunds(random: Random): MerchantAction[] {
  const disputes: MerchantAction[] = [
    { kind: "dispute", answer: random.weighted({ win: 30, lose: 30, accept: 20, ignore: 20 }) },
  ];
  const count = random.chance(0.45) ? random.integer(1, 2) : 0;
  const refunds = Array.from({ length: count }, () => makeRefund(random));
  return random.chance(0.5) ? [...refunds, ...disputes] : [...disputes, ...refunds];
}

function makeRefund(random: Random): MerchantAction {
  return {
    kind: "refund",
    share: random.chance(0.4) ? 1 : 0.1 + 0.8 * random.next(),
    keyed: random.chance(0.85),
    atOnce: random.chance(0.15) ? random.integer(2, 4) : 1,
  };
}
