import type { Texts } from "./texts.ts";
import type { OpenPage } from "./view-model.ts";

/** The first half of the tab's title. After a fault or a decline it begins with "Error", because screen readers read it first. */
export function openHeading({ order }: OpenPage, wrong: boolean, texts: Texts): string {
  const title = texts.plain("pay.amount", { amount: texts.amount(order.amountMinor, order.currency) });
  return wrong ? texts.plain("title.error", { title }) : title;
}

/** The tab's whole title. */
export function openTitle(view: OpenPage, wrong: boolean, texts: Texts): string {
  return texts.plain("title.page", {
    heading: openHeading(view, wrong, texts),
    merchant: view.merchant.name,
  });
}
