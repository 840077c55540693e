import { testCards } from "../../../src/sandbox-psp/test-cards.ts";
import { testIbans } from "../../../src/sandbox-psp/test-ibans.ts";
import type { Random } from "../random.ts";

/** One try to pay, as the shopper means it. */
export type Try = {
  readonly method: Method;
  /** What the shopper does where the bank or wallet asks. */
  readonly atBank: AtBank;
  /** In how many tabs the form is submitted at the same moment. */
  readonly tabs: number;
  /** Of a transfer: what is sent one after the other, as shares of the amount; null for just what was asked for. */
  readonly sends: readonly number[] | null;
};

/** `both`: the shopper confirms in one tab and calls off in another at the same moment. */
export type AtBank = "complete" | "fail" | "walk_away" | "call_off" | "both";

export type Method =
  | { readonly type: "card"; readonly number: string; readonly cvcLength: number }
  | { readonly type: "bank_debit"; readonly iban: string }
  | { readonly type: "wallet" }
  | { readonly type: "bank_transfer" };

/** What the merchant does about a payment afterwards. Shares are of what is left. */
export type Act =
  | { readonly kind: "capture"; readonly share: number; readonly final: boolean; readonly twice: boolean }
  | { readonly kind: "void"; readonly twice: boolean }
  | { readonly kind: "refund"; readonly share: number; readonly keyed: boolean; readonly atOnce: number }
  | { readonly kind: "capture_and_void" }
  | { readonly kind: "dispute"; readonly answer: "win" | "lose" | "accept" | "ignore" }
  /** Somebody does it at the PSP's own dashboard, perhaps while the merchant refunds by the API. */
  | {
      readonly kind: "dashboard";
      readonly move: DashboardMove;
      readonly share: number;
      readonly besides: boolean;
    }
  | { readonly kind: "look"; readonly at: "own" | "foreign" | "other_mode" };

export type DashboardMove = "capture" | "void" | "refund";

/** All that is decided of a session before it begins; nothing of it depends on what happens. */
export type Plan = {
  /** One of the four. */
  readonly merchant: number;
  readonly amount: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
  readonly keyed: boolean;
  /** How many times the create call is made at the same moment, with the same key. */
  readonly creates: number;
  /** The session lives by a clock, which is advanced. */
  readonly onClock: boolean;
  /** Who is faster: the shopper or whoever ends the session. */
  readonly end: "never" | "expire_first" | "expire_meanwhile" | "time_is_up" | "time_is_up_meanwhile";
  readonly tries: readonly Try[];
  /** Of a payment for which the PSP approved another amount. */
  readonly review: "accept" | "return" | "wait";
  readonly acts: readonly Act[];
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
    end: random.weighted({
      never: 85,
      expire_first: 3,
      expire_meanwhile: 5,
      time_is_up: 4,
      time_is_up_meanwhile: 3,
    }),
    review: random.weighted({ accept: 45, return: 45, wait: 10 }),
    tries: Array.from({ length: random.integer(1, 4) }, () => makeTry(random)),
    acts: [
      ...(capture === "manual" ? makeCaptures(random) : []),
      ...(random.chance(0.06) ? [makeDashboardMove(random, capture)] : []),
      ...makeRefunds(random),
      ...(random.chance(0.05) ? [makeLook(random)] : []),
    ],
  };
}

function makeDashboardMove(random: Random, capture: Plan["capture"]): Act {
  const moves: readonly DashboardMove[] = capture === "manual" ? ["capture", "void", "refund"] : ["refund"];
  return {
    kind: "dashboard",
    move: random.pick(moves),
    share: 0.1 + 0.9 * random.next(),
    besides: random.chance(0.4),
  };
}

function makeLook(random: Random): Act {
  return { kind: "look", at: random.pick(["own", "foreign", "other_mode"]) };
}

function makeTry(random: Random): Try {
  return {
    method: makeMethod(random),
    atBank: random.weighted({ complete: 60, fail: 10, walk_away: 5, call_off: 10, both: 15 }),
    tabs: random.chance(0.1) ? random.integer(2, 3) : 1,
    sends: random.chance(0.5)
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

/** How often the cards of each chapter of docs/sandbox.md are used. */
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

function makeCaptures(random: Random): Act[] {
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

function makePart(random: Random): Act {
  return {
    kind: "capture",
    share: 0.2 + 0.6 * random.next(),
    final: random.chance(0.2),
    twice: random.chance(0.1),
  };
}

function makeRefunds(random: Random): Act[] {
  const disputes: Act[] = [
    { kind: "dispute", answer: random.weighted({ win: 30, lose: 30, accept: 20, ignore: 20 }) },
  ];
  const count = random.chance(0.45) ? random.integer(1, 2) : 0;
  const refunds = Array.from({ length: count }, () => makeRefund(random));
  return random.chance(0.5) ? [...refunds, ...disputes] : [...disputes, ...refunds];
}

function makeRefund(random: Random): Act {
  return {
    kind: "refund",
    share: random.chance(0.4) ? 1 : 0.1 + 0.8 * random.next(),
    keyed: random.chance(0.85),
    atOnce: random.chance(0.15) ? random.integer(2, 4) : 1,
  };
}
