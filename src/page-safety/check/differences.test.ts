import assert from "node:assert/strict";
import { test } from "node:test";
import { headerDifferences } from "./differences.ts";

const edition = { fingerprint: "", headers: { "x-frame-options": "DENY" }, document: "", files: [] };

for (const name of [
  "Access-Control-Allow-Credentials",
  "Access-Control-Allow-Origin",
  "Link",
  "Refresh",
  "Service-Worker-Allowed",
  "SourceMap",
  "X-SourceMap",
]) {
  test(`reports the header ${name}, which Kassa never sends`, () => {
    const headers = new Headers({ ...edition.headers, [name]: "0; url=https://evil.example" });
    assert.deepEqual(
      headerDifferences(edition, headers).map(({ where, expected, found }) => [where, expected, found]),
      [[`header ${name.toLowerCase()}`, null, "0; url=https://evil.example"]],
    );
  });
}

test("ignores a harmless header", () => {
  const headers = new Headers({ ...edition.headers, via: "1.1 proxy" });
  assert.deepEqual(headerDifferences(edition, headers), []);
});
