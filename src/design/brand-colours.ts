import { contrastOf, fromOklch, type Oklch, parseHex, type Rgb, toHex, toOklch } from "./oklch.ts";
import { type Scheme, tokenColour } from "./tokens.ts";

/** What text needs to be read, by WCAG 2.2 AA: links on the page, and the words on a button. */
export const textContrast = 4.5;

/** A brand's colour as one scheme of the page uses it. Colours are `#rrggbb`. */
export type Accent = {
  /** Of links, and of the button. */
  readonly accent: string;
  /** The same under the pointer. */
  readonly hover: string;
  /** Of the words on the button. */
  readonly onAccent: string;
  /** The least that text in, or on, the accent has, rounded down to two decimals. */
  readonly contrast: number;
  /** The same for the colour that was asked for. */
  readonly askedContrast: number;
};

export type BrandColours = Readonly<Record<Scheme, Accent>>;

/**
 * What the page makes of a brand's colour: the colour itself where text in it can be read, else the same hue at the
 * nearest lightness where it can, darker on the light page and lighter on the dark one.
 *
 * @param asked `#rrggbb`
 */
export function brandColours(asked: string): BrandColours {
  return { light: accentFor("light", asked), dark: accentFor("dark", asked) };
}

function accentFor(scheme: Scheme, asked: string): Accent {
  const { backgrounds, away } = schemes[scheme];
  const least = (colour: string): number =>
    Math.min(...backgrounds.map((background) => contrastOf(parseHex(colour), background)));
  const accent = nearest(asked, away, (colour) => least(colour) >= textContrast);
  return {
    accent,
    hover: underThePointer(accent, away, (colour) => least(colour) >= textContrast),
    onAccent: toHex(schemes[scheme].onAccent),
    contrast: floor2(least(accent)),
    askedContrast: floor2(least(asked)),
  };
}

/**
 * What accents stand on and beside. The words on a button have the colour of the background from which the accent keeps
 * its distance, so one rule serves both.
 */
const schemes = {
  light: { backgrounds: backgroundsOf("light"), away: -1, onAccent: colourOf("light", "--raised") },
  dark: { backgrounds: backgroundsOf("dark"), away: 1, onAccent: colourOf("dark", "--surface") },
} as const;

function backgroundsOf(scheme: Scheme): readonly Rgb[] {
  return [colourOf(scheme, "--surface"), colourOf(scheme, "--raised")];
}

function colourOf(scheme: Scheme, name: `--${string}`): Rgb {
  return parseHex(tokenColour(scheme, name));
}

/** Finer than eight bits can show. */
const step = 1 / 512;

/** The colour itself, or the first of its hue that will do on the way to black (-1) or white (1), which always does. */
function nearest(asked: string, away: -1 | 1, willDo: (colour: string) => boolean): string {
  if (willDo(asked)) return asked;
  const seen = toOklch(parseHex(asked));
  const end = away === -1 ? 0 : 1;
  for (let lightness = seen.lightness; away * (end - lightness) > 0; lightness += away * step) {
    const colour = atLightness(seen, lightness);
    if (willDo(colour)) return colour;
  }
  return toHex([end, end, end]);
}

/** A shade further from the background; where there is none, a shade nearer. */
function underThePointer(accent: string, away: -1 | 1, willDo: (colour: string) => boolean): string {
  const seen = toOklch(parseHex(accent));
  const further = seen.lightness + away * 0.06;
  if (further > 0.1 && further < 1) return atLightness(seen, further);
  const nearer = atLightness(seen, seen.lightness - away * 0.1);
  return willDo(nearer) ? nearer : accent;
}

const atLightness = (seen: Oklch, lightness: number): string => toHex(fromOklch({ ...seen, lightness }));

/** Rounded down, so that 4.499 is never told as the 4.5 that it isn't. */
const floor2 = (ratio: number): number => Math.floor(ratio * 100) / 100;
