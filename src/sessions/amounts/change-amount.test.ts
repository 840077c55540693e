import assert from "node:assert/strict";
import { test } from "node:test";
import { usePaymentTestbed } from "../../../test/support/payments.ts";
import type { SessionDetails } from "../session.ts";
import { type AmountChange, changeAmount } from "./change-amount.ts";

const rig = usePaymentTestbed();

type Details = Partial<Pick<SessionDetails, "lineItems" | "adjustments" | "promotionCodes" | "tips">>;

async function sessionWith(amount: number, details: Details): Promise<string> {
  const id = await rig.makeSession({ amount });
  await rig.db.sql("UPDATE checkout_sessions SET details = details::jsonb || $2::jsonb WHERE id = $1", [
    id,
    JSON.stringify(details),
  ]);
  return id;
}

/** Changes an amount of which at least `least` has to be left. Returns the fault, and what the session has then. */
const change = (id: string, asked: AmountChange, least = 100, isPayable = (_amount: number) => true) =>
  rig.db.database.inTenant(rig.scope, async (trx) => {
    const { session, fault } = await changeAmount(trx, id, asked, {
      minimumAmount: least,
      isPayable,
      mayTryCode: true,
      mayBeMissingPayments: rig.deps.mayBeMissingPayments,
    });
    const { amount, chosen, details } = session ?? {};
    const quantities = details?.lineItems?.map(({ quantity }) => quantity);
    return { fault, amount, tip: chosen?.tip ?? 0, discount: chosen?.discount ?? 0, quantities };
  });

const mug = { name: "Mug", unitAmount: 1000, adjustableQuantity: { minimum: 0, maximum: 5 } };
const custom = (amount: number) => ({ kind: "custom", amount }) as const;

test("a tip doesn't count for the least amount: without it, the order has to be worth paying", async () => {
  const id = await sessionWith(500, {
    lineItems: [{ ...mug, quantity: 2 }],
    adjustments: [{ type: "discount", name: "Voucher", amount: -1500 }],
    tips: { custom: true, maximum: 5000 },
  });
  const before = { amount: 500, tip: 0, discount: 0, quantities: [2] };
  // One mug is worth less than the voucher.
  const asked = { quantities: new Map([[0, 1]]), tip: custom(1000) };
  assert.deepEqual(await change(id, asked), { fault: "amount_too_small", ...before });
  assert.deepEqual(await change(id, { tip: custom(1000) }), {
    fault: undefined,
    ...{ ...before, amount: 1500, tip: 1000 },
  });
  assert.equal((await change(id, { quantities: new Map([[0, 1]]) })).fault, "amount_too_small");
  assert.deepEqual(await change(id, { tip: null }), { fault: undefined, ...before });
});

test("a session that was created below today's least amount can still be changed, but not to less", async () => {
  const id = await sessionWith(2000, {
    lineItems: [{ ...mug, quantity: 2 }],
    tips: { custom: true },
  });
  assert.equal((await change(id, { tip: custom(100) }, 5000)).amount, 2100);
  assert.equal((await change(id, { quantities: new Map([[0, 1]]) }, 5000)).fault, "amount_too_small");
});

test("a wrong code is counted, and the rest of the form is applied", async () => {
  const id = await sessionWith(2000, {
    lineItems: [{ ...mug, quantity: 2 }],
    promotionCodes: [{ code: "FIVE", amountOff: 500 }],
    tips: { custom: true },
  });
  const asked = { quantities: new Map([[0, 3]]), tip: custom(250), promotionCode: "WINTER" };
  const after = { amount: 3250, tip: 250, discount: 0, quantities: [3] };
  assert.deepEqual(await change(id, asked), { fault: "code_unknown", ...after });
  for (let tries = 1; tries < 20; tries += 1) await change(id, { promotionCode: `GUESS${tries}` });
  assert.deepEqual(await change(id, { promotionCode: "FIVE", tip: null }), {
    fault: "codes_used_up",
    ...{ ...after, amount: 3000, tip: 0 },
  });
});

test("a wrong code is counted and said also where the amount couldn't be paid, so that nobody tries codes without being counted", async () => {
  const id = await sessionWith(2000, {
    lineItems: [{ ...mug, quantity: 2 }],
    promotionCodes: [{ code: "FIVE", amountOff: 500 }],
  });
  const before = { amount: 2000, tip: 0, discount: 0, quantities: [2] };
  const tooMany = { quantities: new Map([[0, 5]]) };
  const isSmall = (amount: number) => amount <= 2000;
  for (let tries = 0; tries < 20; tries += 1)
    assert.deepEqual(await change(id, { ...tooMany, promotionCode: "WINTER" }, 100, isSmall), {
      fault: "code_unknown",
      ...before,
    });
  assert.equal((await change(id, tooMany, 100, isSmall)).fault, "amount_unpayable");
  assert.equal((await change(id, { promotionCode: "FIVE" }, 100, isSmall)).fault, "codes_used_up");
});
