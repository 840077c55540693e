import type { Mode } from "../kernel/mode.ts";
import {
  noHtmlByScript,
  permissionsPolicy,
  type ReportedPage,
  reportDirectives,
  secureOriginHeaders,
} from "../kernel/page-headers.ts";
import { script } from "./assets.ts";

/** The values that a page's headers depend on. */
export type PageHeaderOptions = {
  /** The mode of the session; null without one. */
  readonly mode: Mode | null;
  /** The address at which customers reach Kassa. */
  readonly publicUrl: URL;
  /** The kind of page in violation reports. Default: payment. */
  readonly page?: ReportedPage;
};

/**
 * The headers of every response of the page. Browsers store nothing, send nothing to other origins, load nothing from them,
 * and let no other site frame the page.
 *
 * Because of `no-referrer` browsers send `Origin: null` with the form, even to this origin. The form token and
 * `Sec-Fetch-Site` protect it instead.
 */
export function pageHeaders(options: PageHeaderOptions): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(options),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissionsPolicy,
    "x-robots-tag": "noindex, nofollow",
    ...secureOriginHeaders(options.page ?? "payment", options.publicUrl),
  };
}

/** The headers of a preview, which Kassa's own dashboard frames and from which no form is sent. */
export function previewHeaders(publicUrl: URL): Readonly<Record<string, string>> {
  const options = { mode: null, publicUrl } as const;
  return {
    ...pageHeaders(options),
    "content-security-policy": contentSecurityPolicy(options).replace(
      "frame-ancestors 'none'",
      "frame-ancestors 'self'",
    ),
    "x-frame-options": "SAMEORIGIN",
  };
}

/**
 * The policy allows no inline code, no other origin, and one script of this origin by its hash. So another file that this
 * origin is made to serve can't run as a script. Browsers from before 2023 (Firefox 115, Safari 15.5) don't support hashes
 * of external files and run no script, which the page works without. A nonce would work there, but it would allow any
 * script that has it.
 *
 * Forms may lead to any https origin. Chromium applies `form-action` to every redirect after the form, and those lead to the
 * issuer's page, then to the merchant's, and on to wherever the merchant redirects. If only known origins were allowed, a
 * customer of a shop that redirects would be charged and then stuck on this page. The policy still forbids `javascript:`,
 * and plain http in live mode.
 */
export function contentSecurityPolicy({ mode, publicUrl, page = "payment" }: PageHeaderOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    `script-src '${script.integrity}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${mode === null ? "'none'" : formTargets[mode]}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...noHtmlByScript,
    ...reportDirectives(page, publicUrl),
  ].join("; ");
}

const formTargets: Readonly<Record<Mode, string>> = { live: "'self' https:", sandbox: "'self' https: http:" };
