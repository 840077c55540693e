import type { Logo } from "./merchant.ts";
import type { OpenPage } from "./view-model.ts";

/** A picture as a data URL, so that a sample can be shown without serving files. */
const svgUrl = (width: number, height: number, drawing: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${drawing}</svg>`)}`;

export const sampleLogos = {
  wordmark: {
    url: svgUrl(
      300,
      72,
      '<path fill="#14532d" d="M36 4c20 8 28 28 20 48-4 8-12 14-20 16C28 66 20 60 16 52 8 32 16 12 36 4z"/><path stroke="#fff" stroke-width="3" d="M36 18v46M36 36l12-8M36 48l-12-8"/><path fill="#14532d" d="M84 20h14v6h-8v8h7v6h-7v14h-6zM104 20h14v6h-8v8h7v5h-7v9h8v6h-14zM124 20h10c12 0 12 18 3 19l8 15h-7l-7-14h-1v14h-6zM152 54V20h5l14 21V20h6v34h-5l-14-21v21zM194 34h18v6h-18zM228 20h11c10 0 11 12 5 16 9 3 8 18-4 18h-12zM260 20h6v28h12v6h-18z"/>',
    ),
    width: 300,
    height: 72,
  },
  square: {
    url: svgUrl(
      96,
      96,
      '<rect width="96" height="96" rx="22" fill="#7c3aed"/><path fill="none" stroke="#fff" stroke-width="7" d="M24 64c0-22 16-38 48-38 0 26-14 42-36 42M24 74c4-16 12-26 28-34"/>',
    ),
    width: 96,
    height: 96,
  },
} as const;

const samplePictures = ["#86a789", "#d08c60", "#739072"].map((colour) =>
  svgUrl(
    48,
    48,
    `<rect width="48" height="48" fill="#f1efe7"/><path fill="${colour}" d="M24 8c8 4 12 12 8 20l-4 4v8h-8v-8l-4-4c-4-8 0-16 8-20z"/>`,
  ),
);

/** The merchant and order of a page, with a logo, a brand colour and item pictures. */
export function brandedAs({ merchant, order }: OpenPage, brandColor: string, logo: Logo) {
  const lineItems = order.lineItems.map((item, index) => ({
    ...item,
    ...(samplePictures[index] ? { picture: samplePictures[index] } : {}),
  }));
  return { merchant: { ...merchant, brandColor, logo }, order: { ...order, lineItems } };
}
