import { cardBrandName, cardBrands, type KnownCardBrand } from "../kernel/card-brand.ts";
import { type Html, html } from "../kernel/html.ts";
import { rememberWith } from "../kernel/remember.ts";
import { makeAsset } from "./asset.ts";

/**
 * The marks of card brands, 32 × 20 px, drawn for Kassa: simple, but in the brands' colours, so that customers find theirs. Letters
 * have a fixed width (`textLength`), so they fit in every font.
 */
const plate = html`<rect x=".5" y=".5" width="31" height="19" rx="3" fill="#fff" stroke="#c5cad3"/>`;

function letters(text: string, width: number, size: number, place: Html): Html {
  return html`<text text-anchor="middle" textLength="${width}" lengthAdjust="spacingAndGlyphs" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="${size}" ${place}>${text}</text>`;
}

/** Two circles and their overlap. */
function circles(start: string, middle: string, end: string): Html {
  return html`${plate}<circle cx="13" cy="10" r="5.6" fill="${start}"/><circle cx="19" cy="10" r="5.6" fill="${end}"/><path d="M16 5.27a5.6 5.6 0 0 1 0 9.46 5.6 5.6 0 0 1 0-9.46" fill="${middle}"/>`;
}

const drawings: Readonly<Record<KnownCardBrand, Html>> = {
  visa: html`${plate}${letters("VISA", 22, 10.5, html`x="16" y="13.75" fill="#1434cb" font-style="italic"`)}`,
  mastercard: circles("#eb001b", "#ff5f00", "#f79e1b"),
  amex: html`<rect width="32" height="20" rx="3" fill="#016fd0"/>${letters("AMEX", 25, 8.5, html`x="16" y="13" fill="#fff"`)}`,
  discover: html`${plate}<path d="M10 19.5c9-1 16.5-3.5 21.5-8V17a2.5 2.5 0 0 1-2.5 2.5z" fill="#f47216"/>${letters("DISCOVER", 26, 6, html`x="16" y="9.5" fill="#1a1a1a"`)}`,
  diners: html`${plate}<circle cx="16" cy="10" r="7" fill="#0065ab"/><path d="M14.5 5.3a5 5 0 0 0 0 9.4zM17.5 5.3a5 5 0 0 1 0 9.4z" fill="#fff"/>`,
  jcb: html`${plate}<path d="M6 15V6a2.5 2.5 0 0 1 2.5-2.5H12V14a2.5 2.5 0 0 1-2.5 2.5H6z" fill="#0b4ea2"/><path d="M13 15V6a2.5 2.5 0 0 1 2.5-2.5H19V14a2.5 2.5 0 0 1-2.5 2.5H13z" fill="#c8102e"/><path d="M20 15V6a2.5 2.5 0 0 1 2.5-2.5H26V14a2.5 2.5 0 0 1-2.5 2.5H20z" fill="#00843d"/>${letters("J", 3, 6, html`x="9" y="12" fill="#fff"`)}${letters("C", 4, 6, html`x="16" y="12" fill="#fff"`)}${letters("B", 4, 6, html`x="23" y="12" fill="#fff"`)}`,
  unionpay: html`${plate}<path d="M7.5 3h7l-3 14h-7z" fill="#e21836"/><path d="M14.5 3h7l-3 14h-7z" fill="#00447c"/><path d="M21.5 3h6l-3 14h-6z" fill="#007b84"/>${letters("UnionPay", 18, 5, html`x="16" y="12" fill="#fff"`)}`,
  maestro: circles("#eb001b", "#7375cf", "#00a2e5"),
};

/** All brands that have a mark, in the order of their drawings in the picture. */
export const markedBrands: readonly KnownCardBrand[] = cardBrands.filter((brand) => brand !== "unknown");

/** All marks, one below the other. A file of its own: the page shows its words before the marks are there, and browsers keep it. */
export const marks = makeAsset(
  "marks",
  "svg",
  "image/svg+xml",
  html`<svg xmlns="http://www.w3.org/2000/svg" width="32" height="${markedBrands.length * 20}">${markedBrands.map((brand, index) => html`<g transform="translate(0 ${index * 20})">${drawings[brand]}</g>`)}</svg>`.toString(),
);

/** The rules that show a mark: `data-mark` names its brand. */
export const markStyles = `[data-mark]{background:url("${marks.path}") 0 0/100% ${markedBrands.length * 100}%}
${markedBrands.map((brand, index) => `[data-mark="${brand}"]{background-position-y:${(index * 100) / (markedBrands.length - 1)}%}`).join("\n")}
`;

/** The mark inside the number field: a plain card, until the script knows the brand of the typed number. */
export const numberMark = html`<span class="brand"><svg width="32" height="20" viewBox="0 0 32 20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true" focusable="false"><rect x=".75" y=".75" width="30.5" height="18.5" rx="3"/><path d="M1 6.5h30M5 13.5h6"/></svg></span>`;

/** The brands that are accepted, by name for screen readers; null if they aren't known. The script dims the others once one is typed. */
export function acceptedBrands(brands: readonly KnownCardBrand[], name: string): Html | null {
  if (brands.length === 0) return null;
  return html`<ul class="accepted" aria-label="${name}">${marksOf(brands)}</ul>`;
}

const marksOf = rememberWith(
  (brands: readonly KnownCardBrand[]): Html =>
    html`${brands.map((brand) => html`<li><span class="brand" role="img" aria-label="${cardBrandName(brand)}" data-mark="${brand}"></span></li>`)}`.kept(),
);
