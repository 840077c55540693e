import { type Html, html } from "../kernel/html.ts";
import { direction } from "../kernel/locales.ts";
import { script, stylesheet } from "./assets.ts";
import { brandOf, defaultIcon, type IconColours } from "./brand.ts";
import type { Texts } from "./texts.ts";

/** The parts of a page. Parts that are null are left out. */
export type PageParts = {
  /** The title of the browser's tab, in plain text. */
  readonly title: string;
  /** More elements for the head, such as a refresh. */
  readonly head: Html | null;
  readonly sandboxBand: Html | null;
  /** The merchant's colour, `#rrggbb`. Without one the page has the design's accent. */
  readonly brandColor?: string | undefined;
  /** The link back, above the order. */
  readonly back?: Html | null;
  /** The order, on the left on a desktop. Without one, the payment part is centred. */
  readonly order: Html | null;
  /** True when the order has hardly any content: it then stands above the payment part, and both are centred. */
  readonly oneColumn?: boolean;
  /** The items, where the outcome matters more than they do: below the outcome on a phone, below the order on a desktop. */
  readonly orderItems?: Html | null;
  readonly payment: Html;
  readonly footer: Html;
};

/**
 * The card icon as a data URL. Browsers always load an icon, and without this one they would request /favicon.ico.
 */
const favicon = ({ fill, drawing }: IconColours): string =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%23${fill.slice(1)}'/%3E%3Cpath d='M5 8.5h14v8H5zM5 11.25h14' fill='none' stroke='%23${drawing.slice(1)}' stroke-width='1.5' stroke-linejoin='round'/%3E%3C/svg%3E`;

function mainClass({ order, oneColumn, orderItems }: PageParts): string {
  if (order === null) return "narrow alone";
  if (oneColumn) return "narrow";
  return orderItems ? "columns told" : "columns";
}

/** The HTML document that contains every state. */
export function layout(parts: PageParts, texts: Texts): Html {
  const brand = parts.brandColor === undefined ? undefined : brandOf(parts.brandColor);
  return html`<!doctype html>
<html lang="${texts.locale}" dir="${direction(texts.locale)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${parts.title}</title>
  <meta name="robots" content="noindex, nofollow">
  <meta name="color-scheme" content="light dark">
  <meta name="format-detection" content="telephone=no">
  <link rel="icon" href="${favicon(brand?.icon ?? defaultIcon)}">
  <link rel="stylesheet" href="${stylesheet.path}" integrity="${stylesheet.integrity}">
  ${brand && html`<link rel="stylesheet" href="${brand.sheet.path}" integrity="${brand.sheet.integrity}">`}
  <script src="${script.path}" integrity="${script.integrity}" defer fetchpriority="low"></script>
  ${parts.head}
</head>
<body>
  <a class="skip" href="#payment">${texts.rich("skip")}</a>
  ${parts.sandboxBand}
  <main class="${mainClass(parts)}">
    ${parts.back}
    ${parts.order}
    <section class="payment" id="payment" tabindex="-1">
    ${parts.payment}
    </section>
    ${parts.orderItems && html`<div class="order-items">${parts.orderItems}</div>`}
  </main>
  ${parts.footer}
</body>
</html>
`;
}
