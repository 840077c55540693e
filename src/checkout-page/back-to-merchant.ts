import { isolate } from "../kernel/html.ts";
import type { Merchant } from "./merchant.ts";
import type { Action } from "./status-panel.ts";
import type { Texts } from "./texts.ts";

/** The link back to the merchant, if the session has a cancelUrl. */
export function backToMerchant(merchant: Merchant, cancelUrl: string | null, texts: Texts): Action[] {
  if (cancelUrl === null) return [];
  const label = texts.rich("back_to_merchant", { merchant: isolate(merchant.name) });
  return [{ href: cancelUrl, label, primary: true }];
}

/** The link on to the merchant after paying; none if the customer stays here. */
export function onToMerchant(merchant: Merchant, successUrl: string | null, texts: Texts): Action[] {
  if (successUrl === null) return [];
  const label = texts.rich("paid.continue", { merchant: isolate(merchant.name) });
  return [{ href: successUrl, label, primary: true }];
}
