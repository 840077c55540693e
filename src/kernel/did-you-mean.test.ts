import assert from "node:assert/strict";
import { test } from "node:test";
import { closestName } from "./did-you-mean.ts";

const names = ["amount", "currency", "successUrl", "cancelUrl", "lineItems", "to"];

test("suggests a name for a misspelled one", () => {
  const cases: [string, string | undefined][] = [
    ["succesUrl", "successUrl"],
    ["SUCCESSURL", "successUrl"],
    ["sucessurl", "successUrl"],
    ["cancleUrl", "cancelUrl"],
    ["amoutn", "amount"],
    ["curency", "currency"],
    ["line_items", "lineItems"],
    ["amuonts", "amount"],
    ["items", "lineItems"],
    ["line_item", "lineItems"],
  ];
  for (const [name, meant] of cases) assert.equal(closestName(name, names), meant, name);
});

test("suggests nothing for a name that resembles none", () => {
  for (const name of ["", "x", "tx", "foo", "price", "url", "__proto__", "k".repeat(20_000), "ountab"])
    assert.equal(closestName(name, names), undefined, name.slice(0, 20));
});

test("suggests a longer name by one of its words, unless several names contain it", () => {
  assert.equal(closestName("limit", ["rateLimit", "amount"]), "rateLimit");
  assert.equal(closestName("email", ["customerEmail", "supportEmail"]), undefined);
  assert.equal(closestName("url", ["cancelUrl", "successUrl"]), undefined);
  assert.equal(closestName("mail", ["customerEmail"]), undefined, "not a whole word");
});

test("suggests the nearest of several names", () => {
  assert.equal(closestName("createdBefor", ["createdAfter", "createdBefore"]), "createdBefore");
  assert.equal(closestName("units", ["unit", "unite", "united"]), "unit");
});
