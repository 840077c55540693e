import { contrastOf, fromOklch, type Oklch, parseHex, toHex, toOklch } from "./oklch.ts";
import { type Scheme, tokenColour } from "./tokens.ts";

/** The minimum contrast of text and of controls: WCAG 2.2 AA, 1.4.3 and 1.4.11. */
export const textContrast = 4.5;
export const controlContrast = 3;

/** The shades of a brand colour in one scheme. Colours are `#rrggbb`; contrasts are rounded down to two decimals. */
export type SchemeColours = {
  readonly button: Shade;
  /** The button under the pointer. */
  readonly buttonHover: string;
  /** The text on the button, and its contrast to the button. */
  readonly buttonText: { readonly colour: string; readonly contrast: number };
  readonly link: Shade;
};

/** A colour, its lowest contrast to the backgrounds, and the lowest contrast that the asked colour has to them. */
export type Shade = { readonly colour: string; readonly contrast: number; readonly askedContrast: number };

export type BrandColours = Readonly<Record<Scheme, SchemeColours>>;

/**
 * The shades of a brand colour on the page: the colour itself if its contrast is high enough, otherwise the same hue at the
 * nearest lightness with enough contrast, darker in the light scheme and lighter in the dark one. Links are text and need
 * more contrast than buttons, so buttons stay closer to the brand colour. The text on buttons is white or dark.
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
  const text = { colour: buttonText, contrast: roundDown(contrast(buttonText, button.colour)) };
  return { button, buttonHover, buttonText: text, link: shade(scheme, asked, textContrast) };
}

/** Per scheme: the backgrounds, the direction away from them, and the text colours for buttons in order of preference. */
const schemes = {
  light: { backgrounds: backgroundsOf("light"), away: -1, textColours: ["#ffffff", "#000000"] },
  dark: {
    backgrounds: backgroundsOf("dark"),
    away: 1,
    textColours: [tokenColour("dark", "--surface"), "#ffffff", "#000000"],
  },
} as const;

function backgroundsOf(scheme: Scheme): readonly string[] {
  return [tokenColour(scheme, "--surface"), tokenColour(scheme, "--raised")];
}

/** The colour itself, or the first shade towards black or white with enough contrast. Black or white always has enough. */
function shade(scheme: Scheme, asked: string, needed: number): Shade {
  const { backgrounds, away } = schemes[scheme];
  const lowestContrast = (colour: string): number =>
    Math.min(...backgrounds.map((background) => contrast(colour, background)));
  const toShade = (colour: string): Shade => ({
    colour,
    contrast: roundDown(lowestContrast(colour)),
    askedContrast: roundDown(lowestContrast(asked)),
  });
  if (lowestContrast(asked) >= needed) return toShade(asked);
  const oklch = toOklch(parseHex(asked));
  const end = away === -1 ? 0 : 1;
  for (let lightness = oklch.lightness; away * (end - lightness) > 0; lightness += away * step) {
    const colour = atLightness(oklch, lightness);
    if (lowestContrast(colour) >= needed) return toShade(colour);
  }
  return toShade(toHex([end, end, end]));
}

/** Finer than the steps of eight bits. */
const step = 1 / 512;

/** The contrasts of a colour to white and to black multiply to 21, so one of them is always at least 4.58. */
function textColourOn(scheme: Scheme, button: string): string {
  const { textColours } = schemes[scheme];
  return textColours.find((colour) => contrast(colour, button) >= textContrast) ?? "#000000";
}

/** The hover colour of a button has more contrast to its text; if there is no such shade, less. */
function hoverColour(text: string, button: string): string {
  const oklch = toOklch(parseHex(button));
  const direction = toOklch(parseHex(text)).lightness > 0.5 ? -1 : 1;
  const further = oklch.lightness + direction * 0.05;
  if (further > 0.1 && further < 0.99) return atLightness(oklch, further);
  return atLightness(oklch, oklch.lightness - direction * 0.25);
}

const atLightness = (oklch: Oklch, lightness: number): string => toHex(fromOklch({ ...oklch, lightness }));

const contrast = (one: string, other: string): number => contrastOf(parseHex(one), parseHex(other));

/** Rounded down, so that 4.499 isn't reported as 4.5. */
const roundDown = (ratio: number): number => Math.floor(ratio * 100) / 100;
