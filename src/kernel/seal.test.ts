import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Keyring, type SealedPlace, Sealer } from "./seal.ts";

const [one, two] = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"];
const sealer = new Sealer({ current: one });
const place: SealedPlace = { table: "webhook_endpoints", tenantId: 7, mode: "live", id: "we_live_1" };

test("property: opens what it sealed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, id) => {
      assert.equal(sealer.open({ ...place, id }, sealer.seal({ ...place, id }, text)), text);
    }),
  );
});

test("refuses to open a value for another tenant, mode, table or row", () => {
  const sealed = sealer.seal(place, "whsec_abc");
  const others: Partial<SealedPlace>[] = [
    { tenantId: 8 },
    { tenantId: null },
    { mode: "sandbox" },
    { mode: null },
    { table: "idempotent_requests" },
    { id: "we_live_2" },
  ];
  for (const other of others)
    assert.throws(() => sealer.open({ ...place, ...other }, sealed), JSON.stringify(other));
});

test("refuses another key and any changed byte", () => {
  const sealed = sealer.seal(place, "whsec_abc");
  assert.throws(() => new Sealer({ current: two }).open(place, sealed));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => sealer.open(place, changed), `byte ${at}`);
  }
  for (const length of [0, 5, 9, 21, 30, 36])
    assert.throws(() => sealer.open(place, sealed.subarray(0, length)), `${length} bytes`);
});

test("refuses a shorter tag, which is easier to guess", () => {
  const sealed = sealer.seal(place, "");
  assert.throws(() => sealer.open(place, sealed.subarray(0, -4)));
});

test("opens with both keys during a rotation, and with one after resealing", () => {
  const before = new Sealer({ current: one, other: two });
  const after = new Sealer({ current: two, other: one });
  const sealed = before.seal(place, "text");
  assert.equal(after.open(place, sealed), "text");
  assert.equal(before.open(place, after.seal(place, "new")), "new");
  const again = after.reseal(place, sealed);
  assert.equal(new Sealer({ current: two }).open(place, again), "text");
  assert.ok(again.subarray(1, 9).equals(after.keyId));
  assert.ok(!sealed.subarray(1, 9).equals(after.keyId));
});

test("hides the text, and seals it differently each time", () => {
  const [first, second] = [sealer.seal(place, "the plan"), sealer.seal(place, "the plan")];
  assert.ok(!first.includes("the plan"));
  assert.notDeepEqual(first, second);
});

test("digests depend on text, purpose and the installation's key, not on the secret keys", () => {
  const key = Buffer.alloc(32, 1);
  const keyring = new Keyring({ current: one }, key);
  const digest = keyring.digest("api-keys", "secret");
  assert.equal(digest.length, 32);
  assert.deepEqual(new Keyring({ current: two }, key).digest("api-keys", "secret"), digest);
  assert.notDeepEqual(keyring.digest("api-keys", "secreT"), digest);
  assert.notDeepEqual(keyring.digest("other", "secret"), digest);
  assert.notDeepEqual(
    new Keyring({ current: one }, Buffer.alloc(32, 2)).digest("api-keys", "secret"),
    digest,
  );
});

test("refuses a secret key of fewer than 32 bytes", () => {
  for (const secret of ["", "a".repeat(31)]) {
    assert.throws(() => new Sealer({ current: secret }), RangeError);
    assert.throws(() => new Sealer({ current: one, other: secret }), RangeError);
  }
  new Sealer({ current: "ü".repeat(16) });
});
