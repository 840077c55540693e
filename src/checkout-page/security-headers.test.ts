import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./assets.ts";
import { contentSecurityPolicy, pageHeaders } from "./security-headers.ts";

const publicUrl = new URL("https://pay.example");
const local = new URL("http://localhost:8080");

test("the policy allows one script by its hash, and nothing unsafe", () => {
  const policy = contentSecurityPolicy({ mode: "live", publicUrl });
  assert.match(policy, /^default-src 'none'; /);
  assert.match(policy, /frame-ancestors 'none'; base-uri 'none'/);
  assert.ok(policy.includes(`; script-src '${script.integrity}'; `), policy);
  assert.doesNotMatch(policy, /unsafe|\*/);
});

test("form-action allows any https page, plain http in the sandbox only, and nothing without a session", () => {
  assert.match(contentSecurityPolicy({ mode: "live", publicUrl }), /; form-action 'self' https:; /);
  assert.match(contentSecurityPolicy({ mode: "sandbox", publicUrl }), /; form-action 'self' https: http:; /);
  assert.match(contentSecurityPolicy({ mode: null, publicUrl }), /; form-action 'none'; /);
});

test("pages forbid storing, framing, sniffing and referrers", () => {
  const headers = pageHeaders({ mode: "live", publicUrl });
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.match(headers["permissions-policy"] ?? "", /camera=\(\)/);
});

test("violations are reported to this origin by kind of page, by report-uri and report-to", () => {
  const headers = pageHeaders({ mode: "live", publicUrl, page: "receipt" });
  assert.match(
    headers["content-security-policy"] ?? "",
    /; report-uri \/page-reports\/receipt; report-to page$/,
  );
  assert.equal(headers["reporting-endpoints"], 'page="https://pay.example/page-reports/receipt"');
});

test("sends no headers over plain http that need TLS", () => {
  const headers = pageHeaders({ mode: "sandbox", publicUrl: local });
  assert.match(headers["content-security-policy"] ?? "", /; report-uri \/page-reports\/payment$/);
  assert.equal(headers["reporting-endpoints"], undefined);
  assert.equal(headers["strict-transport-security"], undefined);
  assert.equal(pageHeaders({ mode: "live", publicUrl })["strict-transport-security"], "max-age=31536000");
});
