import { permissionsPolicy, reportDirectives, secureOriginHeaders } from "../kernel/page-headers.ts";

/**
 * The headers of the dashboard's page. Scripts come from Kassa only, and none stands in the page itself.
 *
 * @param nonce of this answer, for the style elements that the component library makes
 */
export function dashboardHeaders(publicUrl: URL, nonce: string): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(publicUrl, nonce),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissionsPolicy.replaceAll(/(publickey-credentials-\w+)=\(\)/g, "$1=(self)"),
    ...secureOriginHeaders("dashboard", publicUrl),
  };
}

function contentSecurityPolicy(publicUrl: URL, nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...reportDirectives("dashboard", publicUrl),
  ].join("; ");
}

/** Names of built files contain a hash of their content. */
export const builtHeaders: Readonly<Record<string, string>> = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};
