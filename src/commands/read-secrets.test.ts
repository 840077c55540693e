import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSecrets } from "./read-secrets.ts";

test("reads one credential a line", () => {
  assert.deepEqual(parseSecrets("apiKey=sk_test_1=\r\n\n webhookSecret = whsec_2\n"), {
    apiKey: "sk_test_1=",
    webhookSecret: "whsec_2",
  });
});

test("names the line of what isn't a credential, and never its text", () => {
  assert.throws(() => parseSecrets("apiKey=a\nsk_live_0123"), {
    name: "UsageFailure",
    message: /^Line 2 (?!.*sk_live_0123)/,
  });
});
