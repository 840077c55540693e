import { brandColours, type SchemeColours } from "../design/brand-colours.ts";
import { tokenColour } from "../design/tokens.ts";
import { type Asset, makeAsset } from "./asset.ts";

/** A merchant's colour, as the page uses it. */
export type Brand = {
  /** Overrides the design's accent, its border and hover shade, the text on it, and the link colour. */
  readonly sheet: Asset;
  readonly icon: IconColours;
};

/** The colours of the tab's icon, in the light scheme. */
export type IconColours = { readonly fill: string; readonly drawing: string };

/** For merchants without a brand colour. */
export const defaultIcon: IconColours = { fill: tokenColour("light", "--accent"), drawing: "#ffffff" };

/**
 * A merchant's colour as a style sheet. Its path contains the colour and the hash of its bytes, so serving it needs no
 * look-up and no storage, browsers can cache it forever, and the page's policy can forbid inline styles.
 *
 * @param color `#rrggbb`
 */
export function brandOf(color: string): Brand {
  const known = brands.get(color);
  if (known) return known;
  const { light, dark } = brandColours(color);
  const text = `:root{${declarations(light)}}@media screen and (prefers-color-scheme:dark){:root{${declarations(dark)}}}`;
  const sheet = makeAsset(`brand-${color.slice(1)}`, "css", "text/css; charset=utf-8", text);
  const brand = { sheet, icon: { fill: light.button.colour, drawing: light.buttonText.colour } };
  if (brands.size >= maxCachedBrands) brands.clear();
  brands.set(color, brand);
  return brand;
}

/** The brand whose style sheet has this path; undefined when the path isn't one or its hash is wrong. */
export function brandByPath(path: string): Brand | undefined {
  const digits = /\/brand-([0-9a-f]{6})\.[0-9a-f]+\.css$/.exec(path)?.[1];
  const brand = digits === undefined ? undefined : brandOf(`#${digits}`);
  return brand?.sheet.path === path ? brand : undefined;
}

const brands = new Map<string, Brand>();

/** Each takes 1 KB, and 2 ms to compute again. */
const maxCachedBrands = 1_000;

function declarations({ button, buttonBorder, buttonHover, buttonText, link }: SchemeColours): string {
  return `--accent:${button.colour};--accent-border:${buttonBorder.colour};--accent-hover:${buttonHover};--on-accent:${buttonText.colour};--link:${link.colour}`;
}
