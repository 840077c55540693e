import assert from "node:assert/strict";
import { test } from "node:test";
import { internationalPhone, isComplete, regionText, secondLine, splitName } from "./customer-details.ts";

const tokyo = {
  country: "JP",
  line1: "世田谷区若林4-21-27",
  line2: null,
  district: null,
  city: null,
  region: "13",
  regionName: "東京都",
  postalCode: "154-0023",
};

test("the last word of a name is the family name, and a single word is neither", () => {
  assert.deepEqual(splitName("Ada King Lovelace"), { given: "Ada King", family: "Lovelace" });
  for (const name of ["Ada", "", null, undefined]) assert.equal(splitName(name), undefined);
});

test("a phone number is passed on only with its country's code", () => {
  assert.equal(internationalPhone("+44 (20) 7946-0958"), "+442079460958");
  for (const phone of ["030 901820", "+0 123 456 789", "0044 20 7946 0958", "+49", null])
    assert.equal(internationalPhone(phone), undefined);
});

test("a region is named by letters", () => {
  assert.equal(regionText({ ...tokyo, region: "CA", regionName: "California" }), "CA");
  assert.equal(regionText(tokyo), "東京都");
  assert.equal(regionText({ ...tokyo, region: "Ñuble", regionName: null }), "Ñuble");
  assert.equal(regionText({ ...tokyo, region: null, regionName: null }), null);
});

test("an address is complete with a city and a postcode", () => {
  assert.ok(!isComplete(tokyo));
  assert.ok(!isComplete(null));
  assert.ok(isComplete({ ...tokyo, city: "Berlin" }));
  assert.ok(!isComplete({ ...tokyo, city: "Hong Kong", postalCode: null }));
});

test("the second line has what is left", () => {
  assert.equal(secondLine({ ...tokyo, line2: "2nd floor", district: "Kreuzberg" }), "2nd floor, Kreuzberg");
  assert.equal(secondLine(tokyo), "");
});
