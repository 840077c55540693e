/**
 * Pictures that others made. Nothing in them may run or load anything when somebody opens their address by itself; an
 * SVG may only style itself. As pictures of the page they can do neither anyway.
 */
const common = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** A logo's address belongs to one upload, so what is there is kept for a year. */
export function logoHeaders(mediaType: string): Readonly<Record<string, string>> {
  const styles = mediaType === "image/svg+xml" ? " style-src 'unsafe-inline';" : "";
  return {
    ...common,
    "content-type": mediaType,
    "content-security-policy": `default-src 'none';${styles} frame-ancestors 'none'; sandbox`,
    "cache-control": "public, max-age=31536000, immutable",
  };
}

/** A line item's picture belongs to one session, whose id is in its address: nobody else may keep it. */
export function itemPictureHeaders(mediaType: string): Readonly<Record<string, string>> {
  return {
    ...common,
    "content-type": mediaType,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "private, max-age=86400",
  };
}

/** Kassa remembers what can't be had, and then doesn't link to it; the next time the page links to it, it may be there. */
export const noPictureHeaders: Readonly<Record<string, string>> = {
  ...itemPictureHeaders("image/gif"),
  "cache-control": "no-store",
};
