import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { openLink, sendForm } from "./link-visitor.ts";

// Anybody with a payment link can start many sessions. That gives them no more tries at its promotion codes.

const kassa = useTestApp();

/** A payment link of a tenant of its own. Returns what starts a session of it, and the session's amount. */
async function makeLink() {
  const { keys } = await kassa.makeTenant();
  const key = keys.sandbox.secret;
  const body = {
    ...{ name: "Mugs", amount: 2000, currency: "EUR", successUrl: "https://shop.example/thanks" },
    promotionCodes: [{ code: "FIVE", amountOff: 500 }],
    tips: { percentages: ["10"] },
  };
  const link = await kassa.call("POST", "/api/payment-links", { body, key });
  assert.equal(link.status, 200, link.text);
  const url = kassa.url + new URL(link.body.url).pathname;
  return {
    start: async (): Promise<string> => {
      const { session } = await sendForm(await openLink(url));
      assert.ok(session);
      return session;
    },
    amountOf: async (id: string): Promise<number> =>
      (await kassa.call("GET", `/api/checkout/sessions/${id}`, { key })).body.amount,
  };
}

/** Enters a code and chooses a tip; several at once with one token. */
async function enter(id: string, codes: readonly string[]) {
  const html = await (await fetch(`${kassa.url}/pay/${id}`)).text();
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  return Promise.all(
    codes.map(async (promotion_code) => {
      const body = new URLSearchParams({ token, promotion_code, tip: "0" });
      const answer = await fetch(`${kassa.url}/pay/${id}/amount`, {
        method: "POST",
        body,
        redirect: "manual",
      });
      return { status: answer.status, page: await answer.text() };
    }),
  );
}

const guesses = (count: number) => Array.from({ length: count }, (_, index) => `GUESS${index}`);

test("an address that has entered 60 wrong codes at a merchant's sessions tries no more, and can pay without one", async () => {
  const [link, other] = [await makeLink(), await makeLink()];
  for (let sessions = 0; sessions < 3; sessions += 1)
    for (const { page } of await enter(await link.start(), guesses(20)))
      assert.match(page, /This code doesn’t work for this order/);
  const fourth = await link.start();
  const [refused] = await enter(fourth, ["FIVE"]);
  assert.equal(refused?.status, 422);
  assert.match(refused?.page ?? "", /Too many codes were tried\. You can still pay without one\./);
  assert.equal(await link.amountOf(fourth), 2200, "the tip is taken");
  const elsewhere = await other.start();
  assert.equal((await enter(elsewhere, ["FIVE"]))[0]?.status, 303);
  assert.equal(await other.amountOf(elsewhere), 1650);
});

test("right codes don't count, and many wrong ones at once are no more than one after the other", async () => {
  const link = await makeLink();
  for (let sessions = 0; sessions < 3; sessions += 1) await enter(await link.start(), ["FIVE", "FIVE"]);
  const ids = await Promise.all(Array.from({ length: 6 }, () => link.start()));
  const answers = (await Promise.all(ids.map((id) => enter(id, guesses(20))))).flat();
  const tried = answers.filter(({ page }) => page.includes("This code doesn’t work for this order")).length;
  assert.ok(tried <= 60, `${tried} wrong codes were tried`);
  assert.ok(tried >= 40, `only ${tried} wrong codes were tried`);
});
