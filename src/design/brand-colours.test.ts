import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { brandColours } from "./brand-colours.ts";
import { contrastOf, parseHex, toOklch } from "./oklch.ts";
import { type Scheme, tokenColour } from "./tokens.ts";

const hexes = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const schemes: readonly Scheme[] = ["light", "dark"];

const contrast = (one: string, other: string): number => contrastOf(parseHex(one), parseHex(other));

test("property: links, and words on buttons, can be read in whatever colour a brand has", () => {
  fc.assert(
    fc.property(hexes, (asked) => {
      for (const scheme of schemes) {
        const { accent, hover, onAccent, contrast: told } = brandColours(asked)[scheme];
        for (const colour of [accent, hover]) {
          for (const other of [tokenColour(scheme, "--surface"), tokenColour(scheme, "--raised"), onAccent])
            assert.ok(contrast(colour, other) >= 4.5, `${asked} becomes ${colour} on ${other}`);
        }
        assert.ok(told >= 4.5);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("property: the hue stays, and so does the colour where it can be read", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { accent, askedContrast } = brandColours(asked)[scheme];
      assert.equal(accent === asked, askedContrast >= 4.5);
      const [before, after] = [toOklch(parseHex(asked)), toOklch(parseHex(accent))];
      // How far the colour lies from the asked hue's line: an angle alone says nothing where there is hardly any colour.
      const aside = after.chroma * Math.sin(((after.hue - before.hue) * Math.PI) / 180);
      assert.ok(before.chroma < 0.01 || Math.abs(aside) < 0.006, `${asked} becomes ${accent}`);
    }),
    { numRuns: 2_000 },
  );
});

test("property: no lightness nearer to the asked one would have done", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { accent, contrast: reached } = brandColours(asked)[scheme];
      if (accent !== asked) assert.ok(reached < 4.75, `${asked} becomes ${accent}, which has ${reached}`);
    }),
  );
});

test("colours that brands have", () => {
  const yellow = brandColours("#ffd400");
  assert.equal(yellow.dark.accent, "#ffd400");
  assert.notEqual(yellow.light.accent, "#ffd400");
  assert.ok(yellow.light.askedContrast < 1.5);
  assert.equal(brandColours("#1f4e8c").light.accent, "#1f4e8c");
  const black = brandColours("#000000");
  assert.deepEqual([black.light.accent, black.light.contrast > 15], ["#000000", true]);
  assert.notEqual(black.light.hover, "#000000", "the pointer changes something");
  assert.notEqual(brandColours("#ffffff").dark.hover, "#ffffff");
});
