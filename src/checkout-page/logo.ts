import { type Html, html } from "../kernel/html.ts";
import { monogram } from "./icons.ts";
import type { Logo, Merchant } from "./merchant.ts";

/** A logo more than twice as wide as high is a wordmark: the name goes below it instead of beside it. */
const wordmarkProportion = 2;

/** The box that a logo is fitted into, in pixels: a wordmark as wide as fits on a phone, others beside the name. */
const boxes = {
  wordmark: { width: 240, height: 40 },
  emblem: { width: 80, height: 40 },
  /** Narrower than two thirds of its height: at 40 px it would be hard to make out. */
  tall: { width: 40, height: 64 },
};

const boxOf = ({ width, height }: Logo): { readonly width: number; readonly height: number } => {
  if (width / height > wordmarkProportion) return boxes.wordmark;
  return width / height < 2 / 3 ? boxes.tall : boxes.emblem;
};

/** The merchant's logo or a monogram. The name is always next to it, so it is hidden from screen readers. */
export function merchantMark(merchant: Merchant): Html {
  return merchant.logo ? logoImage(merchant.logo) : monogram(merchant.name);
}

export const isWordmark = ({ logo }: Merchant): boolean =>
  logo !== undefined && logo.width / logo.height > wordmarkProportion;

/** The page contains the size, so that nothing moves when the logo has loaded. */
function logoImage(logo: Logo): Html {
  const { url, width, height } = logo;
  const box = boxOf(logo);
  const scale = Math.min(box.width / width, box.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return html`<span class="logo"><img src="${url}" width="${shownWidth}" height="${shownHeight}" alt=""></span>`;
}
