import { type Html, html, isolate } from "../kernel/html.ts";
import { icons } from "./icons.ts";
import type { Merchant } from "./merchant.ts";
import type { Texts } from "./texts.ts";
import { webAddress } from "./web-address.ts";

/** How to reach the merchant; null when the merchant has set no contact. */
export function contact(merchant: Merchant, texts: Texts): Html | null {
  const ways = [
    mailLink(merchant.supportEmail),
    phoneLink(merchant.supportPhone),
    webLink(merchant.supportUrl),
  ];
  if (ways.every((way) => way === null)) return null;
  return html`<div class="contact">
    <p><strong>${texts.rich("contact.heading")}</strong> ${texts.rich("contact.text", { merchant: isolate(merchant.name) })}</p>
    <ul>${ways.map((way) => way && html`<li>${way}</li>`)}</ul>
  </div>`;
}

function mailLink(address: string | undefined): Html | null {
  if (address === undefined) return null;
  return html`<a href="mailto:${encodeURIComponent(address)}">${icons.mail}${isolate(address)}</a>`;
}

function phoneLink(phone: string | undefined): Html | null {
  if (phone === undefined) return null;
  return html`<a href="tel:${phone.replace(/[^+\d]/g, "")}">${icons.phone}<bdi dir="ltr">${phone}</bdi></a>`;
}

function webLink(address: string | undefined): Html | null {
  const url = webAddress(address);
  return url && html`<a href="${url.href}">${icons.shop}${isolate(url.host)}</a>`;
}
