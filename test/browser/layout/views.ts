import assert from "node:assert/strict";
import type { Logo } from "../../../src/checkout-page/merchant.ts";
import type { OpenPage, PageView } from "../../../src/checkout-page/view-model.ts";

/** Views that the samples don't have, by the name at which the gallery serves them. */

const itemNames = ["Monstera deliciosa", "Terracotta pot, 24 cm", "Plant food", "Watering can"];

/** Brand colours, from the page's own to its opposite. */
export const brandColors = [
  "#ffd400",
  "#ffffff",
  "#ff0000",
  "#000000",
  "#1f4e8c",
  "#7c3aed",
  "#f97316",
  "#f5f6f7",
  "#191d23",
  "#00a884",
  "#808080",
];

const svg = (width: number, height: number, attributes: string): Logo => ({
  url: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="100%" height="100%" fill="#111"/></svg>`)}`,
  width,
  height,
});

/** Logos of all proportions: the longest and the smallest that the settings take. */
export const logos: Readonly<Record<string, Logo>> = {
  wide: svg(2000, 100, 'viewBox="0 0 2000 100"'),
  tall: svg(100, 1000, 'viewBox="0 0 100 1000"'),
  tiny: svg(16, 16, 'viewBox="0 0 16 16"'),
  square: svg(96, 96, 'viewBox="0 0 96 96"'),
  withoutViewBox: svg(600, 200, 'width="600" height="200"'),
};

export const fourItems = (open: OpenPage): OpenPage => ({
  ...open,
  order: {
    ...open.order,
    amountMinor: 4000,
    description: null,
    lineItems: itemNames.map((name) => ({ name, quantity: 1, unitAmount: 1000 })),
  },
});

export function layoutViews({ open, paid }: Readonly<Record<string, PageView>>): Record<string, PageView> {
  assert.ok(open?.state === "open" && paid?.state === "paid");
  const bare = { ...open.order, lineItems: [], description: null };
  const withMerchant = (more: Partial<OpenPage["merchant"]>): OpenPage => ({
    ...open,
    merchant: { ...open.merchant, ...more },
  });
  const views: Record<string, PageView> = {
    four_items: fourItems(open),
    four_items_with_fault: { ...fourItems(open), fieldErrors: { cvc: "cvc_missing" } },
    four_items_with_faults: {
      ...fourItems(open),
      fieldErrors: { number: "number_invalid", expiry: "expiry_missing" },
    },
    paid_without_items: { ...paid, order: bare },
    open_without_links: {
      ...open,
      merchant: { name: open.merchant.name },
    },
    open_without_contact: {
      ...open,
      merchant: { name: open.merchant.name, termsUrl: "https://shop.example/terms" },
    },
    open_without_cancel_url: { ...open, cancelUrl: `${open.pageUrl}/cancelled?locale=en` },
  };
  for (const brandColor of brandColors) views[`brand_${brandColor.slice(1)}`] = withMerchant({ brandColor });
  for (const [name, logo] of Object.entries(logos)) views[`logo_${name}`] = withMerchant({ logo });
  return views;
}
