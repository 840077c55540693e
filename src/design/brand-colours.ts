import { contrastOf, fromOklch, type Oklch, parseHex, toHex, toOklch } from "./oklch.ts";
import { type Scheme, tokenColour } from "./tokens.ts";

/** The minimum contrast of text and of controls: WCAG 2.2 AA, 1.4.3 and 1.4.11. */
export const textContrast = 4.5;
export const controlContrast = 3;

/** The shades of a brand colour in one scheme. Colours are `#rrggbb`; contrasts are rounded down to two decimals. */
export type SchemeColours = {
  readonly button: Shade;
  /** The border of the button: the button's own colour, or a shade that stands out where the button doesn't. */
  readonly buttonBorder: Shade;
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
 * The shades of a brand colour on the page. Buttons keep the colour that the merchant chose: where it hardly differs from the
 * page, they get a border of the same hue, and only where the nearest shade with enough contrast looks the same, that shade.
 * Links are text, which no border can help: they get the same hue at the nearest lightness with enough contrast, darker in
 * the light scheme and lighter in the dark one. The text on buttons is black or white, whichever has more contrast.
 *
 * @param asked `#rrggbb`
 */
export function brandColours(asked: string): BrandColours {
  return { light: coloursFor("light", asked), dark: coloursFor("dark", asked) };
}

function coloursFor(scheme: Scheme, asked: string): SchemeColours {
  const buttonBorder = shade(scheme, asked, controlContrast);
  const keepsColour = lightnessBetween(asked, buttonBorder.colour) > maxLightnessShift;
  const button = keepsColour ? asShade(scheme, asked, asked) : buttonBorder;
  const buttonText = textColourOn(button.colour);
  return {
    button,
    buttonBorder,
    buttonHover: hoverColour(buttonText, button.colour),
    buttonText: { colour: buttonText, contrast: roundDown(contrast(buttonText, button.colour)) },
    link: shade(scheme, asked, textContrast),
  };
}

/** The largest change of lightness, in OKLCH, at which people still take a button's colour for the one of the logo. */
const maxLightnessShift = 0.05;

const lightnessBetween = (one: string, other: string): number =>
  Math.abs(toOklch(parseHex(one)).lightness - toOklch(parseHex(other)).lightness);

/** Per scheme: the backgrounds, and the direction away from them. */
const schemes = {
  light: { backgrounds: backgroundsOf("light"), away: -1 },
  dark: { backgrounds: backgroundsOf("dark"), away: 1 },
} as const;

function backgroundsOf(scheme: Scheme): readonly string[] {
  return [tokenColour(scheme, "--surface"), tokenColour(scheme, "--raised")];
}

/** The lowest contrast of a colour to the scheme's backgrounds. */
const lowestContrast = (scheme: Scheme, colour: string): number =>
  Math.min(...schemes[scheme].backgrounds.map((background) => contrast(colour, background)));

const asShade = (scheme: Scheme, colour: string, asked: string): Shade => ({
  colour,
  contrast: roundDown(lowestContrast(scheme, colour)),
  askedContrast: roundDown(lowestContrast(scheme, asked)),
});

/** The colour itself, or the first shade towards black or white with enough contrast. Black or white always has enough. */
function shade(scheme: Scheme, asked: string, needed: number): Shade {
  const { away } = schemes[scheme];
  const isEnough = (colour: string): boolean => lowestContrast(scheme, colour) >= needed;
  if (isEnough(asked)) return asShade(scheme, asked, asked);
  const oklch = toOklch(parseHex(asked));
  const end = away === -1 ? 0 : 1;
  for (let lightness = oklch.lightness; away * (end - lightness) > 0; lightness += away * step) {
    const colour = atLightness(oklch, lightness);
    if (isEnough(colour)) return asShade(scheme, colour, asked);
  }
  return asShade(scheme, toHex([end, end, end]), asked);
}

/** Finer than the steps of eight bits. */
const step = 1 / 512;

/** The contrasts of a colour to white and to black multiply to 21, so the higher one is at least 4.58. */
const textColourOn = (button: string): string =>
  contrast("#ffffff", button) > contrast("#000000", button) ? "#ffffff" : "#000000";

/** The hover colour of a button has more contrast to its text. Next to black or white, where there is no such shade, it has less. */
function hoverColour(text: string, button: string): string {
  const oklch = toOklch(parseHex(button));
  const direction = toOklch(parseHex(text)).lightness > 0.5 ? -1 : 1;
  const further = oklch.lightness + direction * 0.05;
  if (further > 0.1 && further < 0.99) return atLightness(oklch, further);
  // Dark shades differ less to the eye than light ones at the same distance.
  return atLightness(oklch, direction === -1 ? oklch.lightness + 0.25 : oklch.lightness - 0.06);
}

const atLightness = (oklch: Oklch, lightness: number): string => toHex(fromOklch({ ...oklch, lightness }));

const contrast = (one: string, other: string): number => contrastOf(parseHex(one), parseHex(other));

/** Rounded down, so that 4.499 isn't reported as 4.5. */
const roundDown = (ratio: number): number => Math.floor(ratio * 100) / 100;
