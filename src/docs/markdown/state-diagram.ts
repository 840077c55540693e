import { type Html, html } from "../../kernel/html.ts";

/** An arrow of a state diagram; null is where the life begins, or that it ends. */
export type Arrow = { readonly from: string | null; readonly to: string | null; readonly label: string };

const arrowPattern = /^\s*(\S+) --> ([^\s:]+)(?:: (.+))?$/;
const outside = "[*]";

/** The arrows of a Mermaid state diagram, in order; undefined for any other text. */
export function parseStateDiagram(text: string): Arrow[] | undefined {
  const [kind, ...lines] = text.split("\n");
  if (kind !== "stateDiagram-v2") return undefined;
  const arrows: Arrow[] = [];
  for (const line of lines) {
    const [, from = "", to = "", label = ""] = arrowPattern.exec(line) ?? [];
    if (from === "") return undefined;
    arrows.push({ from: from === outside ? null : from, to: to === outside ? null : to, label });
  }
  return arrows;
}

/**
 * A state diagram as a list: under each state its arrows. Code hosts draw the diagram; here no script may run that could,
 * and a list is read as well on a phone and by those who don't see it.
 */
export function renderStateDiagram(arrows: readonly Arrow[]): Html {
  const states = [...new Set(arrows.map(({ from }) => from))];
  return html`<dl class="states">${states.map((state) => renderState(state, arrows))}</dl>`;
}

function renderState(state: string | null, arrows: readonly Arrow[]): Html {
  const leaving = arrows.filter(({ from }) => from === state);
  const name = state === null ? html`<em>new</em>` : html`<code>${state}</code>`;
  return html`<div><dt>${name}</dt>${leaving.map(renderArrow)}</div>`;
}

function renderArrow({ to, label }: Arrow): Html {
  if (to === null) return html`<dd>ends</dd>`;
  return html`<dd><span aria-hidden="true">→ </span><code>${to}</code>${label !== "" && html` ${label}`}</dd>`;
}
