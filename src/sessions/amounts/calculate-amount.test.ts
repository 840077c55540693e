import assert from "node:assert/strict";
import { test } from "node:test";
import type { TipChoice } from "./adjustable.ts";
import { calculateAmount, percentageOf } from "./calculate-amount.ts";

/** A generator of the same numbers each time (mulberry32), so that a failure repeats. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A percentage with up to two decimals, and its hundredths. */
function percentageFrom(below: (limit: number) => number): { text: string; hundredths: number } {
  const hundredths = 1 + below(10_000);
  const text = (hundredths / 100).toFixed(2);
  return { text: below(2) === 0 ? text : text.replace(/\.?0+$/, ""), hundredths };
}

test("halves of a minor unit are rounded up, and nothing else", () => {
  const cases: [string, bigint, bigint][] = [
    ["12.5", 100n, 13n],
    ["12.5", 92n, 12n],
    ["10", 5n, 1n],
    ["10", 4n, 0n],
    ["33.33", 999n, 333n],
    ["0.01", 4999n, 0n],
    ["0.01", 5000n, 1n],
    ["100", 999_999_999_999n, 999_999_999_999n],
    ["15", -100n, 0n],
  ];
  for (const [percentage, amount, expected] of cases)
    assert.equal(percentageOf(percentage, amount), expected, `${percentage} % of ${amount}`);
});

test("in 20,000 generated purchases the parts add up, the discount is at most the items, and shares are rounded right", () => {
  const below = numbersFrom(17);
  for (let round = 0; round < 20_000; round += 1) {
    const lineItems = Array.from({ length: 1 + below(4) }, () => ({
      name: "Item",
      quantity: below(1_000),
      unitAmount: below(1_000_000),
    }));
    const shipping = below(3) === 0 ? below(5_000) : 0;
    const adjustments = [{ type: "shipping", name: "Shipping", amount: shipping }] as const;
    const quantities = below(2) === 0 ? lineItems.map(() => below(1_000)) : null;
    const off = percentageFrom(below);
    const amountOff = 1 + below(1_000_000);
    const isPercent = below(2) === 0;
    const code = { code: "A", ...(isPercent ? { percentOff: off.text } : { amountOff }) };
    const share = percentageFrom(below);
    const custom = below(100_000);
    const tips: (TipChoice | null)[] = [
      null,
      { kind: "percentage", percentage: share.text },
      { kind: "custom", amount: custom },
    ];
    const tipChoice = tips[below(3)] ?? null;
    const parts = calculateAmount({ lineItems, adjustments }, 1, { quantities, code, tipChoice });
    const hint = `round ${round}: ${JSON.stringify({ lineItems, quantities, code, tipChoice, shipping })}`;
    const chosen = quantities ?? lineItems.map(({ quantity }) => quantity);
    // By floats, which are exact for these: at most 4e9 in minor units, times 1e4.
    const goods = lineItems.reduce((sum, { unitAmount }, at) => sum + unitAmount * (chosen[at] ?? 0), 0);
    const share100 = (base: number, hundredths: number) => Math.floor((base * hundredths + 5_000) / 10_000);
    const discount = isPercent ? share100(goods, off.hundredths) : Math.min(amountOff, goods);
    const total = goods + shipping - discount;
    const tip =
      tipChoice === null ? 0 : tipChoice.kind === "custom" ? custom : share100(total, share.hundredths);
    assert.deepEqual(
      [parts.subtotal, parts.discount, parts.tip, parts.amount],
      [goods + shipping, discount, tip, total + tip].map(BigInt),
      hint,
    );
    assert.equal(parts.amount, parts.subtotal - parts.discount + parts.tip, hint);
    assert.ok(parts.discount <= BigInt(goods), hint);
  }
});

test("without items the amount as created is the subtotal, and a code is off it", () => {
  const none = { lineItems: null, adjustments: null };
  const choice = { quantities: null, code: { code: "A", percentOff: "50" }, tipChoice: null };
  assert.deepEqual(calculateAmount(none, 1001, choice), {
    subtotal: 1001n,
    discount: 501n,
    tip: 0n,
    amount: 500n,
  });
});
