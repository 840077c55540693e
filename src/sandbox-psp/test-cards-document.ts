import { type TestCard, testCards } from "./test-cards.ts";

const start = "<!-- test cards: generated from src/sandbox-psp/test-cards.ts -->";
const end = "<!-- end of test cards -->";

/** A document with its table of test cards replaced by the current one. @throws Error when it has no place for it. */
export function withTestCards(document: string): string {
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the document lacks "${start}" and "${end}"`);
  return `${document.slice(0, from + start.length)}\n\n${renderTestCards()}\n${document.slice(to)}`;
}

function renderTestCards(): string {
  const rows = testCards.map(
    (card) =>
      `| \`${groupDigits(card)}\` | ${card.title} | \`${card.outcome}\` | ${card.listed ? "yes" : "no"} |\n`,
  );
  return `| Number | What happens | Outcome | Offered on the page |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

/** The number as it stands on a card: 4-4-4-4, American Express 4-6-5. */
function groupDigits(card: TestCard): string {
  if (card.brand === "amex") return card.number.replace(/^(.{4})(.{6})/, "$1 $2 ");
  return card.number.replace(/.{4}(?=.)/g, "$& ");
}
