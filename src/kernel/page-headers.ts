/**
 * Headers that every kind of page needs alike, whichever room serves it: what the browser may not do for it, that it is
 * reached by TLS only, and where the browser reports what it kept from happening.
 */

/** Kinds of pages whose violations browsers are asked to report. The kind stands in the reports' address. */
export const reportedPages = ["payment", "receipt", "docs"] as const;
export type ReportedPage = (typeof reportedPages)[number];

/** Where browsers post reports, followed by the kind of page. */
export const pageReportsPath = "/page-reports/";

/** The name that the policy and `Reporting-Endpoints` share. */
const endpointName = "page";

/**
 * The directives that name the reports' address. Chromium heeds `report-to` and then ignores the older `report-uri`,
 * but takes endpoints by https only; where the public address is http, only the older one would ever report.
 */
export function reportDirectives(page: ReportedPage, publicUrl: URL): readonly string[] {
  const older = `report-uri ${pageReportsPath}${page}`;
  return isSecure(publicUrl) ? [older, `report-to ${endpointName}`] : [older];
}

/**
 * Says where reports go, and that this host is reached by TLS only, for one year; neither where the public address is
 * http. Not with `includeSubDomains`, which would speak for hosts that aren't Kassa's where the address is a bare domain.
 */
export function secureOriginHeaders(page: ReportedPage, publicUrl: URL): Readonly<Record<string, string>> {
  if (!isSecure(publicUrl)) return {};
  return {
    "reporting-endpoints": `${endpointName}="${publicUrl.origin}${pageReportsPath}${page}"`,
    ...transportSecurity(publicUrl),
  };
}

/** For answers of every kind, not of pages alone. */
export function transportSecurity(publicUrl: URL): Readonly<Record<string, string>> {
  return isSecure(publicUrl) ? { "strict-transport-security": "max-age=31536000" } : {};
}

/** Nothing keeps the answer, and a browser that opens it by itself guesses no type, loads and frames nothing. */
export const privateHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

/**
 * Headers of every answer, whatever it is: those of private ones, and where the public address is https, browsers use no
 * http. Pages have policies of their own; routes whose answers may be kept, such as style sheets, a Cache-Control.
 */
export function answerHeaders(publicUrl: URL): Readonly<Record<string, string>> {
  return { ...privateHeaders, ...transportSecurity(publicUrl) };
}

const isSecure = ({ protocol }: URL): boolean => protocol === "https:";

/** A page asks for no device and no power of the browser, so that a script smuggled in could not either. */
export const permissionsPolicy = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "clipboard-read",
  "display-capture",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** No page of Kassa's makes HTML by script, so no script is let do it: a string never becomes markup or code. */
export const noHtmlByScript = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;
