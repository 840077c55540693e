import { redactCardNumbers } from "../../kernel/card-number.ts";
import type { ReportedPage } from "../../kernel/page-headers.ts";
import { NumberLexeme } from "../../kernel/strict-json.ts";
import { directives, type Violation } from "./violation.ts";

/** Further violations in one post are ignored, because they add no information. */
const maxViolationsPerPost = 20;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The violations in a posted report of either format: `{"csp-report": {…}}` (report-uri), or an array of reports (report-to),
 * of which those of the type "csp-violation" count.
 *
 * @param body parsed JSON
 * @param ownOrigin the origin of Kassa's pages; reports about other pages are ignored
 * @returns undefined when the body has neither format
 */
export function readViolations(
  body: unknown,
  page: ReportedPage,
  ownOrigin: string,
): Violation[] | undefined {
  const reports = reportsIn(body);
  return reports
    ?.slice(0, maxViolationsPerPost)
    .flatMap((report) => violationOf(report, page, ownOrigin) ?? []);
}

/** A report of either format. */
type Report = Readonly<Record<"document" | "directive" | "blocked" | "sourceFile", string>>;

function reportsIn(body: unknown): Report[] | undefined {
  if (Array.isArray(body)) {
    return body.filter(isFields).flatMap(({ type, body: fields }) =>
      type === "csp-violation" && isFields(fields)
        ? {
            document: text(fields.documentURL),
            directive: text(fields.effectiveDirective),
            blocked: text(fields.blockedURL),
            sourceFile: text(fields.sourceFile),
          }
        : [],
    );
  }
  const fields = isFields(body) ? body["csp-report"] : undefined;
  if (!isFields(fields)) return undefined;
  return [
    {
      document: text(fields["document-uri"]),
      // Older browsers send only the directive as written in the policy, with its values.
      directive: text(fields["effective-directive"]) || text(fields["violated-directive"]),
      blocked: text(fields["blocked-uri"]),
      sourceFile: text(fields["source-file"]),
    },
  ];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberLexeme);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function violationOf(report: Report, page: ReportedPage, ownOrigin: string): Violation | undefined {
  if (URL.parse(report.document)?.origin !== ownOrigin) return undefined;
  const [named = ""] = report.directive.split(" ");
  return {
    page,
    source: isByBrowserTools(report) ? "browser" : "page",
    directive: directives.has(named) ? named : "other",
    blocked: blockedOf(report.blocked, ownOrigin),
  };
}

/** Keywords of the specification for blocked code without a URL. */
const keywords: ReadonlySet<string> = new Set([
  "inline",
  "eval",
  "wasm-eval",
  "trusted-types-policy",
  "trusted-types-sink",
  "self",
]);

/** URL schemes that need no network. */
const localSchemes: ReadonlySet<string> = new Set(["data:", "blob:", "about:", "filesystem:", "javascript:"]);

/** The origin, scheme or keyword of a blocked URL, without the data that it may carry. */
function blockedOf(blocked: string, ownOrigin: string): string {
  if (blocked === "") return "nothing named";
  if (keywords.has(blocked)) return blocked;
  // Browsers shorten some URLs to their scheme, without the colon, such as "data".
  const url = URL.parse(blocked) ?? URL.parse(`${blocked}:`);
  if (url === null) return "other";
  if (url.origin === ownOrigin) return "self";
  if (["http:", "https:", "ws:", "wss:"].includes(url.protocol)) {
    // A script that steals card numbers may send them in a host name.
    const origin = redactCardNumbers(`${url.protocol}//${url.host}`);
    return origin.length <= maxOriginLength ? origin : "other";
  }
  return localSchemes.has(url.protocol) || isOfExtension(blocked) ? url.protocol : "other";
}

const maxOriginLength = 100;

/** Whether the violation comes from the visitor's extensions, translators or virus scanners, which change every page. */
function isByBrowserTools({ blocked, sourceFile }: Report): boolean {
  return [blocked, sourceFile].some((address) => isOfExtension(address) || isOfTool(address));
}

const extensionSchemes =
  /^(chrome-extension|moz-extension|safari-extension|safari-web-extension|ms-browser-extension|webkit-masked-url|chrome|resource|sandbox eval code|user-script)(:|$)/;

const isOfExtension = (address: string): boolean => extensionSchemes.test(address);

const toolHosts =
  /(^|\.)(translate\.google(apis)?\.com|gc\.kis\.v2\.scr\.kaspersky-labs\.com|kaspersky-labs\.com)$/;

const isOfTool = (address: string): boolean => toolHosts.test(URL.parse(address)?.hostname ?? "");
