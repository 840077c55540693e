import assert from "node:assert/strict";
import { test } from "node:test";
import { pageLocales } from "../../dashboard/src/settings/page-locales.ts";
import { locales } from "../../src/checkout-page/locale.ts";

test("the dashboard offers each language of the payment page", () => {
  assert.deepEqual([...pageLocales], locales);
});
