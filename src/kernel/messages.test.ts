import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "./html.ts";
import { makeMessages } from "./messages.ts";

const english = {
  "order.items": "{count, plural, one {# item} other {# items}}",
  "pay.amount": "Pay {amount}",
  "pay.cancel": "Cancel",
};

test("a text that a language lacks is said in English, with English plural forms", () => {
  const texts = makeMessages("pl", { "pay.cancel": "Anuluj" }, english);
  assert.equal(texts.plain("pay.cancel"), "Anuluj");
  assert.equal(texts.plain("order.items", { count: 3 }), "3 items");
  assert.equal(texts.plain("order.items", { count: 1 }), "1 item");
});

test("English in a page of another language is marked, so that its direction and pronunciation are right", () => {
  const amount = html`<bdi>€1</bdi>`;
  const texts = makeMessages("ar", { "pay.cancel": "إلغاء" }, english);
  assert.equal(
    texts.rich("pay.amount", { amount }).toString(),
    '<bdi lang="en" dir="ltr">Pay <bdi>€1</bdi></bdi>',
  );
  assert.equal(texts.rich("pay.cancel").toString(), "إلغاء");
  assert.equal(makeMessages("en-GB", {}, english).rich("pay.cancel").toString(), "Cancel");
});
