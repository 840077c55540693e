import { type Html, html } from "../kernel/html.ts";
import { rememberWith } from "../kernel/remember.ts";
import { groupIban } from "./iban.ts";
import { icons } from "./icons.ts";
import type { TextKey, Texts } from "./texts.ts";
import type { OpenPage, TestAccount, TestCard } from "./view-model.ts";

/** The test numbers of the page's methods; empty for a method that isn't offered. */
export type TestNumbersShown = {
  readonly cards: readonly TestCard[];
  readonly accounts: readonly TestAccount[];
  /** Whether the list is open at first, for a customer who has just typed another number. */
  readonly open: boolean;
};

export function testNumbersOf({ methods, testCards, testAccounts, fieldErrors }: OpenPage): TestNumbersShown {
  return {
    cards: methods.includes("card") ? testCards : [],
    accounts: methods.includes("bank_debit") ? testAccounts : [],
    open: fieldErrors?.number === "number_not_test" || fieldErrors?.iban === "iban_not_test",
  };
}

/**
 * The striped band on every page of a sandbox session, so that nobody takes it for a real payment. One tap opens the test
 * numbers, without a script.
 */
export function sandboxBand(numbers: TestNumbersShown | null, texts: Texts): Html {
  return html`<aside class="sandbox" aria-label="${texts.plain("sandbox.name")}">
    <div class="sandbox-inner">
      <p class="sandbox-note">${icons.flask}<span><strong>${texts.rich("sandbox.name")}</strong> ${texts.rich("sandbox.note")}</span></p>
      ${numbers && drawer(numbers, texts)}
    </div>
  </aside>`;
}

function drawer(numbers: TestNumbersShown, texts: Texts): Html | null {
  const { cards, accounts } = numbers;
  if (cards.length + accounts.length === 0) return null;
  return html`<details id="test-cards"${numbers.open && html` open`}>
      <summary>${texts.rich(drawerName(numbers))}${icons.chevron}</summary>
      <div class="drawer" data-use-label="${texts.plain("sandbox.use")}">
        ${cards.length > 0 && section(texts.rich("sandbox.cards"), texts.rich("sandbox.cards_hint"), cardGroups(cards))}
        ${accounts.length > 0 && section(texts.rich("sandbox.accounts"), texts.rich("sandbox.accounts_hint"), accountList(accounts))}
      </div>
    </details>`;
}

function drawerName({ cards, accounts }: TestNumbersShown): TextKey {
  if (accounts.length === 0) return "sandbox.cards";
  return cards.length === 0 ? "sandbox.accounts" : "sandbox.cards_and_accounts";
}

function section(name: Html, hint: Html, lists: Html): Html {
  return html`<section>
          <p class="drawer-name"><strong>${name}</strong> ${hint}</p>
          ${lists}
        </section>`;
}

/** The test cards by group. Their titles are English in every language of the page, because developers read them. */
const cardGroups = rememberWith((cards: readonly TestCard[]): Html => {
  const groups = Map.groupBy(cards, ({ group }) => group);
  const lists = [...groups].map(
    ([name, members]) => html`<div class="group">
            <p><bdi lang="en">${name}</bdi></p>
            <ul>${members.map(({ number, title }) => row("number", grouped(number), title))}</ul>
          </div>`,
  );
  return html`<div class="groups">${lists}</div>`.kept();
});

const accountList = rememberWith(
  (accounts: readonly TestAccount[]): Html =>
    html`<ul class="groups accounts">${accounts.map(({ iban, title }) => row("iban", groupIban(iban), title))}</ul>`.kept(),
);

function row(field: "number" | "iban", number: string, title: string): Html {
  return html`<li data-fills="${field}"><bdi class="test-number" dir="ltr">${number}</bdi> <bdi class="test-title" lang="en">${title}</bdi></li>`;
}

/** Digits in the groups that are printed on the card: 4-6-5 on American Express, otherwise groups of four. */
function grouped(number: string): string {
  const groups = /^3[47]/.test(number)
    ? /^(\d{4})(\d{1,6})?(\d{1,5})?$/.exec(number)?.slice(1)
    : number.match(/\d{1,4}/g);
  return (groups ?? [number]).filter(Boolean).join(" ");
}
