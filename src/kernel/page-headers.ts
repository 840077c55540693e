/** Headers that all pages share: forbidden browser features, HSTS, and where browsers report violations. */

/** Kinds of pages whose violations browsers report. The kind is part of the report URL. */
export const reportedPages = ["payment", "receipt", "docs", "dashboard"] as const;
export type ReportedPage = (typeof reportedPages)[number];

/** The path that browsers post reports to, followed by the kind of page. */
export const pageReportsPath = "/page-reports/";

/** The endpoint's name in the policy and in `Reporting-Endpoints`. */
const endpointName = "page";

/**
 * The directives for reports. With `report-to`, Chromium ignores the older `report-uri`, but accepts only https endpoints.
 * So with an http public URL only `report-uri` is sent.
 */
export function reportDirectives(page: ReportedPage, publicUrl: URL): readonly string[] {
  const older = `report-uri ${pageReportsPath}${page}`;
  return isSecure(publicUrl) ? [older, `report-to ${endpointName}`] : [older];
}

/**
 * The reporting endpoint, and HSTS for one year; neither with an http public URL. Without `includeSubDomains`, because the
 * subdomains of a bare domain may belong to others.
 */
export function secureOriginHeaders(page: ReportedPage, publicUrl: URL): Readonly<Record<string, string>> {
  if (!isSecure(publicUrl)) return {};
  return {
    "reporting-endpoints": `${endpointName}="${publicUrl.origin}${pageReportsPath}${page}"`,
    ...transportSecurity(publicUrl),
  };
}

/** For all answers, not only pages. */
export function transportSecurity(publicUrl: URL): Readonly<Record<string, string>> {
  return isSecure(publicUrl) ? { "strict-transport-security": "max-age=31536000" } : {};
}

/** Forbids caching, type sniffing, and, if a browser opens the answer directly, loading and framing. */
export const privateHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
} as const;

/**
 * The headers of every answer: the private ones, and HSTS with an https public URL. Pages override the policy; routes with
 * cacheable answers, such as style sheets, override Cache-Control.
 */
export function answerHeaders(publicUrl: URL): Readonly<Record<string, string>> {
  return { ...privateHeaders, ...transportSecurity(publicUrl) };
}

const isSecure = ({ protocol }: URL): boolean => protocol === "https:";

/** Turns off all devices and powerful features, so that an injected script can't use them either. */
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

/** Kassa's pages never create HTML by script, so scripts may not turn strings into markup or code (Trusted Types). */
export const noHtmlByScript = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;
