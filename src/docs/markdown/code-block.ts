import { common, createLowlight, type LowlightNode } from "lowlight";
import type { Tokens } from "marked";
import { type Html, html } from "../../kernel/html.ts";

const highlighter = createLowlight(common);

/** A block of code in a named language; other languages and plain text have no colours. It scrolls, also with the keyboard. */
export function codeBlock(text: string, language = "text"): Html {
  const code = highlighter.registered(language)
    ? html`${highlighter.highlight(language, text).children.map(renderNode)}`
    : text;
  return html`<div class="code"><pre tabindex="0"><code>${code}</code></pre></div>`;
}

/** lowlight gives a tree of elements with classes, which the escaping templates write. */
function renderNode(node: LowlightNode): Html | string {
  if (node.type === "text") return node.value;
  const { className = [] } = node.properties;
  return html`<span class="${className.join(" ")}">${node.children.map(renderNode)}</span>`;
}

/** A fenced block's language and tab: `python tab="Python"`. */
export function infoOf({ lang = "" }: Tokens.Code): {
  language: string | undefined;
  tab: string | undefined;
} {
  const [language] = lang.split(" ");
  const tab = /\btab="([^"]+)"/.exec(lang)?.[1];
  return { language: language === "" ? undefined : language, tab };
}

/** The same in several languages. Without a script all are shown below each other; the script makes tabs of them. */
export function codeTabs(blocks: readonly Tokens.Code[]): Html {
  return html`<div class="tabs">${blocks.map((block) => {
    const { language, tab } = infoOf(block);
    return html`<div class="tab" data-tab="${tab}"><p class="tab-name">${tab}</p>${codeBlock(block.text, language)}</div>`;
  })}</div>`;
}
