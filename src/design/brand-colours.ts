import { contrastOf, fromOklch, type Oklch, parseHex, toHex, toOklch } from "./oklch.ts";
import { type Scheme, tokenColour } from "./tokens.ts";

/** What text needs to be read, and what a control needs to be seen: WCAG 2.2 AA, 1.4.3 and 1.4.11. */
export const textContrast = 4.5;
export const controlContrast = 3;

/** What one scheme of the page makes of a brand's colour. Colours are `#rrggbb`, contrasts rounded down to two decimals. */
export type SchemeColours = {
  readonly button: Shade;
  /** The button under the pointer. */
  readonly buttonHover: string;
  /** The words on the button, and their contrast to it. */
  readonly buttonText: { readonly colour: string; readonly contrast: number };
  readonly link: Shade;
};

/** A colour, the least contrast that it has to what it stands on, and the least that the one that was asked for would have. */
export type Shade = { readonly colour: string; readonly contrast: number; readonly askedContrast: number };

export type BrandColours = Readonly<Record<Scheme, SchemeColours>>;

/**
 * What the page makes of a brand's colour: the colour itself where it can be read and seen, else the same hue at the
 * nearest lightness where it can, darker on the light page and lighter on the dark one. Links are text and need more than
 * buttons do, whose words are white or dark, whichever can be read on them; so buttons stay nearer to the brand.
 *
 * @param asked `#rrggbb`
 */
export function brandColours(asked: string): BrandColours {
  return { light: coloursFor("light", asked), dark: coloursFor("dark", asked) };
}

function coloursFor(scheme: Scheme, asked: string): SchemeColours {
  const button = shade(scheme, asked, controlContrast);
  const buttonText = textColourOn(scheme, button.colour);
  const buttonHover = hoverColour(buttonText, button.colour);
  const words = { colour: buttonText, contrast: roundDown(contrast(buttonText, button.colour)) };
  return { button, buttonHover, buttonText: words, link: shade(scheme, asked, textContrast) };
}

/** What brands stand on in each scheme, the way to leave it, and the words for buttons, the usual ones first. */
const schemes = {
  light: { backgrounds: backgroundsOf("light"), away: -1, words: ["#ffffff", "#000000"] },
  dark: {
    backgrounds: backgroundsOf("dark"),
    away: 1,
    words: [tokenColour("dark", "--surface"), "#ffffff", "#000000"],
  },
} as const;

function backgroundsOf(scheme: Scheme): readonly string[] {
  return [tokenColour(scheme, "--surface"), tokenColour(scheme, "--raised")];
}

/** The colour itself, or the first of its hue that has the contrast on the way to black or white, which always do. */
function shade(scheme: Scheme, asked: string, needed: number): Shade {
  const { backgrounds, away } = schemes[scheme];
  const least = (colour: string): number =>
    Math.min(...backgrounds.map((background) => contrast(colour, background)));
  const told = (colour: string): Shade => ({
    colour,
    contrast: roundDown(least(colour)),
    askedContrast: roundDown(least(asked)),
  });
  if (least(asked) >= needed) return told(asked);
  const seen = toOklch(parseHex(asked));
  const end = away === -1 ? 0 : 1;
  for (let lightness = seen.lightness; away * (end - lightness) > 0; lightness += away * step) {
    const colour = atLightness(seen, lightness);
    if (least(colour) >= needed) return told(colour);
  }
  return told(toHex([end, end, end]));
}

/** Finer than eight bits can show. */
const step = 1 / 512;

/** White and black multiply to a contrast of 21 with any colour between them, so one of them always has 4.58. */
function textColourOn(scheme: Scheme, button: string): string {
  const { words } = schemes[scheme];
  return words.find((colour) => contrast(colour, button) >= textContrast) ?? "#000000";
}

/** A button under the pointer is a shade further from its words; where there is none, a shade nearer. */
function hoverColour(words: string, button: string): string {
  const seen = toOklch(parseHex(button));
  const direction = toOklch(parseHex(words)).lightness > 0.5 ? -1 : 1;
  const further = seen.lightness + direction * 0.05;
  if (further > 0.1 && further < 0.99) return atLightness(seen, further);
  return atLightness(seen, seen.lightness - direction * 0.25);
}

const atLightness = (seen: Oklch, lightness: number): string => toHex(fromOklch({ ...seen, lightness }));

const contrast = (one: string, other: string): number => contrastOf(parseHex(one), parseHex(other));

/** Rounded down, so that 4.499 is never told as the 4.5 that it isn't. */
const roundDown = (ratio: number): number => Math.floor(ratio * 100) / 100;
