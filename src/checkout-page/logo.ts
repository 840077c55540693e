import { type Html, html } from "../kernel/html.ts";
import { monogram } from "./icons.ts";
import type { Logo, Merchant } from "./view-model.ts";

/** The box that a logo is fitted into, in pixels: as high as a line of the name needs, as wide as a phone leaves. */
const box = { width: 200, height: 40 };

/** Twice as wide as high, and a logo is more than a sign: the name goes under it instead of beside it. */
const wordmarkProportion = 2;

/** The merchant's logo, or a drawn stand-in. The name always stands beside it, so it says nothing to screen readers. */
export function merchantMark(merchant: Merchant): Html {
  return merchant.logo ? logoImage(merchant.logo) : monogram(merchant.name);
}

export const isWordmark = ({ logo }: Merchant): boolean =>
  logo !== undefined && logo.width / logo.height > wordmarkProportion;

/** Its size stands in the page, so that nothing moves when it arrives. */
function logoImage({ url, width, height }: Logo): Html {
  const scale = Math.min(box.width / width, box.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return html`<span class="logo"><img src="${url}" width="${shownWidth}" height="${shownHeight}" alt=""></span>`;
}
