import { findCurrency } from "../currency.ts";
import { toDecimalString } from "../money.ts";
import { main, xml } from "./workbook.ts";

/** A sheet has 1,048,576 rows, of which the first is the header. */
export const rowsOfSheet = 1_048_575;
/** Rows to write at once: some 2 ms, during which nothing else is done. */
export const rowsAtOnce = 100;
/** What a cell can hold; a longer text is cut. */
const textAtMost = 32_767;

/** The number of a cell's format in `styles` by what it shows; amounts by the digits of their currency. */
const style = { plain: 0, header: 1, time: 2, amount: { 0: 3, 2: 4, 3: 5, 4: 6 } } as const;

export type SheetColumn = { readonly name: string; readonly type: "text" | "time" | "amount" | "number" };

/** A cell as XML without its place; empty for no value. */
export type Cell = string;
export const emptyCell: Cell = "";

/** Texts are texts, so a spreadsheet runs none as a formula. */
export const textCell = (value: string, format: number = style.plain): Cell =>
  ` s="${format}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;

export const numberCell = (value: number | string, format: number = style.plain): Cell =>
  ` s="${format}"><v>${value}</v></c>`;

/** A date with its time in UTC: the days since the last but one of 1899, as spreadsheets count them. */
export const timeCell = (timeMs: number): Cell => numberCell(timeMs / 86_400_000 + 25_569, style.time);

/**
 * A number in major units, with the decimals of the currency. In minor units if ISO has withdrawn the currency, because its number of
 * decimals is no longer known.
 */
export function amountCell(amountMinor: number | bigint, code: string): Cell {
  const currency = findCurrency(code);
  if (!currency) return numberCell(String(amountMinor));
  return numberCell(toDecimalString(amountMinor, currency.exponent), style.amount[currency.exponent]);
}

/** A sheet with its header, which stays in sight, up to its first row. */
export function sheetBegin(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ type }, at) => {
    const width = type === "text" ? 24 : type === "time" ? 20 : 14;
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  const header = columns.map(({ name }) => textCell(name, style.header));
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>${sheetRow(header, 1)}`;
}

export const sheetEnd = "</sheetData></worksheet>";

/** @param number the row's, of which the header is the first */
export const sheetRow = (cells: readonly Cell[], number: number): string =>
  `<row r="${number}">${cells
    .map((cell, at) => (cell === emptyCell ? "" : `<c r="${letters(at)}${number}"${cell}`))
    .join("")}</row>`;

/** A, B, … Z, AA, … */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last;
}

/** Characters that XML can't have are written as `_x0007_` (ECMA-376, ST_Xstring), and so is an underscore that would read as one. */
function escapeXml(text: string): string {
  const cut = text.length > textAtMost ? `${text.slice(0, textAtMost - 1)}…` : text;
  return cut
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(
      /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu,
      (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
}
