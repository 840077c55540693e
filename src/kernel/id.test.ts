import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  decodeTenantKey,
  deriveId,
  encodeTenantKey,
  idFloor,
  idPrefixes,
  idRange,
  isOwnId,
  makeId,
  makeTenantId,
  parseId,
  parseTenantId,
  randomDigits,
  randomTenantKey,
  tenantKeyBound,
} from "./id.ts";

const tenantKeys = fc.integer({ min: 0, max: tenantKeyBound - 1 });
// Eight digits of base 62 count milliseconds up to the year 8888.
const times = fc.integer({ min: 0, max: Date.UTC(8888, 0) });
const modes = fc.constantFrom("live" as const, "sandbox" as const);
const prefixes = fc.constantFrom(...idPrefixes);

test("property: parses kind, mode and tenant of an id of the expected kind", () => {
  fc.assert(
    fc.property(prefixes, prefixes, modes, tenantKeys, times, (prefix, asked, mode, tenantId, nowMs) => {
      const id = makeId(prefix, mode, tenantId, nowMs);
      assert.match(id, /^[a-z]+_(live|sandbox)_[0-9A-Za-z]{37}$/);
      assert.deepEqual(parseId(id, asked), asked === prefix ? { prefix, mode, tenantId } : undefined);
    }),
  );
});

test("isOwnId requires the kind, tenant and mode", () => {
  const id = makeId("cs", "live", 7, Date.now());
  assert.equal(isOwnId(id, "cs", { tenantId: 7, mode: "live" }), true);
  assert.equal(isOwnId(id, "re", { tenantId: 7, mode: "live" }), false);
  assert.equal(isOwnId(id, "cs", { tenantId: 8, mode: "live" }), false);
  assert.equal(isOwnId(id, "cs", { tenantId: 7, mode: "sandbox" }), false);
});

test("property: a tenant's ids sort by age and are within their bounds", () => {
  fc.assert(
    fc.property(modes, tenantKeys, times, times, (mode, tenantId, one, two) => {
      const [older, newer] = [
        makeId("cs", mode, tenantId, Math.min(one, two)),
        makeId("cs", mode, tenantId, Math.max(one, two)),
      ];
      if (one !== two) assert.ok(older < newer);
      const { from, to } = idRange("cs", mode);
      assert.ok(from <= older && newer < to);
      assert.ok(idFloor("cs", mode, tenantId, Math.max(one, two)) <= newer);
      if (one !== two) assert.ok(older < idFloor("cs", mode, tenantId, Math.max(one, two)));
    }),
  );
});

test("property: refuses texts that aren't ids", () => {
  const id = makeId("cs", "live", 7, Date.now());
  fc.assert(fc.property(fc.string(), (text) => assert.equal(parseId(text, "cs"), undefined)));
  for (const broken of [
    ` ${id}`,
    `${id}\n`,
    `${id}0`,
    id.slice(0, -1),
    id.toUpperCase(),
    id.replace("live", "test"),
    id.replace(/.$/, "-"),
  ]) {
    assert.equal(parseId(broken, "cs"), undefined, broken);
  }
});

test("property: tenant keys encode and decode to the same number", () => {
  fc.assert(fc.property(tenantKeys, (key) => assert.equal(decodeTenantKey(encodeTenantKey(key)), key)));
  for (const impossible of [-1, 1.5, tenantKeyBound, Number.NaN])
    assert.throws(() => encodeTenantKey(impossible));
  const key = randomTenantKey();
  assert.equal(parseTenantId(makeTenantId(key)), key);
  for (const broken of ["ten_x", `x${makeTenantId(key)}`, `${makeTenantId(key)}0`])
    assert.equal(parseTenantId(broken), undefined, broken);
});

test("a derived id depends on its text, kind, mode and tenant only", () => {
  const derived = deriveId("re", "live", 7, "a text");
  assert.equal(derived, deriveId("re", "live", 7, "a text"));
  assert.ok(isOwnId(derived, "re", { tenantId: 7, mode: "live" }));
  const others = [
    deriveId("re", "live", 7, "another text"),
    deriveId("cap", "live", 7, "a text"),
    deriveId("re", "sandbox", 7, "a text"),
    deriveId("re", "live", 8, "a text"),
  ].map((id) => id.slice(-30));
  assert.equal(new Set([derived.slice(-30), ...others]).size, 5);
});

test("derived ids are distinct, and every position takes every digit", () => {
  const digits = Array.from({ length: 5_000 }, (_, index) =>
    deriveId("re", "live", 7, `text ${index}`).slice(-30),
  );
  assert.equal(new Set(digits).size, 5_000);
  // At each position each of the 62 digits comes up, but with a chance of one in 10^32.
  for (let position = 0; position < 30; position += 1)
    assert.equal(new Set(digits.map((each) => each[position])).size, 62, `position ${position}`);
});

test("accepts times before and after all ids as bounds", () => {
  const id = makeId("cs", "live", 7, Date.now());
  assert.ok(idFloor("cs", "live", 7, Number.NEGATIVE_INFINITY) < id);
  assert.ok(idFloor("cs", "live", 7, Number.POSITIVE_INFINITY) > id);
});

test("random digits have the requested length, are base 62, uniform and distinct", () => {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (let round = 0; round < 20_000; round += 1) {
    const digits = randomDigits(22);
    assert.equal(digits.length, 22);
    seen.add(digits);
    for (const digit of digits) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  assert.equal(seen.size, 20_000);
  assert.equal(counts.size, 62);
  const expected = (20_000 * 22) / 62;
  // Seven standard deviations: once in some hundred billion runs by chance.
  for (const [digit, count] of counts)
    assert.ok(Math.abs(count - expected) < 7 * Math.sqrt(expected), `${digit}: ${count}`);
  assert.equal(randomDigits(0), "");
});
