import assert from "node:assert/strict";
import { test } from "node:test";
import { contentSecurityPolicy, pageHeaders } from "./security-headers.ts";

test("the policy allows what the page needs and nothing unsafe", () => {
  const policy = contentSecurityPolicy("live");
  assert.match(policy, /^default-src 'none'; /);
  assert.match(policy, /frame-ancestors 'none'; base-uri 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
});

test("a form may lead to any web page, over plain http in the sandbox only, and nowhere without a session", () => {
  assert.match(contentSecurityPolicy("live"), /; form-action 'self' https:; /);
  assert.match(contentSecurityPolicy("sandbox"), /; form-action 'self' https: http:; /);
  assert.match(contentSecurityPolicy(null), /; form-action 'none'; /);
});

test("pages are not stored, framed, sniffed or referred from", () => {
  const headers = pageHeaders("live");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.match(headers["permissions-policy"] ?? "", /camera=\(\)/);
});
