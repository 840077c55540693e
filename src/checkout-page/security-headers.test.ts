import assert from "node:assert/strict";
import { test } from "node:test";
import { contentSecurityPolicy, pageHeaders } from "./security-headers.ts";

test("the policy allows what the page needs and nothing unsafe", () => {
  const policy = contentSecurityPolicy(["https://shop.example/thanks?a=1", "https://shop.example/other"]);
  assert.match(policy, /^default-src 'none'; /);
  assert.match(
    policy,
    /; form-action 'self' https:\/\/shop\.example; /,
    "each origin once, without its path",
  );
  assert.match(policy, /frame-ancestors 'none'; base-uri 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
});

test("an address can't smuggle a directive in", () => {
  const policy = contentSecurityPolicy(["https://shop.example/;script-src *"]);
  assert.match(policy, /form-action 'self' https:\/\/shop\.example; frame/);
  assert.throws(() => contentSecurityPolicy(["javascript:alert(1)"]), TypeError);
  assert.throws(() => contentSecurityPolicy(["https://shop.example; script-src *"]), TypeError);
});

test("pages are not stored, framed, sniffed or referred from", () => {
  const headers = pageHeaders([]);
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.match(headers["permissions-policy"] ?? "", /camera=\(\)/);
});
