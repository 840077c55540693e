import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeOf } from "./shape.ts";
import { Type } from "./type.ts";

test("accepts a value that matches the schema without conversion", () => {
  const amount = shapeOf(Type.Object({ amount: Type.Integer({ minimum: 1 }) }));
  assert.equal(amount.fits({ amount: 1, more: true }), true);
  for (const other of [{ amount: "1" }, { amount: 0 }, { amount: 1.5 }, {}, [], null, "amount", undefined])
    assert.equal(amount.fits(other), false, JSON.stringify(other));
});

test("checks enums, times and alternatives", () => {
  const time = Type.String({ format: "date-time" });
  const shape = shapeOf(Type.Union([Type.Null(), Type.Enum(["a", "b"]), Type.Object({ time })]));
  for (const good of [null, "a", { time: "2026-01-31T10:00:00Z" }]) assert.equal(shape.fits(good), true);
  for (const bad of ["c", { time: "2026-02-31T10:00:00Z" }, { time: "soon" }])
    assert.equal(shape.fits(bad), false, JSON.stringify(bad));
});
