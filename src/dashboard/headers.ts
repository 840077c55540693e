import { permissionsPolicy, reportDirectives, secureOriginHeaders } from "../kernel/page-headers.ts";

/** Of one answer: what its scripts have, and the style elements that the component library makes. */
export type Nonces = { readonly script: string; readonly style: string };

/** The headers of the dashboard's page. Only its own scripts run, and none stands in the page itself. */
export function dashboardHeaders(publicUrl: URL, nonces: Nonces): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(publicUrl, nonces),
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

/**
 * A script needs the nonce, and so do those that it imports have: another file that this origin is made to serve doesn't run. HTML from texts
 * is allowed where the dashboard's own rule allows it, which is text without markup (`dashboard/src/no-markup.ts`).
 */
function contentSecurityPolicy(publicUrl: URL, { script, style }: Nonces): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${script}'`,
    `style-src 'self' 'nonce-${style}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    // The preview of the payment page.
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
    ...reportDirectives("dashboard", publicUrl),
  ].join("; ");
}

/** Names of built files contain a hash of their content. */
export const builtHeaders: Readonly<Record<string, string>> = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};
