/**
 * Conversion between sRGB and OKLCH (Björn Ottosson 2020, https://bottosson.github.io/posts/oklab/, also the source of the
 * constants). OKLCH keeps the perceived hue when the lightness changes. HSL doesn't: a darker yellow looks green there, and
 * a darker blue violet.
 */

/** Red, green and blue of sRGB, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Lightness from 0 (black) to 1 (white), chroma from 0 (grey) to some 0.32, hue in degrees. */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

/** Parses `#rrggbb` or `#rgb`, in upper or lower case. */
export function parseHex(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const value = Number.parseInt(digits.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Formats as `#rrggbb`, each channel rounded to the nearest of its 256 values. */
export function toHex(rgb: Rgb): string {
  const digits = rgb.map((channel) =>
    Math.round(Math.min(Math.max(channel, 0), 1) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

export function toOklch(rgb: Rgb): Oklch {
  const [red, green, blue] = rgb.map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

/**
 * The sRGB colour with this lightness and hue, and with as much of the chroma as sRGB has. Near black and white that is
 * little for any hue.
 */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const exact = unbounded({ lightness, chroma, hue });
  if (isInGamut(exact)) return bounded(exact);
  let shown = 0;
  let tooMuch = chroma;
  // Each round halves the interval. 20 rounds leave a millionth of it, far below the steps of eight bits.
  for (let round = 0; round < 20; round += 1) {
    const between = (shown + tooMuch) / 2;
    if (isInGamut(unbounded({ lightness, chroma: between, hue }))) shown = between;
    else tooMuch = between;
  }
  return bounded(unbounded({ lightness, chroma: shown, hue }));
}

/**
 * How well text of one colour can be read on another, from 1 to 21, as WCAG 2.2 defines it
 * (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
 */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toLinear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function unbounded({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Values slightly out of range are rounding errors, too small to matter in eight bits. */
const tolerance = 1 / 1024;

const isInGamut = (rgb: Rgb): boolean =>
  rgb.every((channel) => channel >= -tolerance && channel <= 1 + tolerance);

function bounded([red, green, blue]: Rgb): Rgb {
  const within = (channel: number): number => Math.min(Math.max(channel, 0), 1);
  return [within(red), within(green), within(blue)];
}

/** The linear light of an sRGB channel (IEC 61966-2-1). */
function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function fromLinear(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}
