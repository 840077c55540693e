import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../support/payments.ts";
import { everything, useChangingCustomers } from "./changing-customers.ts";
import { cardDetails } from "./paying.ts";
import { makeSession } from "./support.ts";

// The amount changes between the page that a customer sees and the payment: nobody pays a total that they didn't see.

const { kassa, read, charged, open, post, change, pay } = useChangingCustomers();

test("nothing is charged if the page showed another total, and the page says the new one", async () => {
  const { id } = await makeSession(kassa, everything);
  const stale = await open(id);
  await change(id, { quantity_0: "5" });
  const refused = await pay(id, stale);
  assert.equal(refused.status, 409);
  assert.match(refused.page, /The total has changed/);
  assert.match(refused.page, /It is now €55\.99/);
  for (const shownAmount of ["", "5599.0", "2599", "x"]) {
    const answer = await post(
      `/pay/${id}`,
      { token: stale.token, shownAmount, method: "card", number: cards.approved, ...cardDetails },
      { accept: "application/json" },
    );
    assert.equal(JSON.parse(answer.page).totalChanged, true, shownAmount);
  }
  assert.deepEqual([await charged(id), (await read(id)).payment], [[], null]);
  await pay(id, await open(id));
  assert.deepEqual(await charged(id), [5599]);
});

/** Requests that take about as long as a form takes to reach the database: they spread the moments at which two forms meet. */
async function passTime(id: string, requests: number): Promise<void> {
  for (let each = 0; each < requests; each += 1) await (await fetch(`${kassa.url}/pay/${id}/status`)).text();
}

test("a change and a payment at the same moment: the charge is what the session says, and what the customer saw", async () => {
  const outcomes = new Set<string>();
  for (let batch = 0; batch < 10; batch += 1)
    await Promise.all(
      Array.from({ length: 6 }, async (_, round) => {
        const { id } = await makeSession(kassa, everything);
        const shown = await open(id);
        const changed = async () => {
          await passTime(id, round);
          return post(`/pay/${id}/amount`, {
            token: shown.token,
            quantity_0: String(3 + (round % 3)),
            tip: "0",
          });
        };
        const paying = async () => {
          await passTime(id, (batch * 5) % 6);
          return pay(id, shown);
        };
        const [change, paid] = await Promise.all([changed(), paying()]);
        assert.equal(change.status, 303);
        const { amount, payment } = await read(id);
        const charges = await charged(id);
        if (paid.status === 303) {
          outcomes.add("paid");
          assert.equal(amount, 2599, "the change came too late");
          assert.deepEqual(charges, [2599]);
          assert.equal((await kassa.call("GET", `/api/payments/${payment}`)).body.amount, 2599);
        } else {
          outcomes.add("changed");
          assert.equal(paid.status, 409);
          assert.deepEqual([charges, payment], [[], null], "nothing was charged");
          assert.notEqual(amount, 2599);
        }
      }),
    );
  assert.deepEqual([...outcomes].sort(), ["changed", "paid"], "both orders were seen");
});
