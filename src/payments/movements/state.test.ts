import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isUnderWay,
  type MovementKind,
  movementKinds,
  movementOutcomes,
  movementStatuses,
  movementStep,
} from "./state.ts";

const tableOf = (kind: MovementKind) =>
  Object.fromEntries(
    movementStatuses.map((from) => [
      from,
      movementOutcomes.map((outcome) => movementStep(kind, from, outcome)),
    ]),
  );

test("each cell of the table is as expected", () => {
  assert.deepEqual(movementOutcomes, ["succeeded", "pending", "refused", "unknown"]);
  const common = {
    started: ["succeeded", "pending", "failed", "unknown"],
    unknown: ["succeeded", "pending", "failed", "no_change"],
    pending: ["succeeded", "no_change", "failed", "no_change"],
    failed: ["contradiction", "contradiction", "no_change", "no_change"],
  };
  const done = { ...common, succeeded: ["no_change", "no_change", "contradiction", "no_change"] };
  assert.deepEqual(tableOf("void"), done);
  const changeable = {
    ...common,
    succeeded: ["no_change", "no_change", "failed", "no_change"],
    failed: ["succeeded", "contradiction", "no_change", "no_change"],
  };
  assert.deepEqual(tableOf("capture"), changeable);
  assert.deepEqual(tableOf("refund"), changeable);
  assert.deepEqual(tableOf("call_off"), {
    ...done,
    failed: ["succeeded", "contradiction", "no_change", "no_change"],
  });
});

test("an unknown outcome decides nothing, and a decided movement never returns to progress", () => {
  for (const kind of movementKinds) {
    for (const from of movementStatuses) {
      const unknown = movementStep(kind, from, "unknown");
      assert.ok(unknown === "no_change" || unknown === "unknown");
      if (isUnderWay(from)) continue;
      for (const outcome of movementOutcomes) {
        const to = movementStep(kind, from, outcome);
        assert.ok(to === "no_change" || to === "contradiction" || to === "failed" || to === "succeeded");
      }
    }
  }
});
