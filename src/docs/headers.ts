import {
  noHtmlByScript,
  permissionsPolicy,
  reportDirectives,
  secureOriginHeaders,
} from "../kernel/page-headers.ts";

/** The headers of every page of the docs: no script may run, nothing is loaded from elsewhere, no site may frame it. */
export function pageHeaders(publicUrl: URL): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(publicUrl),
    "cache-control": "no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissionsPolicy,
    ...secureOriginHeaders("docs", publicUrl),
  };
}

function contentSecurityPolicy(publicUrl: URL): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...noHtmlByScript,
    ...reportDirectives("docs", publicUrl),
  ].join("; ");
}

export const assetHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/css; charset=utf-8",
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};
