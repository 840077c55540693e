import { type Html, html } from "../kernel/html.ts";
import { icons } from "./icons.ts";
import type { Texts } from "./texts.ts";
import type { TestCard } from "./view-model.ts";

/**
 * The striped band that marks the sandbox on every page of a sandbox session, so that nobody takes it for the real
 * thing. The test cards are one tap away, without a script.
 *
 * @param open shows the cards at once, for somebody who just typed another number
 */
export function sandboxBand(cards: readonly TestCard[], open: boolean, texts: Texts): Html {
  return html`<aside class="sandbox" aria-label="${texts.plain("sandbox.name")}">
    <div class="sandbox-inner">
      <p class="sandbox-note">${icons.flask}<span><strong>${texts.rich("sandbox.name")}</strong> ${texts.rich("sandbox.note")}</span></p>
      ${cards.length > 0 && testCardDrawer(cards, open, texts)}
    </div>
  </aside>`;
}

function testCardDrawer(cards: readonly TestCard[], open: boolean, texts: Texts): Html {
  const summary = html`<summary>${texts.rich("sandbox.cards")}${icons.chevron}</summary>`;
  const content = html`<div class="drawer">
        <p>${texts.rich("sandbox.cards_hint")}</p>
        <ul data-use-label="${texts.plain("sandbox.use")}">${cards.map(testCardRow)}</ul>
      </div>`;
  return open
    ? html`<details id="test-cards" open>${summary}${content}</details>`
    : html`<details id="test-cards">${summary}${content}</details>`;
}

function testCardRow(card: TestCard): Html {
  return html`<li><bdi class="test-number" dir="ltr">${grouped(card.number)}</bdi> <bdi class="test-title">${card.title}</bdi></li>`;
}

/** Digits in the groups that are printed on the card: 4-6-5 on American Express, else fours. */
function grouped(number: string): string {
  const groups = /^3[47]/.test(number)
    ? /^(\d{4})(\d{1,6})?(\d{1,5})?$/.exec(number)?.slice(1)
    : number.match(/\d{1,4}/g);
  return (groups ?? [number]).filter(Boolean).join(" ");
}
