import { readFileSync } from "node:fs";

/**
 * The design tokens as CSS custom properties: light and dark colours, type scale, radius, motion, and the gutter, which grows
 * with the screen. Every style sheet of Kassa begins with them and defines no others. On the payment page a merchant's
 * colour replaces the accent (of buttons), its border and the link colour; everything else is the same for all merchants.
 */
export const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

export type Scheme = "light" | "dark";

const [light = "", dark = ""] = tokens.split("prefers-color-scheme: dark");
const sheets: Readonly<Record<Scheme, string>> = { light, dark };

/** The colour of a token as `#rrggbb` or `#rgb`. @throws Error when there is no such token or it isn't such a colour */
export function tokenColour(scheme: Scheme, name: `--${string}`): string {
  const colour = new RegExp(`${name}: (#[0-9a-f]{3,6});`).exec(sheets[scheme])?.[1];
  if (colour === undefined) throw new Error(`the design has no colour ${name} in the ${scheme} scheme`);
  return colour;
}
