import { type Html, html, isolate } from "../kernel/html.ts";
import { icons } from "./icons.ts";
import type { Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/**
 * The way out, at the top of the page: the merchant's shop, or, for a merchant without a cancelUrl, Kassa's own page for
 * cancelled sessions, whose address has no host.
 */
export function backLink({ merchant, cancelUrl }: OpenPage, texts: Texts): Html {
  const label = cancelUrl.startsWith("/")
    ? texts.rich("pay.cancel")
    : texts.rich("back_to_merchant", { merchant: isolate(merchant.name) });
  return html`<p class="way-back"><a href="${cancelUrl}">${icons.back}<span>${label}</span></a></p>`;
}
