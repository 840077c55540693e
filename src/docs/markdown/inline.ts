import { type Child, type Html, html } from "../../kernel/html.ts";
import { pages } from "../pages.ts";

const code = "`([^`]+)`";
const link = "\\[([^\\]]+)\\]\\(([^)\\s]+)\\)";
const address = "<(https?://[^>\\s]+)>";
const strong = "\\*\\*(.+?)\\*\\*";
const emphasis = "\\*([^*\\s][^*]*)\\*";

/** The markup within a line of text: code, links, bold and emphasised words. Everything else is text. */
export function renderInline(text: string): Html {
  const parts: Child[] = [];
  let at = 0;
  for (const match of text.matchAll(new RegExp([code, link, address, strong, emphasis].join("|"), "g"))) {
    parts.push(text.slice(at, match.index), renderMatch(match));
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return html`${parts}`;
}

function renderMatch([
  whole,
  codeText,
  linkText,
  target,
  bare,
  strongText,
  emphasised,
]: RegExpMatchArray): Child {
  if (codeText !== undefined) return html`<code>${codeText}</code>`;
  if (linkText !== undefined) return renderLink(linkText, target ?? "");
  if (bare !== undefined) return renderLink(bare, bare);
  if (strongText !== undefined) return html`<strong>${renderInline(strongText)}</strong>`;
  return emphasised === undefined ? whole : html`<em>${renderInline(emphasised)}</em>`;
}

function renderLink(text: string, target: string): Html {
  const href = servedAddress(target);
  return href === undefined ? renderInline(text) : html`<a href="${href}">${renderInline(text)}</a>`;
}

/** Where a link leads on the server; undefined for files that it doesn't show, whose link becomes plain text. */
export function servedAddress(target: string): string | undefined {
  if (/^(https?:\/\/|#|\/)/.test(target)) return target;
  const [file = "", anchor] = target.split("#");
  const page = pages.find((candidate) => candidate.file === file);
  if (!page) return undefined;
  return anchor === undefined ? page.path : `${page.path}#${anchor}`;
}
