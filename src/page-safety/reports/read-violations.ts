import { redactCardNumbers } from "../../kernel/card-number.ts";
import type { ReportedPage } from "../../kernel/page-headers.ts";
import { NumberLexeme } from "../../kernel/strict-json.ts";
import { directives, type Violation } from "./violation.ts";

/** More of one post are left out: a page that breaks its policy so often says nothing more by the next. */
const maxViolationsPerPost = 20;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The violations in a posted report, in either of its forms: `{"csp-report": {…}}` (report-uri), or an array of reports
 * of which those of the type "csp-violation" count (report-to).
 *
 * @param body parsed JSON
 * @param ownOrigin of our pages; reports about pages of others are left out
 * @returns undefined when the body has neither form
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

/** What a report says, by names that both forms share. */
type Report = Readonly<Record<"document" | "directive" | "blocked" | "sourceFile", string>>;

function reportsIn(body: unknown): Report[] | undefined {
  if (Array.isArray(body)) {
    return body.filter(isFields).flatMap(({ type, body: said }) =>
      type === "csp-violation" && isFields(said)
        ? {
            document: text(said.documentURL),
            directive: text(said.effectiveDirective),
            blocked: text(said.blockedURL),
            sourceFile: text(said.sourceFile),
          }
        : [],
    );
  }
  const said = isFields(body) ? body["csp-report"] : undefined;
  if (!isFields(said)) return undefined;
  return [
    {
      document: text(said["document-uri"]),
      // Older browsers have only the directive as it stands in the policy, with its values.
      directive: text(said["effective-directive"]) || text(said["violated-directive"]),
      blocked: text(said["blocked-uri"]),
      sourceFile: text(said["source-file"]),
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
    source: isOfBrowser(report) ? "browser" : "page",
    directive: directives.has(named) ? named : "other",
    blocked: blockedOf(report.blocked, ownOrigin),
  };
}

/** The words of the specification for what has no address. */
const words: ReadonlySet<string> = new Set([
  "inline",
  "eval",
  "wasm-eval",
  "trusted-types-policy",
  "trusted-types-sink",
  "self",
]);

/** Schemes of what isn't reached over a network. */
const localSchemes: ReadonlySet<string> = new Set(["data:", "blob:", "about:", "filesystem:", "javascript:"]);

/** As much of a blocked address as tells who wanted to be loaded, and nothing of what it was told. */
function blockedOf(blocked: string, ownOrigin: string): string {
  if (blocked === "") return "nothing named";
  if (words.has(blocked)) return blocked;
  // Browsers write schemes such as "data" without the colon where that is all they tell.
  const url = URL.parse(blocked) ?? URL.parse(`${blocked}:`);
  if (url === null) return "other";
  if (url.origin === ownOrigin) return "self";
  if (["http:", "https:", "ws:", "wss:"].includes(url.protocol)) {
    // A script that steals card numbers may send them off in a host's name.
    const origin = redactCardNumbers(`${url.protocol}//${url.host}`);
    return origin.length <= maxOriginLength ? origin : "other";
  }
  return localSchemes.has(url.protocol) || isOfExtension(blocked) ? url.protocol : "other";
}

const maxOriginLength = 100;

/** Extensions' code and styles, and what translators and virus scanners of the visitor's put into every page. */
function isOfBrowser({ blocked, sourceFile }: Report): boolean {
  return [blocked, sourceFile].some((address) => isOfExtension(address) || isOfTool(address));
}

const extensionSchemes =
  /^(chrome-extension|moz-extension|safari-extension|safari-web-extension|ms-browser-extension|webkit-masked-url|chrome|resource|sandbox eval code|user-script)(:|$)/;

const isOfExtension = (address: string): boolean => extensionSchemes.test(address);

const toolHosts =
  /(^|\.)(translate\.google(apis)?\.com|gc\.kis\.v2\.scr\.kaspersky-labs\.com|kaspersky-labs\.com)$/;

const isOfTool = (address: string): boolean => toolHosts.test(URL.parse(address)?.hostname ?? "");
