import { type Html, html } from "../../kernel/html.ts";

/** A transition in a state diagram; null stands for the start and end markers. */
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
 * A state diagram as a list of each state's transitions. Code hosts draw the diagram with a script, which isn't allowed here. A
 * list also works on a phone and with a screen reader.
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
