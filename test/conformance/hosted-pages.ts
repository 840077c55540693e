import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { declineReasons } from "../../src/connectors/reasons.ts";
import { present } from "../../src/kernel/assert.ts";
import { enteredDetails } from "./entered-details.ts";
import { type Actions, nothingMoved, unreferenced } from "./rig.ts";

export function describeHostedPages(actions: () => Actions): void {
  describe("hosted pages", () => {
    test("a page charges nothing before its customer has paid", async () => {
      const { page, charge } = await actions().open();
      const { outcome } = await actions().found(charge);
      assert.ok(outcome.kind === "action_required", JSON.stringify(outcome));
      assert.deepEqual([outcome.hostedReference, outcome.redirectUrl], [page.reference, page.url]);
      assert.ok(Date.parse(present(outcome.expiresAt, "the time at which the page expires")) > Date.now());
      assert.deepEqual(await actions().moved(charge), nothingMoved);
    });

    test("a repeated begin makes no other page", async () => {
      const request = actions().request();
      const [one, other] = [await actions().begin(request), await actions().begin(request)];
      assert.equal(one.kind, "created");
      assert.deepEqual(one, other);
    });

    test("a paid page is approved with the PSP's amount, and charged once", async () => {
      const charge = await actions().paid();
      const { outcome, charge: facts } = await actions().found(charge);
      assert.ok(outcome.kind === "approved");
      assert.deepEqual([outcome.amount, outcome.currency, outcome.captured], [2599, "EUR", true]);
      assert.equal(outcome.surplus, 0);
      if (actions().method === "card") assert.match(outcome.paidWith?.card?.last4 ?? "", /^\d{4}$/);
      assert.deepEqual(facts, { amountCaptured: 2599, amountRefunded: 0, released: false, disputes: [] });
      assert.deepEqual(await actions().moved(charge), { ...nothingMoved, authorized: 2599, captured: 2599 });
    });

    test("a payment of another amount is reported with the PSP's amount, not with the one that Kassa expects", async () => {
      const charge = await actions().paid();
      const { outcome } = await actions().found({ ...charge, amount: 9_999, currency: "USD" });
      assert.ok(outcome.kind === "approved");
      assert.deepEqual([outcome.amount, outcome.currency], [2599, "EUR"]);
    });

    test("with manual capture, an approved payment is authorized only", async () => {
      const charge = await actions().authorized();
      const { outcome, charge: facts } = await actions().found(charge);
      assert.ok(outcome.kind === "approved" && !outcome.captured);
      assert.ok(outcome.captureBefore === null || Date.parse(outcome.captureBefore) > Date.now());
      assert.deepEqual(facts, { amountCaptured: 0, amountRefunded: 0, released: false, disputes: [] });
      assert.deepEqual(await actions().moved(charge), { ...nothingMoved, authorized: 2599 });
    });

    test("a declined card charges nothing: the page waits for another, or the charge is declined with a reason", async () => {
      const { page, charge } = await actions().open();
      await actions().rig.fake.decline(page);
      const finished = await actions().finishIfAwaited(charge);
      if (finished) {
        assert.ok(
          finished.kind === "action_required" || finished.kind === "declined",
          JSON.stringify(finished),
        );
        assert.deepEqual(await actions().moved(charge), nothingMoved);
        return;
      }
      const { outcome } = await actions().found(charge);
      assert.ok(outcome.kind === "action_required" || outcome.kind === "declined", JSON.stringify(outcome));
      if (outcome.kind === "declined") assert.ok(declineReasons.includes(outcome.reason));
      assert.deepEqual(await actions().moved(charge), nothingMoved);
    });

    test("an expired page has charged nothing, and nothing will be", async () => {
      const { page, charge } = await actions().open();
      await actions().rig.fake.expire(page);
      const found = await actions().find(charge);
      const isOver =
        found.kind === "not_charged" || (found.kind === "found" && found.outcome.kind === "declined");
      assert.ok(isOver, JSON.stringify(found));
      assert.deepEqual(await actions().moved(charge), nothingMoved);
    });

    test("a page is made for each method that the connector takes", async () => {
      const { methods, takes } = actions().hosted;
      assert.ok(methods.length > 0);
      for (const captureMethod of ["automatic", "manual"] as const)
        for (const method of methods) {
          const purchase = { amount: 2599, currency: "EUR", captureMethod };
          if (takes && !takes(method, purchase)) continue;
          if (captureMethod === "manual" && actions().capabilities[method]?.capture === "at_once") continue;
          const begun = await actions().begin(actions().request({ method, capture: captureMethod }));
          assert.equal(begun.kind, "created", `${method}, ${captureMethod}: ${JSON.stringify(begun)}`);
        }
    });

    test("a page is made with what the customer entered, for each method", async () => {
      for (const method of actions().hosted.methods) {
        const purchase = { amount: 2599, currency: "EUR", captureMethod: "automatic" } as const;
        if (actions().hosted.takes?.(method, purchase) === false) continue;
        const customer = { customer: enteredDetails, customerEmail: "ada@shop.example" };
        const begun = await actions().begin(actions().request({ method, ...customer }));
        assert.equal(begun.kind, "created", `${method}: ${JSON.stringify(begun)}`);
      }
    });

    test("another attempt's charge is never taken for the attempt's own", async () => {
      const charge = await actions().paid();
      const other = unreferenced(actions().request());
      const { hostedReference, pspReference } = charge;
      const found = await actions().find({ ...other, hostedReference, pspReference });
      assert.ok(found.kind !== "found" || found.outcome.kind !== "approved", JSON.stringify(found));
    });
  });
}
