import type { ReportedPage } from "../../kernel/page-headers.ts";

/** Something that a browser blocked on a page, without data about the session or the visitor. */
export type Violation = {
  readonly page: ReportedPage;
  /** `browser`: the visitor's browser caused it, for example an extension. It says nothing about the page. */
  readonly source: "page" | "browser";
  /** The violated directive, such as `script-src-elem`; `other` for an unknown one. */
  readonly directive: string;
  /** What was blocked: an origin, a scheme such as `data:`, or a keyword of the specification, such as `inline`. */
  readonly blocked: string;
};

/** The known directives. Any other text is counted as `other`, because the sender chooses it. */
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
