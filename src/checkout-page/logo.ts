import { type Html, html } from "../kernel/html.ts";
import { monogram } from "./icons.ts";
import type { Logo, Merchant } from "./view-model.ts";

/** The box that a logo is fitted into, in pixels: as high as a line of the name, as wide as fits on a phone. */
const box = { width: 200, height: 40 };

/** A logo more than twice as wide as high is a wordmark: the name goes below it instead of beside it. */
const wordmarkProportion = 2;

/** The merchant's logo or a monogram. The name is always next to it, so it is hidden from screen readers. */
export function merchantMark(merchant: Merchant): Html {
  return merchant.logo ? logoImage(merchant.logo) : monogram(merchant.name);
}

export const isWordmark = ({ logo }: Merchant): boolean =>
  logo !== undefined && logo.width / logo.height > wordmarkProportion;

/** The page contains the size, so that nothing moves when the logo has loaded. */
function logoImage({ url, width, height }: Logo): Html {
  const scale = Math.min(box.width / width, box.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return html`<span class="logo"><img src="${url}" width="${shownWidth}" height="${shownHeight}" alt=""></span>`;
}
