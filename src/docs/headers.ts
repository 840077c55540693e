import {
  noHtmlByScript,
  permissionsPolicy,
  reportDirectives,
  secureOriginHeaders,
} from "../kernel/page-headers.ts";

/**
 * The headers of every page of the docs: only Kassa's own files are loaded, no site may frame it.
 *
 * @param nonce what the page's script has, and the search that it loads
 */
export function pageHeaders(publicUrl: URL, nonce: string): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(publicUrl, nonce),
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

function contentSecurityPolicy(publicUrl: URL, nonce: string): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...noHtmlByScript,
    ...reportDirectives("docs", publicUrl),
  ].join("; ");
}

const filePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** A drawing that is opened by itself may style itself, and nothing else. */
const svgPolicy = `${filePolicy}; style-src 'unsafe-inline'`;

/** The headers of images, of Markdown and of the text for search. A new version of Kassa may change them at the same address. */
export function fileHeaders(contentType: string): Readonly<Record<string, string>> {
  return {
    "content-type": contentType,
    "cache-control": "public, max-age=600",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": contentType.startsWith("image/svg") ? svgPolicy : filePolicy,
  };
}
