import type { Mode } from "../kernel/mode.ts";

/**
 * The headers of every answer of the page. Nothing is stored, nothing is told to other origins, nothing is loaded
 * from them, and no other site can frame the page.
 *
 * With `no-referrer` browsers send `Origin: null` with the form, also to this origin; guard it by its token and
 * `Sec-Fetch-Site`.
 *
 * @param mode of the session; null where there is none to pay
 */
export function pageHeaders(mode: Mode | null): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(mode),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissionsPolicy,
    "x-robots-tag": "noindex, nofollow",
  };
}

/** The page asks for no device and no power of the browser, so that a script smuggled in could not either. */
const permissionsPolicy = [
  "accelerometer",
  "camera",
  "display-capture",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/**
 * No inline code, no foreign origin. Only forms may lead to any: Chromium holds `form-action` against every redirect
 * that follows the form, and those lead over an issuer's page to the merchant's, and on to wherever the merchant sends
 * its customers from there. With the known origins alone, who pays at a shop that redirects would be charged and then
 * stand still on this page. What the policy still forbids is `javascript:`, and plain http where the money is real.
 */
export function contentSecurityPolicy(mode: Mode | null): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${mode === null ? "'none'" : formTargets[mode]}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

const formTargets: Readonly<Record<Mode, string>> = { live: "'self' https:", sandbox: "'self' https: http:" };
