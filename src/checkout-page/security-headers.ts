/**
 * The headers of every answer of the page. Nothing is stored, nothing is told to other origins, nothing is loaded
 * from them, and no other site can frame the page.
 *
 * With `no-referrer` browsers send `Origin: null` with the form, also to this origin; guard it by its token and
 * `Sec-Fetch-Site`.
 *
 * @param formActionOrigins where a redirect after the form may lead: the successUrl's origin, an issuer's page
 */
export function pageHeaders(formActionOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(formActionOrigins),
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
 * No inline code, no foreign origin. The origins are needed because Chromium holds `form-action` against the redirect
 * that answers the form, too: without the successUrl's origin the customer would pay and then stand still.
 */
export function contentSecurityPolicy(formActionOrigins: readonly string[]): string {
  const formAction = ["'self'", ...new Set(formActionOrigins.map(httpOrigin))].join(" ");
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/**
 * The origin of a URL in a form that can't end the directive it stands in: URL parsing leaves no space, semicolon or
 * comma in a host.
 *
 * @throws TypeError when it is no http or https address; sessions are created with such only
 */
function httpOrigin(address: string): string {
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TypeError(`A form can't lead to ${url.protocol} addresses.`);
  }
  return url.origin;
}
