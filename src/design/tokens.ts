import { readFileSync } from "node:fs";

/**
 * The design's colours, light and dark, its type scale, shape, motion and the one space that grows with the screen, as
 * CSS custom properties. Every style sheet of Kassa begins with them, and none has any of its own. On the payment page
 * the accent (of buttons) and the links are the merchant's colour, where there is one; everything else is the same for all.
 */
export const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

export type Scheme = "light" | "dark";

const [light = "", dark = ""] = tokens.split("prefers-color-scheme: dark");
const sheets: Readonly<Record<Scheme, string>> = { light, dark };

/** The colour of a token as `#rrggbb` or `#rgb`. @throws Error when the token is none or has no such colour */
export function tokenColour(scheme: Scheme, name: `--${string}`): string {
  const colour = new RegExp(`${name}: (#[0-9a-f]{3,6});`).exec(sheets[scheme])?.[1];
  if (colour === undefined) throw new Error(`the design has no colour ${name} in the ${scheme} scheme`);
  return colour;
}
