import type { Mode } from "../kernel/mode.ts";
import {
  noHtmlByScript,
  permissionsPolicy,
  type ReportedPage,
  reportDirectives,
  secureOriginHeaders,
} from "../kernel/page-headers.ts";
import { script } from "./assets.ts";

/** What a page's headers depend on. */
export type PageHeaderOptions = {
  /** Of the session; null where there is none to pay. */
  readonly mode: Mode | null;
  /** How consumers reach Kassa. */
  readonly publicUrl: URL;
  /** What is reported as what; the payment page unless given. */
  readonly page?: ReportedPage;
};

/**
 * The headers of every answer of the page. Nothing is stored, nothing is told to other origins, nothing is loaded
 * from them, and no other site can frame the page.
 *
 * With `no-referrer` browsers send `Origin: null` with the form, also to this origin; guard it by its token and
 * `Sec-Fetch-Site`.
 */
export function pageHeaders(asked: PageHeaderOptions): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(asked),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissionsPolicy,
    "x-robots-tag": "noindex, nofollow",
    ...secureOriginHeaders(asked.page ?? "payment", asked.publicUrl),
  };
}

/**
 * No inline code, no foreign origin, and of our own one script, by its hash: a file that somebody gets this origin to
 * serve is no script here. Browsers from before 2023 (Firefox 115, Safari 15.5) don't know hashes of files yet and run
 * none, which the page is made for; a nonce would please them, but would let any bytes through that carry it.
 *
 * Only forms may lead anywhere: Chromium holds `form-action` against every redirect that follows the form, and those
 * lead over an issuer's page to the merchant's, and on to wherever the merchant sends its customers from there. With the
 * known origins alone, who pays at a shop that redirects would be charged and then stand still on this page. What the
 * policy still forbids is `javascript:`, and plain http where the money is real.
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
