import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Keyring } from "./seal.ts";

const keyring = new Keyring("0123456789abcdef");

test("property: what was sealed is opened as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, purpose) => {
      assert.equal(keyring.open(purpose, keyring.seal(purpose, text)), text);
    }),
  );
});

test("nothing is opened for another purpose, by another secret, or after a change of any byte", () => {
  const sealed = keyring.seal("webhook-secrets", "whsec_abc");
  assert.throws(() => keyring.open("stored-answers", sealed));
  assert.throws(() => new Keyring("fedcba9876543210").open("webhook-secrets", sealed));
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    assert.throws(() => keyring.open("webhook-secrets", changed), `byte ${place}`);
  }
  for (const length of [0, 5, 12, 20, 27])
    assert.throws(() => keyring.open("webhook-secrets", sealed.subarray(0, length)), `${length} bytes`);
});

test("a sealed text doesn't show, and is sealed differently each time", () => {
  const [one, two] = [keyring.seal("p", "the plan"), keyring.seal("p", "the plan")];
  assert.ok(!one.includes("the plan"));
  assert.notDeepEqual(one, two);
});

test("digests are the same for the same text, purpose and secret only", () => {
  const digest = keyring.digest("api-keys", "secret");
  assert.equal(digest.length, 32);
  assert.deepEqual(new Keyring("0123456789abcdef").digest("api-keys", "secret"), digest);
  assert.notDeepEqual(keyring.digest("api-keys", "secreT"), digest);
  assert.notDeepEqual(keyring.digest("other", "secret"), digest);
  assert.notDeepEqual(new Keyring("0123456789abcdeF").digest("api-keys", "secret"), digest);
});

test("a short or empty secret is refused", () => {
  for (const secret of ["", "fifteen letters".slice(0, 15)])
    assert.throws(() => new Keyring(secret), RangeError);
});
