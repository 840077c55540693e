import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./assets.ts";
import { contentSecurityPolicy, pageHeaders } from "./security-headers.ts";

const publicUrl = new URL("https://pay.example");
const local = new URL("http://localhost:8080");

test("one script may run, by its hash, and nothing unsafe", () => {
  const policy = contentSecurityPolicy({ mode: "live", publicUrl });
  assert.match(policy, /^default-src 'none'; /);
  assert.match(policy, /frame-ancestors 'none'; base-uri 'none'/);
  assert.ok(policy.includes(`; script-src '${script.integrity}'; `), policy);
  assert.doesNotMatch(policy, /unsafe|\*/);
});

test("a form may lead to any web page, over plain http in the sandbox only, and nowhere without a session", () => {
  assert.match(contentSecurityPolicy({ mode: "live", publicUrl }), /; form-action 'self' https:; /);
  assert.match(contentSecurityPolicy({ mode: "sandbox", publicUrl }), /; form-action 'self' https: http:; /);
  assert.match(contentSecurityPolicy({ mode: null, publicUrl }), /; form-action 'none'; /);
});

test("pages are not stored, framed, sniffed or referred from", () => {
  const headers = pageHeaders({ mode: "live", publicUrl });
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.match(headers["permissions-policy"] ?? "", /camera=\(\)/);
});

test("violations are reported to our own origin, by kind of page, in the old way and the new one", () => {
  const headers = pageHeaders({ mode: "live", publicUrl, page: "receipt" });
  assert.match(
    headers["content-security-policy"] ?? "",
    /; report-uri \/page-reports\/receipt; report-to page$/,
  );
  assert.equal(headers["reporting-endpoints"], 'page="https://pay.example/page-reports/receipt"');
});

test("by plain http nothing is promised that only TLS can keep", () => {
  const headers = pageHeaders({ mode: "sandbox", publicUrl: local });
  assert.match(headers["content-security-policy"] ?? "", /; report-uri \/page-reports\/payment$/);
  assert.equal(headers["reporting-endpoints"], undefined);
  assert.equal(headers["strict-transport-security"], undefined);
  assert.equal(pageHeaders({ mode: "live", publicUrl })["strict-transport-security"], "max-age=31536000");
});
