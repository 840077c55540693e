import type { Balance, EntrySum, Place, StatementEntry, StatementSummary } from "../bank-statements/entry.ts";
import { amountText as amount } from "./amount-text.ts";
import { type Line, table } from "./output.ts";
import type { StatementView } from "./statement-view.ts";

/** The most statements that are shown one by one. */
const statementsShown = 20;

/** A file for people. */
export function statementLines(view: StatementView): Line[] {
  const { file, format, bytes, statements, findings, faults, faultCount } = view;
  const unlisted = faultCount - faults.length;
  return [
    `${file}: ${format ?? "unknown format"}, ${count(bytes, "byte")}, ${count(statements.length, "statement")}, ${count(view.entryCount, "entry", "entries")}`,
    ...statements.slice(0, statementsShown).flatMap(summaryLines),
    ...(statements.length > statementsShown ? [`… and ${statements.length - statementsShown} more.`] : []),
    ...(faultCount > 0 ? [] : entryLines(view)),
    ...findings.map(({ message, place }) => `! ${where(place)}${message}`),
    ...faults.map(({ message, place }) => `✗ ${where(place)}${message}`),
    ...(unlisted > 0 ? [`✗ … and ${count(unlisted, "more fault")}.`] : []),
    verdict(view),
  ];
}

function verdict({ faultCount, statements }: StatementView): string {
  if (faultCount > 0)
    return `✗ ${count(faultCount, "fault")}. A file with a fault is never imported in part.`;
  if (statements.some(({ addsUp }) => addsUp === false))
    return "✗ The file can be read, but a balance doesn't add up.";
  return "✓ The file can be read.";
}

function summaryLines(summary: StatementSummary): string[] {
  const { account, statementId, sequence, from, to, opening, closing, addsUp, sums } = summary;
  const names = [statementId, sequence === null ? null : `number ${sequence}`].filter(Boolean).join(", ");
  const period = from === null && to === null ? null : `${from ?? "?"} to ${to ?? "?"}`;
  return [
    `  account     ${account.iban ?? account.other}${account.currency === null ? "" : ` (${account.currency})`}`,
    ...(names === "" ? [] : [`  statement   ${names}`]),
    ...(period === null ? [] : [`  period      ${period}`]),
    ...(opening === null ? [] : [`  opening     ${balance(opening)}`]),
    ...(closing === null ? [] : [`  closing     ${balance(closing)}`]),
    `  adds up     ${addsUp === null ? "not checked: without faults, it needs an opening and a closing balance" : addsUp ? "yes" : "no"}`,
    ...sums.map(sumLine),
  ];
}

const sumLine = ({ status, creditDebit, entries, amountMinor, currency }: EntrySum): string =>
  `  ${status.padEnd(11)} ${count(entries, creditDebit)}, ${amount(amountMinor, currency)}`;

const balance = ({ creditDebit, amountMinor, currency, date, code }: Balance): string =>
  `${creditDebit === "debit" ? "-" : ""}${amount(amountMinor, currency)}${date === null ? "" : `, ${date}`} (${code})`;

function entryLines({ entries, entryCount }: StatementView): Line[] {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => [
    entry.bookingDate ?? entry.valueDate ?? "",
    `${entry.creditDebit === "debit" ? "-" : ""}${amount(entry.amountMinor, entry.currency)}`,
    entry.status + (entry.reversal ? ", reversal" : ""),
    shorten(referenceOf(entry), 50),
    shorten(otherParty(entry), 30),
  ]);
  const rest = entryCount - entries.length;
  return [
    ...table(["date", "amount", "status", "reference or text", "payer or payee"], rows),
    ...(rest > 0 ? [`… and ${count(rest, "more entry", "more entries")}; see --entries.`] : []),
  ];
}

function referenceOf({ details, batch, additionalInformation, bankReference }: StatementEntry): string {
  const [first] = details;
  if (batch !== null)
    return `batch of ${count(batch.transactions ?? details.length, "transaction")}, ${details.length} listed`;
  return (
    first?.creditorReferences[0]?.reference ??
    first?.remittance ??
    first?.endToEndId ??
    additionalInformation ??
    bankReference ??
    ""
  );
}

/** The party at the other end of an entry. */
function otherParty({ details, creditDebit, reversal, batch }: StatementEntry): string {
  const [first] = details;
  if (first === undefined || batch !== null) return "";
  const party = (creditDebit === "credit") !== reversal ? first.debtor : first.creditor;
  return party?.name ?? party?.account?.iban ?? party?.account?.other ?? "";
}

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

function where(place: Place | null): string {
  if (place === null) return "";
  const { line, column, path } = place;
  return `Line ${line}${column === null ? "" : `, column ${column}`}${path === null ? "" : `, ${path}`}: `;
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** A file for --json. */
export function presentFile(view: StatementView) {
  const { file, format, bytes, entryCount, faultCount, statements, entries, findings, faults } = view;
  return { file, format, bytes, entryCount, faultCount, statements, entries, findings, faults };
}
