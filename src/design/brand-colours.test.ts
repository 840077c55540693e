import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { brandColours } from "./brand-colours.ts";
import { contrastOf, parseHex, toOklch } from "./oklch.ts";
import { type Scheme, tokenColour } from "./tokens.ts";

const hexes = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const schemes: readonly Scheme[] = ["light", "dark"];

const contrast = (one: string, other: string): number => contrastOf(parseHex(one), parseHex(other));

test("property: links, buttons and their text have enough contrast for every brand colour", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { button, buttonHover, buttonText, link } = brandColours(asked)[scheme];
      for (const background of [tokenColour(scheme, "--surface"), tokenColour(scheme, "--raised")]) {
        assert.ok(contrast(link.colour, background) >= 4.5, `links of ${asked} are ${link.colour}`);
        assert.ok(contrast(button.colour, background) >= 3, `buttons of ${asked} are ${button.colour}`);
      }
      for (const fill of [button.colour, buttonHover])
        assert.ok(
          contrast(buttonText.colour, fill) >= 4.5,
          `words of ${asked} are ${buttonText.colour} on ${fill}`,
        );
      assert.ok(
        link.contrast >= 4.5 && button.contrast >= 3 && buttonText.contrast >= 4.5,
        "the reported contrasts are high enough",
      );
    }),
    { numRuns: 500 },
  );
});

test("property: keeps the hue, and keeps a colour with enough contrast unchanged", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { button, link } = brandColours(asked)[scheme];
      assert.equal(button.colour === asked, button.askedContrast >= 3);
      assert.equal(link.colour === asked, link.askedContrast >= 4.5);
      for (const { colour } of [button, link]) {
        const [before, after] = [toOklch(parseHex(asked)), toOklch(parseHex(colour))];
        // The distance from the line of the asked hue: an angle alone means little for colours that are almost grey.
        const distance = after.chroma * Math.sin(((after.hue - before.hue) * Math.PI) / 180);
        assert.ok(before.chroma < 0.01 || Math.abs(distance) < 0.006, `${asked} becomes ${colour}`);
      }
    }),
    { numRuns: 500 },
  );
});

test("property: an adjusted colour has hardly more contrast than needed", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { button, link } = brandColours(asked)[scheme];
      if (link.colour !== asked) assert.ok(link.contrast < 4.75, `${asked} becomes ${link.colour}`);
      if (button.colour !== asked) assert.ok(button.contrast < 3.2, `${asked} becomes ${button.colour}`);
    }),
    { numRuns: 300 },
  );
});

test("adjusts typical brand colours only where necessary", () => {
  const yellow = brandColours("#ffd400");
  assert.deepEqual([yellow.dark.button.colour, yellow.dark.link.colour], ["#ffd400", "#ffd400"]);
  assert.deepEqual([yellow.light.buttonText.colour, yellow.light.link.askedContrast], ["#000000", 1.32]);
  const blue = brandColours("#1f4e8c");
  assert.deepEqual([blue.light.button.colour, blue.light.link.colour], ["#1f4e8c", "#1f4e8c"]);
  assert.equal(blue.light.buttonText.colour, "#ffffff");
  const violet = brandColours("#7c3aed");
  assert.equal(
    violet.dark.buttonText.colour,
    "#ffffff",
    "a dark brand colour keeps white text on the dark page",
  );
  const black = brandColours("#000000").light;
  assert.equal(black.button.colour, "#000000");
  assert.notEqual(black.buttonHover, "#000000", "hovering changes the colour");
  assert.notEqual(brandColours("#ffffff").dark.buttonHover, "#ffffff");
});
