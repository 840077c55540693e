import type { ReportedPage } from "../../kernel/page-headers.ts";

/** What a browser kept from happening on a page, without anything that could tell whose page or browser it was. */
export type Violation = {
  readonly page: ReportedPage;
  /** `browser`: the visitor's own doing, such as an extension's. It says nothing about the page. */
  readonly source: "page" | "browser";
  /** The directive of the policy that forbade it, such as `script-src-elem`; `other` for none that we know. */
  readonly directive: string;
  /** What was kept out: an origin, a scheme such as `data:`, or one of the words of the specification, such as `inline`. */
  readonly blocked: string;
};

/** Directives that a report can name. Anything else is counted as `other`, for the text is its sender's to choose. */
export const directives: ReadonlySet<string> = new Set([
  "base-uri",
  "child-src",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "prefetch-src",
  "require-trusted-types-for",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "worker-src",
]);
