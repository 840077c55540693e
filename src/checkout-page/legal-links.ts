import { type Html, html } from "../kernel/html.ts";
import type { Merchant } from "./merchant.ts";
import type { Texts } from "./texts.ts";
import { webAddress } from "./web-address.ts";

const pages = [
  ["termsUrl", "legal.terms"],
  ["privacyUrl", "legal.privacy"],
  ["imprintUrl", "legal.imprint"],
] as const;

/** The merchant's terms, privacy notice and legal notice; null without any. They open beside the page, so that no typed card number is lost. */
export function legalLinks(merchant: Merchant, texts: Texts): Html | null {
  const links = pages.flatMap(([setting, text]) => {
    const url = webAddress(merchant[setting]);
    return url
      ? [html`<li><a href="${url.href}" target="_blank" rel="noopener">${texts.rich(text)}</a></li>`]
      : [];
  });
  return links.length === 0 ? null : html`<ul class="legal">${links}</ul>`;
}
