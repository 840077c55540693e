import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { type Child, type Html, html } from "../../kernel/html.ts";
import { codeBlock, codeTabs, infoOf } from "./code-block.ts";
import { renderDiagram, renderImage } from "./figure.ts";
import { anchorOf, plainText } from "./plain-text.ts";
import { servedAddress } from "./served-address.ts";

/**
 * Markdown as HTML: marked reads it, and the templates that escape write it. marked's own renderer is not used, because it
 * passes HTML in the Markdown through as HTML; here it comes out as text.
 */

/** A document as HTML, with its second-level headings for the table of contents. */
export type RenderedDocument = {
  readonly title: string;
  readonly body: Html;
  readonly sections: readonly { readonly id: string; readonly text: string }[];
};

/**
 * @param file the document's file in docs/, to which its links are relative
 * @throws Error when the document doesn't begin with a heading of the first level
 */
export function renderMarkdown(text: string, file: string): RenderedDocument {
  const tokens = Lexer.lex(text);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const title = headings[0];
  if (title === undefined || title !== tokens[0] || title.depth !== 1)
    throw new Error("A document must begin with a heading of the first level.");
  return {
    title: plainText(title.tokens),
    body: renderTokens(tokens, file),
    sections: headings
      .filter(({ depth }) => depth === 2)
      .map((heading) => ({ id: idOf(heading), text: plainText(heading.tokens) })),
  };
}

/** One line of Markdown, such as a description in the OpenAPI document. */
export const renderInline = (text: string): Html => renderTokens(Lexer.lexInline(text), "");

function renderTokens(all: readonly Token[], file: string): Html {
  const tokens = all.filter(({ type }) => type !== "space");
  const rendered: Child[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const tabs = tabsFrom(tokens, at);
    // `Token` also covers tokens of marked's extensions, and none is installed.
    rendered.push(tabs ? codeTabs(tabs) : renderToken(tokens[at] as MarkedToken, file));
    if (tabs) at += tabs.length - 1;
  }
  return html`${rendered}`;
}

/** The code blocks with tabs that begin here and follow each other. */
function tabsFrom(tokens: readonly Token[], start: number): Tokens.Code[] | undefined {
  const isTab = (token: Token): token is Tokens.Code =>
    token.type === "code" && infoOf(token as Tokens.Code).tab !== undefined;
  const end = tokens.findIndex((token, at) => at >= start && !isTab(token));
  const tabs = tokens.slice(start, end < 0 ? undefined : end).filter(isTab);
  return tabs.length > 0 ? tabs : undefined;
}

function renderToken(token: MarkedToken, file: string): Child {
  switch (token.type) {
    case "heading":
      return renderHeading(token, file);
    case "paragraph":
      return html`<p>${renderTokens(token.tokens, file)}</p>`;
    case "code":
      return token.lang === "mermaid"
        ? renderDiagram(token.text)
        : codeBlock(token.text, infoOf(token).language);
    case "list":
      return renderList(token, file);
    case "list_item":
      return token.task
        ? html`<li class="task">${renderTokens(token.tokens, file)}</li>`
        : html`<li>${renderTokens(token.tokens, file)}</li>`;
    case "table":
      return renderTable(token, file);
    case "blockquote":
      return html`<blockquote>${renderTokens(token.tokens, file)}</blockquote>`;
    case "hr":
      return html`<hr>`;
    case "codespan":
      return html`<code>${token.text}</code>`;
    case "link":
      return renderLink(token, file);
    case "strong":
      return html`<strong>${renderTokens(token.tokens, file)}</strong>`;
    case "em":
      return html`<em>${renderTokens(token.tokens, file)}</em>`;
    case "del":
      return html`<del>${renderTokens(token.tokens, file)}</del>`;
    case "br":
      return html`<br>`;
    case "text":
      return token.tokens === undefined ? token.text : renderTokens(token.tokens, file);
    case "escape":
      return token.text;
    case "html":
      return renderHtmlAsText(token);
    case "image":
      return renderImage(token, file);
    case "checkbox":
      return html`<span class="box" aria-hidden="true"></span>`;
    case "def":
    case "space":
      return null;
  }
}

/** HTML is shown as it was written, and comments are left out. */
function renderHtmlAsText({ raw, block }: Tokens.HTML | Tokens.Tag): Child {
  const text = raw.replace(/<!--.*?-->/gs, "");
  return block && text.trim() !== "" ? html`<p>${text.trim()}</p>` : text;
}

function renderHeading(heading: Tokens.Heading, file: string): Html {
  const inner = renderTokens(heading.tokens, file);
  const id = idOf(heading);
  const anchor = html` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
  if (heading.depth === 1) return html`<h1>${inner}</h1>`;
  if (heading.depth === 2) return html`<h2 id="${id}">${inner}${anchor}</h2>`;
  if (heading.depth === 3) return html`<h3 id="${id}">${inner}${anchor}</h3>`;
  return html`<h4 id="${id}">${inner}${anchor}</h4>`;
}

function renderList({ ordered, start, items }: Tokens.List, file: string): Html {
  if (!ordered) return html`<ul>${renderTokens(items, file)}</ul>`;
  if (start === "" || start === 1) return html`<ol>${renderTokens(items, file)}</ol>`;
  return html`<ol start="${start}">${renderTokens(items, file)}</ol>`;
}

function renderTable({ header, rows }: Tokens.Table, file: string): Html {
  const cells = (row: readonly Tokens.TableCell[]) =>
    row.map(({ tokens }) => html`<td>${renderTokens(tokens, file)}</td>`);
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr>${header.map(({ tokens }) => html`<th scope="col">${renderTokens(tokens, file)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody>
</table></div>`;
}

function renderLink({ href, tokens }: Tokens.Link, file: string): Html {
  const address = servedAddress(href, file);
  return address === undefined
    ? renderTokens(tokens, file)
    : html`<a href="${address}">${renderTokens(tokens, file)}</a>`;
}

const idOf = ({ tokens }: Tokens.Heading): string => anchorOf(plainText(tokens));
