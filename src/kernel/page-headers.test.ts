import assert from "node:assert/strict";
import { test } from "node:test";
import { reportDirectives, secureOriginHeaders } from "./page-headers.ts";

test("sends both report directives with https, and only report-uri with http", () => {
  const https = new URL("https://pay.shop.example");
  assert.deepEqual(reportDirectives("payment", https), [
    "report-uri /page-reports/payment",
    "report-to page",
  ]);
  assert.equal(
    secureOriginHeaders("payment", https)["reporting-endpoints"],
    'page="https://pay.shop.example/page-reports/payment"',
  );
  const http = new URL("http://localhost:8080");
  assert.deepEqual(reportDirectives("payment", http), ["report-uri /page-reports/payment"]);
  assert.deepEqual(secureOriginHeaders("payment", http), {});
});
