import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TokenBucket } from "./token-bucket.ts";

test("gives the tokens of a full bucket at once, then refills evenly", () => {
  const start = 1_000;
  const bucket = new TokenBucket(4, start);
  assert.deepEqual(
    [0, 0, 0, 0, 0].map(() => bucket.take(start)),
    [3, 2, 1, 0, -1],
  );
  assert.equal(bucket.retryAfterSeconds(), 1);
  assert.equal(bucket.take(start + 249), -1);
  assert.equal(bucket.take(start + 250), 0);
  assert.equal(bucket.take(start + 251), -1);
  assert.equal(bucket.take(start + 100_000), 3, "it never holds more than a second's worth");
});

test("writes the policy as a RateLimit-Policy header", () => {
  assert.equal(new TokenBucket(25).policyHeader, '"key";q=25;w=1');
});

test("property: never admits more in a period than the bucket size plus the refill", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), gaps, (perSecond, waits) => {
      const start = 1_000;
      const bucket = new TokenBucket(perSecond, start);
      let now = start;
      let taken = 0;
      for (const wait of waits) {
        now += wait;
        if (bucket.take(now) >= 0) taken += 1;
      }
      // A rounding error of the refill may be worth a fraction of a token, never one.
      assert.ok(taken <= perSecond + ((now - start) / 1000) * perSecond + 0.001);
    }),
  );
});
