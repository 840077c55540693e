import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { brandColours } from "./brand-colours.ts";
import { contrastOf, parseHex, toOklch } from "./oklch.ts";
import { type Scheme, tokenColour } from "./tokens.ts";

const hexes = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const schemes: readonly Scheme[] = ["light", "dark"];

const contrast = (one: string, other: string): number => contrastOf(parseHex(one), parseHex(other));

test("property: links, the borders of buttons and their text have enough contrast for every brand colour", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { button, buttonBorder, buttonHover, buttonText, link } = brandColours(asked)[scheme];
      for (const background of [tokenColour(scheme, "--surface"), tokenColour(scheme, "--raised")]) {
        assert.ok(contrast(link.colour, background) >= 4.5, `links of ${asked} are ${link.colour}`);
        assert.ok(
          contrast(buttonBorder.colour, background) >= 3,
          `borders of ${asked}: ${buttonBorder.colour}`,
        );
      }
      for (const fill of [button.colour, buttonHover])
        assert.ok(
          contrast(buttonText.colour, fill) >= 4.5,
          `words of ${asked} are ${buttonText.colour} on ${fill}`,
        );
      assert.ok(
        link.contrast >= 4.5 && buttonBorder.contrast >= 3 && buttonText.contrast >= 4.5,
        "the reported contrasts are high enough",
      );
    }),
    { numRuns: 1000 },
  );
});

test("property: a button has the brand colour, or one that looks the same; its text is the better of black and white", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { button, buttonBorder, buttonHover, buttonText } = brandColours(asked)[scheme];
      const shift = toOklch(parseHex(button.colour)).lightness - toOklch(parseHex(asked)).lightness;
      assert.ok(Math.abs(shift) <= 0.05, `${asked} becomes ${button.colour}`);
      if (button.askedContrast >= 3) assert.equal(button.colour, asked);
      if (button.contrast >= 3) assert.equal(buttonBorder.colour, button.colour, "no border without need");
      const [onWhite, onBlack] = [contrast("#ffffff", button.colour), contrast("#000000", button.colour)];
      assert.equal(buttonText.colour, onWhite > onBlack ? "#ffffff" : "#000000");
      assert.notEqual(buttonHover, button.colour, "hovering changes the colour");
    }),
    { numRuns: 1000 },
  );
});

test("property: keeps the hue, and keeps a colour with enough contrast unchanged", () => {
  fc.assert(
    fc.property(hexes, fc.constantFrom(...schemes), (asked, scheme) => {
      const { buttonBorder, link } = brandColours(asked)[scheme];
      assert.equal(buttonBorder.colour === asked, buttonBorder.askedContrast >= 3);
      assert.equal(link.colour === asked, link.askedContrast >= 4.5);
      for (const { colour } of [buttonBorder, link]) {
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
      const { buttonBorder: border, link } = brandColours(asked)[scheme];
      if (link.colour !== asked) assert.ok(link.contrast < 4.75, `${asked} becomes ${link.colour}`);
      if (border.colour !== asked) assert.ok(border.contrast < 3.2, `${asked} becomes ${border.colour}`);
    }),
    { numRuns: 300 },
  );
});

/** Each brand colour in both schemes: the button and its text, and whether it has a border of another shade. */
const fills = (asked: string) =>
  schemes.map((scheme) => {
    const { button, buttonBorder, buttonText } = brandColours(asked)[scheme];
    return [button.colour, buttonText.colour, buttonBorder.colour !== button.colour];
  });

test("typical brand colours stay what they are, with a border where the page has nearly the same colour", () => {
  const [black, white] = ["#000000", "#ffffff"];
  assert.deepEqual(fills("#ffd400"), [
    ["#ffd400", black, true],
    ["#ffd400", black, false],
  ]);
  assert.deepEqual(fills(white), [
    [white, black, true],
    [white, black, false],
  ]);
  assert.deepEqual(fills(black), [
    [black, white, false],
    [black, white, true],
  ]);
  assert.deepEqual(fills("#ff0000"), [
    ["#ff0000", black, false],
    ["#ff0000", black, false],
  ]);
  assert.deepEqual(fills("#1f4e8c"), [
    ["#1f4e8c", white, false],
    ["#1f4e8c", white, true],
  ]);
});

test("a colour that nearly has enough contrast becomes a little darker, and needs no border", () => {
  const { button, buttonBorder } = brandColours("#f97316").light;
  assert.equal(button.askedContrast, 2.59);
  assert.ok(button.contrast >= 3);
  assert.deepEqual(button, buttonBorder);
});
