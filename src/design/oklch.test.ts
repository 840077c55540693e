import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrastOf, fromOklch, parseHex, toHex, toOklch } from "./oklch.ts";

const hexes = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("property: converts every sRGB colour to OKLCH and back unchanged", () => {
  fc.assert(fc.property(hexes, (hex) => assert.equal(toHex(fromOklch(toOklch(parseHex(hex)))), hex)));
});

test("property: a colour outside sRGB keeps its lightness and hue", () => {
  const beyond = fc.record({
    lightness: fc.double({ min: 0.3, max: 0.95, noNaN: true }),
    chroma: fc.constant(0.4),
    hue: fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true }),
  });
  fc.assert(
    fc.property(beyond, (asked) => {
      const shown = toOklch(fromOklch(asked));
      assert.ok(Math.abs(shown.lightness - asked.lightness) < 0.005);
      assert.ok(Math.abs(((shown.hue - asked.hue + 540) % 360) - 180) < 3, `${shown.hue} for ${asked.hue}`);
    }),
  );
});

test("computes the published OKLCH values", () => {
  // From the sample values of CSS Color 4 (https://www.w3.org/TR/css-color-4/#ok-lab) and Ottosson's own table.
  const published = [
    ["#ff0000", 0.628, 0.2577, 29.23],
    ["#00ff00", 0.8664, 0.2948, 142.5],
    ["#0000ff", 0.452, 0.3132, 264.05],
    ["#ffff00", 0.968, 0.211, 109.77],
  ] as const;
  for (const [hex, lightness, chroma, hue] of published) {
    const seen = toOklch(parseHex(hex));
    assert.ok(Math.abs(seen.lightness - lightness) < 0.001, hex);
    assert.ok(Math.abs(seen.chroma - chroma) < 0.001, hex);
    assert.ok(Math.abs(seen.hue - hue) < 0.1, hex);
  }
});

test("computes the contrast ratio of WCAG", () => {
  const of = (one: string, other: string) => contrastOf(parseHex(one), parseHex(other));
  assert.equal(of("#000000", "#ffffff"), 21);
  assert.equal(of("#fff", "#ffffff"), 1);
  // The lightest grey with enough contrast on white, and the next one, which has too little.
  assert.ok(of("#767676", "#fff") >= 4.5 && of("#777777", "#fff") < 4.5);
});
