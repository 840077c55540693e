import { type TestCard, testCardGroups, testCards } from "./test-cards.ts";
import { testIbans } from "./test-ibans.ts";

const start = "<!-- test cards: generated from src/sandbox-psp/test-cards.ts and test-ibans.ts -->";
const end = "<!-- end of test cards -->";

/** The document with current tables of test cards. @throws Error if it lacks the two markers. */
export function withTestCards(document: string): string {
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the document lacks "${start}" and "${end}"`);
  const tables = `${renderTestCards()}\n${renderTestIbans()}`;
  return `${document.slice(0, from + start.length)}\n\n${tables}\n${document.slice(to)}`;
}

function renderTestCards(): string {
  const sections = testCardGroups.map((group) => {
    const rows = testCards.filter((card) => card.group === group).map(renderCard);
    return `### ${group}\n\n| Number | What happens | Outcome | Offered on the page |\n| --- | --- | --- | --- |\n${rows.join("")}`;
  });
  return sections.join("\n");
}

function renderCard(card: TestCard): string {
  return `| \`${groupDigits(card)}\` | ${card.title} | \`${card.outcome}\` | ${card.listed ? "yes" : "no"} |\n`;
}

function renderTestIbans(): string {
  const rows = testIbans.map(
    ({ iban, title, outcome }) =>
      `| \`${iban.replace(/.{4}(?=.)/g, "$& ")}\` | ${title} | \`${outcome}\` |\n`,
  );
  return `### Bank debits\n\n| IBAN | What happens | Outcome |\n| --- | --- | --- |\n${rows.join("")}`;
}

/** The number as printed on a card: groups of 4; American Express 4-6-5, Diners Club with 14 digits 4-6-4. */
function groupDigits({ number }: TestCard): string {
  if (number.length < 16) return number.replace(/^(.{4})(.{6})/, "$1 $2 ");
  return number.replace(/.{4}(?=.)/g, "$& ");
}
