import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ChargeRef } from "../../src/connectors/contract.ts";
import { type Actions, nothingMoved, type Page } from "./rig.ts";

const held = { ...nothingMoved, authorized: 2599 };
const paid = { ...held, captured: 2599 };

/** Of connectors to PSPs that charge only after the customer's return. The others don't have `finish`. */
export function describeFinish(actions: () => Actions): void {
  describe("finish", () => {
    async function approved(
      capture: "automatic" | "manual" = "automatic",
    ): Promise<{ page: Page; charge: ChargeRef } | undefined> {
      if (!actions().hosted.finish) return undefined;
      const opened = await actions().open({ capture });
      await actions().rig.fake.pay(opened.page);
      return opened;
    }

    test("an approved page awaits it, and nothing is charged before", async () => {
      const opened = await approved();
      if (!opened) return;
      assert.deepEqual(await actions().find(opened.charge), { kind: "awaits_finish" });
      assert.deepEqual(await actions().moved(opened.charge), nothingMoved);
    });

    for (const capture of ["automatic", "manual"] as const)
      test(`with ${capture} capture, it charges once however often it is repeated, and is found afterwards`, async () => {
        const opened = await approved(capture);
        if (!opened) return;
        const { charge } = opened;
        const outcomes = [await actions().finish(charge), await actions().finish(charge)];
        const { outcome } = await actions().found(charge);
        assert.ok(outcome.kind === "approved" && outcome.captured === (capture === "automatic"));
        for (const each of outcomes) assert.deepEqual(each, outcome);
        assert.deepEqual(await actions().moved(charge), capture === "automatic" ? paid : held);
      });

    for (const when of ["before", "after"] as const)
      test(`one whose answer is lost ${when} everything was done is unknown, and charges once when it is repeated`, async () => {
        const opened = await approved();
        if (!opened) return;
        const { charge } = opened;
        actions().rig.fake.loseNextFinish?.(when);
        assert.equal((await actions().finish(charge)).kind, "unknown");
        const expected = when === "before" ? "awaits_finish" : "found";
        assert.equal((await actions().find(charge)).kind, expected);
        assert.equal((await actions().finish(charge)).kind, "approved");
        assert.deepEqual(await actions().moved(charge), paid);
      });

    test("before the customer has approved, it charges nothing and leaves the page as it is", async () => {
      if (!actions().hosted.finish) return;
      const { charge } = await actions().open();
      const outcome = await actions().finish(charge);
      assert.equal(outcome.kind, "action_required", JSON.stringify(outcome));
      assert.deepEqual(await actions().moved(charge), nothingMoved);
    });

    test("a page that was called off before the approval, or before finish, is never charged by the call-off", async () => {
      const opened = await approved();
      if (!opened) return;
      const { charge } = opened;
      const request = { charge, idempotencyKey: `${charge.idempotencyKey}-void` };
      const outcome = await actions().rig.connector.void(request, { timeoutMs: 5_000 });
      assert.equal(outcome.kind, "succeeded", JSON.stringify(outcome));
      assert.deepEqual(await actions().moved(charge), nothingMoved);
    });

    test("an error of the PSP's server is unknown", async () => {
      const opened = await approved();
      if (!opened) return;
      actions().rig.fake.failNextRequest();
      assert.equal((await actions().finish(opened.charge)).kind, "unknown");
      assert.deepEqual(await actions().moved(opened.charge), nothingMoved);
    });
  });
}
