import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tenantKeyBound } from "../kernel/id.ts";
import { apiKeyInText, keyHint, makeApiKey, parseApiKey } from "./api-key.ts";

const modes = fc.constantFrom("live" as const, "sandbox" as const);
const tenantKeys = fc.integer({ min: 0, max: tenantKeyBound - 1 });

test("property: a key contains its mode and tenant, and no two are equal", () => {
  fc.assert(
    fc.property(modes, tenantKeys, (mode, tenantId) => {
      const secret = makeApiKey(mode, tenantId);
      assert.match(secret, new RegExp(`^ks_${mode}_[0-9A-Za-z]{56}$`));
      assert.deepEqual(parseApiKey(secret), { mode, tenantId });
      assert.notEqual(makeApiKey(mode, tenantId), secret);
    }),
  );
});

test("property: recognises a key with one wrong character or two swapped ones without the database", () => {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  fc.assert(
    fc.property(modes, tenantKeys, fc.nat(), fc.constantFrom(...alphabet), (mode, tenantId, place, typed) => {
      const secret = makeApiKey(mode, tenantId);
      const at = place % secret.length;
      const mistyped = secret.slice(0, at) + typed + secret.slice(at + 1);
      if (mistyped !== secret) assert.equal(parseApiKey(mistyped), undefined);
      const swapped =
        secret.slice(0, at) +
        secret
          .slice(at, at + 2)
          .split("")
          .reverse()
          .join("") +
        secret.slice(at + 2);
      if (swapped !== secret) assert.equal(parseApiKey(swapped), undefined);
    }),
  );
});

test("refuses texts that are not API keys", () => {
  const secret = makeApiKey("live", 1);
  for (const text of [
    "",
    "ks_live_",
    "sk_live_abc",
    ` ${secret}`,
    `${secret}\n`,
    secret.replace("live", "sandbox"),
    secret.toLowerCase(),
  ]) {
    assert.equal(parseApiKey(text), undefined, text);
  }
});

test("finds keys in any text, and takes the hint from the random part", () => {
  const secret = makeApiKey("sandbox", 99);
  for (const text of [secret, `?key=${secret}&x`, `{"authorization":"Bearer ${secret}"}`, `a${secret}b`]) {
    assert.ok(apiKeyInText.test(text), text);
  }
  assert.equal(apiKeyInText.test("books_live_in_shelves"), false);
  assert.equal(keyHint(secret).length, 4);
  assert.ok(secret.slice(0, -6).endsWith(keyHint(secret)));
});
