import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Actions, assertSucceeded, type Movement, nothingMoved, unreferenced } from "./rig.ts";

const held = { ...nothingMoved, authorized: 2599 };
const paid = { ...held, captured: 2599 };

export function describeUncertainty(actions: () => Actions): void {
  describe("uncertain outcomes", () => {
    const movementOf = async (kind: Movement["kind"]): Promise<Movement> => {
      if (kind === "refund")
        return {
          kind,
          charge: await actions().paid(),
          amount: actions().newAmount(),
          key: actions().newKey("re"),
        };
      const charge = await actions().authorized();
      if (kind === "void") return { kind, charge, key: actions().newKey("vd") };
      return { kind, charge, amount: 2599, key: actions().newKey("cap") };
    };
    const expected = ({ kind, amount = 0 }: Movement) => {
      if (kind === "refund") return { ...paid, refunded: amount };
      return kind === "void" ? { ...held, released: 2599 } : paid;
    };

    for (const when of ["before", "after"] as const) {
      test(`a begin whose answer is lost ${when} everything was done is unknown, and its look-up finds no money`, async () => {
        const request = actions().request();
        actions().rig.fake.loseNextAnswer(when, "begin");
        assert.equal((await actions().begin(request)).kind, "unknown");
        const found = await actions().find(unreferenced(request));
        if (when === "before") assert.notEqual(found.kind, "found", JSON.stringify(found));
        if (found.kind === "found") assert.equal(found.outcome.kind, "action_required");
        assert.deepEqual(await actions().moved(unreferenced(request)), nothingMoved);
      });

      for (const kind of ["capture", "void", "refund"] as const)
        test(`a ${kind} whose answer is lost ${when} everything was done is unknown, and moves money once when it is repeated`, async () => {
          const movement = await movementOf(kind);
          actions().rig.fake.loseNextAnswer(when, kind);
          const lost = await actions().move(movement);
          assert.equal(lost.kind, "unknown", JSON.stringify(lost));
          await actions().rig.fake.settle();
          const found = await actions().findMovement(movement);
          if (when === "before") assert.equal(found.kind, "not_found", JSON.stringify(found));
          else assertSucceeded(found);
          await actions().move(movement);
          await actions().rig.fake.settle();
          assertSucceeded(await actions().findMovement(movement));
          assert.deepEqual(await actions().moved(movement.charge), expected(movement));
        });
    }

    test("an error of the PSP's server is unknown, for every call", async () => {
      const { fake } = actions().rig;
      const charge = await actions().paid();
      const request = actions().request();
      fake.failNextRequest();
      assert.equal((await actions().begin(request)).kind, "unknown");
      fake.failNextRequest();
      assert.equal((await actions().find(charge)).kind, "unknown");
      for (const kind of ["capture", "void", "refund"] as const) {
        const movement = await movementOf(kind);
        const before = await actions().moved(movement.charge);
        fake.failNextRequest();
        assert.equal((await actions().move(movement)).kind, "unknown", kind);
        fake.failNextRequest();
        assert.equal((await actions().findMovement(movement)).kind, "unknown", kind);
        assert.deepEqual(await actions().moved(movement.charge), before);
      }
    });

    test("no outcome quotes a credential", () => {
      const told = JSON.stringify(actions().outcomes, (name, value) =>
        name === "account" ? undefined : value,
      );
      assert.ok(actions().outcomes.length > 20);
      for (const [name, value] of Object.entries(actions().rig.account.settings))
        assert.ok(value.length < 8 || !told.includes(value), `${name} is in an outcome`);
    });
  });
}
