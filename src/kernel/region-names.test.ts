import assert from "node:assert/strict";
import { test } from "node:test";
import { addressRegions } from "./address-regions.ts";
import { addressRules } from "./address-rules.ts";
import { regionName, regionsOf } from "./region-names.ts";

const named = (country: string, language: string, code: string) =>
  regionsOf(country, language).find((region) => region.code === code)?.name;

test("every list is of a country with rules, has each code once, and a name for each in every language", () => {
  for (const [country, { codes, names, latin }] of Object.entries(addressRegions)) {
    assert.ok(Object.hasOwn(addressRules, country), country);
    const all = codes.split("~");
    assert.equal(new Set(all).size, all.length, country);
    for (const text of [...Object.values(names), ...(latin === undefined ? [] : [latin])]) {
      const each = text.split("~");
      assert.equal(each.length, all.length, country);
      assert.equal(new Set(each).size, all.length, country);
      assert.ok(!each.includes(""), country);
    }
  }
});

test("regions are named in the reader's language if it is one of the country's", () => {
  assert.equal(named("CA", "en-GB", "QC"), "Quebec");
  assert.equal(named("CA", "fr-CA", "QC"), "Québec");
  assert.equal(named("JP", "ja", "13"), "東京都");
  assert.equal(named("AE", "ar", "DU"), "دبي");
});

test("other readers get them in Latin letters, in the alphabet's order", () => {
  assert.equal(named("JP", "de", "13"), "Tokyo");
  assert.equal(named("US", "ja", "CA"), "California");
  const names = regionsOf("JP", "en").map(({ name }) => name);
  assert.deepEqual(names.slice(0, 3), ["Aichi", "Akita", "Aomori"]);
});

test("a country without a list has none", () => {
  for (const country of ["DE", "ID", "toString", ""]) assert.deepEqual(regionsOf(country, "en"), []);
});

test("a region's name is the country's own", () => {
  assert.equal(regionName("JP", "13"), "東京都");
  assert.equal(regionName("CA", "QC"), "Quebec");
  assert.equal(regionName("US", "XX"), undefined);
  assert.equal(regionName("DE", "BY"), undefined);
});
