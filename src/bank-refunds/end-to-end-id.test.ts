import assert from "node:assert/strict";
import { test } from "node:test";
import { containsCardNumber } from "../kernel/card-number.ts";
import { endToEndIdOf, endToEndIdPattern } from "./end-to-end-id.ts";

const scope = { tenantId: 3_045_360_273_204, mode: "live" } as const;

test("the same cause has the same EndToEndId, and another cause, tenant or mode has another", () => {
  const cause = { entryKey: "B1547", number: 1 };
  assert.equal(endToEndIdOf(scope, cause), endToEndIdOf(scope, { ...cause }));
  const ids = [
    endToEndIdOf(scope, cause),
    endToEndIdOf(scope, { ...cause, number: 2 }),
    endToEndIdOf(scope, { movementKey: "B1547 1 " }),
    endToEndIdOf({ ...scope, tenantId: 1 }, cause),
    endToEndIdOf({ ...scope, mode: "sandbox" }, cause),
  ];
  assert.equal(new Set(ids).size, ids.length);
});

test("no EndToEndId holds what looks like a card number: the statement that confirms it would be stored without it", () => {
  for (let number = 0; number < 20_000; number += 1) {
    const id = endToEndIdOf(scope, { movementKey: `re_live_${number}` });
    assert.match(id, endToEndIdPattern);
    assert.ok(id.length <= 35 && !containsCardNumber(id), id);
  }
});
