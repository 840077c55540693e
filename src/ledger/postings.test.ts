import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mostEntries } from "./post.ts";
import {
  makePosting,
  makeReversal,
  type PostingName,
  postingTable,
  type ReversalKind,
  reversalTable,
} from "./postings.ts";

const names = Object.keys(postingTable) as PostingName[];
const anyAmount = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const cause = (amount: number) => ({
  sourceId: "att_x",
  paymentId: "pay_x",
  connectorAccount: "sandbox",
  currency: "EUR",
  amount,
});

test("every posting sums to zero for any amount", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), anyAmount, (name, amount) => {
      const { entries } = makePosting(name, cause(amount));
      assert.equal(
        entries.reduce((sum, [, part]) => sum + BigInt(part), 0n),
        0n,
      );
      assert.ok(entries.length >= 2 && entries.length <= mostEntries);
      assert.ok(entries.every(([, part]) => Math.abs(part) === amount));
    }),
  );
});

test("an account stands once in a posting", () => {
  for (const name of names) {
    const named = makePosting(name, cause(1)).entries.map(([account]) => account);
    assert.equal(new Set(named).size, named.length, name);
  }
});

test("an amount that is no positive whole number of minor units is a bug, not a posting", () => {
  for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
    assert.throws(() => makePosting("captured", cause(amount)), { name: "AssertionFailed" });
  }
});

test("a reversal names what it undoes, and its source is of the same kind", () => {
  for (const kind of Object.keys(reversalTable) as ReversalKind[]) {
    const reversal = makeReversal(kind, { sourceId: "re_x", paymentId: "pay_x" });
    assert.equal(reversal.reversesKind, reversalTable[kind].reverses);
    const undone = names.filter((name) => postingTable[name].kind === reversal.reversesKind);
    // What an attempt captures at once has the same kind as a capture, and isn't reversed.
    for (const source of reversalTable[kind].sources)
      assert.ok(undone.some((name) => postingTable[name].source === source));
  }
});

test("a payment that is authorized, captured in part, released and refunded leaves what the merchant kept", () => {
  fc.assert(
    fc.property(anyAmount, fc.nat(), fc.nat(), (authorized, captureSeed, refundSeed) => {
      const captured = 1 + (captureSeed % authorized);
      const refunded = 1 + (refundSeed % captured);
      const rest = authorized - captured;
      const balances = balancesOf([
        makePosting("authorized", cause(authorized)).entries,
        makePosting("captured", cause(captured)).entries,
        rest > 0 ? makePosting("released", cause(rest)).entries : [],
        makePosting("refund_created", cause(refunded)).entries,
        makePosting("refund_succeeded", cause(refunded)).entries,
      ]);
      const kept = BigInt(captured - refunded);
      assert.deepEqual(
        Object.fromEntries(balances),
        kept === 0n ? {} : { psp_clearing: kept, merchant_payable: -kept },
      );
    }),
  );
});

/** Accounts whose balance isn't zero. */
function balancesOf(postings: readonly (readonly (readonly [string, number])[])[]): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const [account, amount] of postings.flat())
    balances.set(account, (balances.get(account) ?? 0n) + BigInt(amount));
  return new Map([...balances].filter(([, balance]) => balance !== 0n));
}
