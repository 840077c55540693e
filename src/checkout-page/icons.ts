import type { PaymentMethodType } from "../connectors/contract.ts";
import { type Html, html } from "../kernel/html.ts";

/**
 * Kassa's own icons on a 24 px grid, with 1.5 px strokes in the colour of the surrounding text. There is always text
 * beside them, so they are hidden from screen readers.
 */
function icon(name: string, drawing: Html): Html {
  return html`<svg class="icon icon-${name}" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${drawing}</svg>`;
}

export const icons = {
  bank: icon(
    "bank",
    html`<path d="M3.5 9.5 12 4l8.5 5.5zM5.5 9.5v8M10 9.5v8M14 9.5v8M18.5 9.5v8M3.5 20.25h17M4.5 17.5h15"/>`,
  ),
  back: icon("back", html`<path d="M19.5 12h-15m5.5-5.5L4.5 12l5.5 5.5"/>`),
  alert: icon("alert", html`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.25v.01"/>`),
  check: icon("check", html`<circle cx="12" cy="12" r="9"/><path d="m8 12.25 2.75 2.75L16 9.5"/>`),
  chevron: icon("chevron", html`<path d="m7 10 5 5 5-5"/>`),
  clock: icon("clock", html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.25 2"/>`),
  cross: icon("cross", html`<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>`),
  download: icon("download", html`<path d="M12 4v11m-4.5-4.25L12 15.25l4.5-4.5M4.5 16.5v3h15v-3"/>`),
  flask: icon(
    "flask",
    html`<path d="M9 3.5h6M10 3.5v6L4.75 18a1.6 1.6 0 0 0 1.4 2.5h11.7a1.6 1.6 0 0 0 1.4-2.5L14 9.5v-6M7.5 14.5h9"/>`,
  ),
  globe: icon(
    "globe",
    html`<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.5 2.5 3.75 5.5 3.75 9S14.5 18.5 12 21c-2.5-2.5-3.75-5.5-3.75-9S9.5 5.5 12 3Z"/>`,
  ),
  hourglass: icon(
    "hourglass",
    html`<path d="M6.5 3.5h11M6.5 20.5h11M8 3.5v3.25c0 2.25 4 3.5 4 5.25s-4 3-4 5.25v3.25M16 3.5v3.25c0 2.25-4 3.5-4 5.25s4 3 4 5.25v3.25"/>`,
  ),
  link: icon(
    "link",
    html`<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-.75.75M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l.75-.75M4 4l16 16"/>`,
  ),
  lock: icon(
    "lock",
    html`<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V7.75a4 4 0 0 1 8 0v2.75"/>`,
  ),
  mail: icon("mail", html`<rect x="3" y="5.5" width="18" height="13.5" rx="2"/><path d="m4 7.5 8 6 8-6"/>`),
  pause: icon("pause", html`<circle cx="12" cy="12" r="9"/><path d="M10 9v6M14 9v6"/>`),
  phone: icon(
    "phone",
    html`<path d="M5 4h3.5l1.75 4.25L8 10a11.5 11.5 0 0 0 6 6l1.75-2.25L20 15.5V19a1.5 1.5 0 0 1-1.5 1.5A15 15 0 0 1 3.5 5.5 1.5 1.5 0 0 1 5 4Z"/>`,
  ),
  print: icon("print", html`<path d="M7 8.5v-5h10v5M7 16.5H3.5v-8h17v8H17M7 13.5h10v7H7zM17 11h.01"/>`),
  shop: icon(
    "shop",
    html`<path d="M4.5 10v9.5h15V10M3 9.5l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0ZM10 19.5v-5h4v5"/>`,
  ),
  spinner: icon(
    "spinner",
    html`<circle class="track" cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 9 9"/>`,
  ),
} as const;

/** Icons of the payment methods. */
export const methodIcons: Readonly<Record<PaymentMethodType, Html>> = {
  card: icon(
    "card",
    html`<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="M3 9.75h18M6.5 14.75h4"/>`,
  ),
  wallet: icon(
    "wallet",
    html`<path d="M17.5 8V5.5H6A2.25 2.25 0 0 0 3.75 7.75v9.5A2.25 2.25 0 0 0 6 19.5h14.25V8H5.5M20.25 16h-3.5a2.25 2.25 0 0 1 0-4.5h3.5M16.75 13.75v.01"/>`,
  ),
  bank_debit: icon(
    "debit",
    html`<path d="M6 3.5h8.5L18 7v13.5H6zM14 3.5V7.5h4M9 11.5h6M9 16.75c.75-2 1.75-2 2.25-.5s1.5 1.5 3.75-.25"/>`,
  ),
  bank_transfer: icons.bank,
};

/** A placeholder for a picture: the first letter or digit of a name in a rounded square. */
export function monogram(name: string): Html {
  return html`<span class="monogram" aria-hidden="true">${firstLetter(name)}</span>`;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

function firstLetter(name: string): string {
  // Nothing that follows in ASCII can belong to the first letter.
  if (/^[A-Za-z0-9](?:[ -~]|$)/.test(name)) return name.charAt(0).toUpperCase();
  for (const { segment } of graphemes.segment(name)) {
    if (/^[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase("und");
  }
  return "·";
}
