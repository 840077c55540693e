import { brandColours, type SchemeColours } from "../design/brand-colours.ts";
import { tokenColour } from "../design/tokens.ts";
import { type Asset, makeAsset } from "./asset.ts";

/** How a merchant's colour comes to the page. */
export type Brand = {
  /** Four lines in the place of the design's accent. */
  readonly sheet: Asset;
  /** The accent of the light page, for the tab's icon. */
  readonly accent: string;
};

/** The accent where a merchant has no colour. */
export const defaultAccent = tokenColour("light", "--accent");

/**
 * A merchant's colour as a style sheet of its own, at an address that the colour and the bytes make up. So nothing has to
 * be looked up or kept to serve it, browsers keep it for good, and the page's policy needs to allow no inline style.
 *
 * @param color `#rrggbb`
 */
export function brandOf(color: string): Brand {
  const known = brands.get(color);
  if (known) return known;
  const { light, dark } = brandColours(color);
  const text = `:root{${declarations(light)}}@media screen and (prefers-color-scheme:dark){:root{${declarations(dark)}}}`;
  const sheet = makeAsset(`brand-${color.slice(1)}`, "css", "text/css; charset=utf-8", text);
  const brand = { sheet, accent: light.button.colour };
  if (brands.size >= maxCachedBrands) brands.clear();
  brands.set(color, brand);
  return brand;
}

/** The brand whose sheet is at a path of the page's assets; undefined when there is none with these very bytes. */
export function brandByPath(path: string): Brand | undefined {
  const digits = /\/brand-([0-9a-f]{6})\.[0-9a-f]+\.css$/.exec(path)?.[1];
  const brand = digits === undefined ? undefined : brandOf(`#${digits}`);
  return brand?.sheet.path === path ? brand : undefined;
}

const brands = new Map<string, Brand>();

/** A kilobyte each, and 2 ms to make again. */
const maxCachedBrands = 1_000;

function declarations({ button, buttonHover, buttonText, link }: SchemeColours): string {
  return `--accent:${button.colour};--accent-hover:${buttonHover};--on-accent:${buttonText.colour};--link:${link.colour}`;
}
