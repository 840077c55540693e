import { type Html, html } from "../../kernel/html.ts";
import { renderInline } from "./inline.ts";
import { type Block, parseMarkdown } from "./parse.ts";
import { parseStateDiagram, renderStateDiagram } from "./state-diagram.ts";

/** A document as HTML, and its headings of the second level for a table of contents. */
export type RenderedDocument = {
  readonly title: string;
  readonly body: Html;
  readonly sections: readonly { readonly id: string; readonly text: string }[];
};

/** @throws Error when the document doesn't begin with a heading of the first level. */
export function renderMarkdown(text: string): RenderedDocument {
  const blocks = parseMarkdown(text);
  const first = blocks[0];
  if (first?.kind !== "heading" || first.level !== 1) throw new Error("a document begins with its title");
  const sections = blocks.filter((block) => block.kind === "heading").filter(({ level }) => level === 2);
  return {
    title: plainText(first.text),
    body: html`${blocks.map(renderBlock)}`,
    sections: sections.map(({ text }) => ({ id: anchorOf(text), text: plainText(text) })),
  };
}

function renderBlock(block: Block): Html {
  switch (block.kind) {
    case "heading":
      return renderHeading(block.level, block.text);
    case "paragraph":
      return html`<p>${renderInline(block.text)}</p>`;
    case "code":
      return (block.language === "mermaid" && stateDiagram(block.text)) || codeBlock(block.text);
    case "list":
      return renderList(block.ordered, block.items);
    case "table":
      return renderTable(block.head, block.rows);
  }
}

function stateDiagram(text: string): Html | undefined {
  const arrows = parseStateDiagram(text);
  return arrows && renderStateDiagram(arrows);
}

/** Code can be wider than the page, so it scrolls by itself, also by keyboard. */
export function codeBlock(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

function renderHeading(level: number, text: string): Html {
  const inner = renderInline(text);
  const id = anchorOf(text);
  if (level === 1) return html`<h1>${inner}</h1>`;
  if (level === 2) return html`<h2 id="${id}">${inner}</h2>`;
  if (level === 3) return html`<h3 id="${id}">${inner}</h3>`;
  return html`<h4 id="${id}">${inner}</h4>`;
}

function renderList(ordered: boolean, items: readonly (readonly Block[])[]): Html {
  const rendered = items.map((blocks) => html`<li>${renderItem(blocks)}</li>`);
  return ordered ? html`<ol>${rendered}</ol>` : html`<ul>${rendered}</ul>`;
}

/** An item of one paragraph is that text, without a paragraph's space around it. */
function renderItem(blocks: readonly Block[]): Html {
  const [first] = blocks;
  if (blocks.length === 1 && first?.kind === "paragraph") return renderInline(first.text);
  return html`${blocks.map(renderBlock)}`;
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): Html {
  const cells = (row: readonly string[]) => row.map((cell) => html`<td>${renderInline(cell)}</td>`);
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${renderInline(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody>
</table></div>`;
}

/** The anchor of a heading: its words in small letters, joined by hyphens, as code hosts make them. */
export function anchorOf(text: string): string {
  return plainText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

const plainText = (text: string): string => text.replace(/[`*]/g, "").replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
