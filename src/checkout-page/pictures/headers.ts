/**
 * Headers for pictures of third parties. When somebody opens such a picture directly, it may run and load nothing; an SVG
 * may only style itself. In an img element it can do neither anyway.
 */
const common = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** A logo's URL belongs to one upload, so it is cached for a year. */
export function logoHeaders(mediaType: string): Readonly<Record<string, string>> {
  const styles = mediaType === "image/svg+xml" ? " style-src 'unsafe-inline';" : "";
  return {
    ...common,
    "content-type": mediaType,
    "content-security-policy": `default-src 'none';${styles} frame-ancestors 'none'; sandbox`,
    "cache-control": "public, max-age=31536000, immutable",
  };
}

/** The URL of a line item's picture contains the session's id, so shared caches may not store it. */
export function itemPictureHeaders(mediaType: string): Readonly<Record<string, string>> {
  return {
    ...common,
    "content-type": mediaType,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "private, max-age=86400",
  };
}

/** Not cached, because a later request may succeed. Until then the page leaves the picture out. */
export const noPictureHeaders: Readonly<Record<string, string>> = {
  ...itemPictureHeaders("image/gif"),
  "cache-control": "no-store",
};
