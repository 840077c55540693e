import { accounts } from "../src/ledger/accounts.ts";
import { type PostingRow, postingTable, type ReversalRow, reversalTable } from "../src/ledger/postings.ts";
import { type SettlementRow, settlementTable } from "../src/ledger/settlement-kinds.ts";

/** docs/explanation/ledger.md with the current tables of accounts, postings and reversals. @throws Error if the tables' marks are missing */
export function withLedgerTables(document: string): string {
  const tables = {
    accounts: renderAccounts(),
    postings: renderPostings(),
    reversals: renderReversals(),
    settlements: renderSettlements(),
  };
  return Object.entries(tables).reduce((text, [name, table]) => replaceBetween(text, name, table), document);
}

function replaceBetween(document: string, name: string, table: string): string {
  const start = new RegExp(`<!-- ${name}: generated from \\S+ -->\n`).exec(document);
  const to = document.indexOf(`<!-- end of ${name} -->`);
  if (!start || to < start.index)
    throw new Error(`docs/explanation/ledger.md lacks the marks of its ${name}`);
  return `${document.slice(0, start.index + start[0].length)}\n${table}\n${document.slice(to)}`;
}

function renderAccounts(): string {
  const rows = Object.entries(accounts).map(
    ([name, { title, normal, means }]) => `| \`${name}\` | ${title} | ${normal} | ${means} |\n`,
  );
  return `| Account | Name | Usually in | What its balance is |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

function renderPostings(): string {
  const rows = Object.values<PostingRow>(postingTable).map(
    ({ kind, source, when, debits, credits }) =>
      `| \`${kind}\` | ${capitalize(when)} | ${source} | ${names(debits)} | ${names(credits)} |\n`,
  );
  return `| kind | Posted when | Cause | Debit (+) | Credit (−) |\n| --- | --- | --- | --- | --- |\n${rows.join("")}`;
}

function renderReversals(): string {
  const rows = Object.entries<ReversalRow>(reversalTable).map(
    ([kind, { reverses, sources, when }]) =>
      `| \`${kind}\` | \`${reverses}\` | ${capitalize(when)} | ${names(sources)} |\n`,
  );
  return `| kind | Undoes | Posted when | Cause |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

function renderSettlements(): string {
  const rows = Object.entries<SettlementRow>(settlementTable).map(([kind, { when, entries }]) => {
    const parts = Object.entries(entries).map(([account, amount]) => `${account}: ${amount}`);
    return `| \`${kind}\` | ${capitalize(when)} | ${parts.join(", ")} |\n`;
  });
  return `| kind | Posted when | Entries |\n| --- | --- | --- |\n${rows.join("")}`;
}

const names = (all: readonly string[]): string => all.join(", ");
const capitalize = (clause: string): string => clause.charAt(0).toUpperCase() + clause.slice(1);
