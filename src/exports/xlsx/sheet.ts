import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString } from "../../kernel/money.ts";
import type { Column } from "../columns.ts";
import type { StoredRow } from "../export.ts";
import type { ZipFile } from "./zip.ts";

/** A sheet has 1,048,576 rows, of which the first is the header. */
export const rowsAtMost = 1_048_575;
/** Below what a ZIP archive without ZIP64 can hold. */
export const sheetBytesAtMost = 4_000_000_000;
/** What a cell can hold; a longer text is cut. */
const textAtMost = 32_767;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The number of a cell's format in `styles` by what it shows; amounts by the digits of their currency. */
const style = { plain: 0, header: 1, time: 2, amount: { 0: 3, 2: 4, 3: 5, 4: 6 } } as const;
const amountFormats = ["#,##0", "#,##0.00", "#,##0.000", "#,##0.0000"];

/** The files of a workbook beside its sheet. */
export function workbookFiles(title: string): ZipFile[] {
  return [
    file(
      "[Content_Types].xml",
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ),
    file("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])),
    file(
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    file(
      "xl/_rels/workbook.xml.rels",
      relations([
        ["worksheet", "worksheets/sheet1.xml"],
        ["styles", "styles.xml"],
      ]),
    ),
    file("xl/styles.xml", styles()),
  ];
}

const file = (name: string, content: string): ZipFile => ({ name, content: [xml + content] });

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packages}/relationships">${targets
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

function styles(): string {
  const formats = ["yyyy-mm-dd hh:mm:ss", ...amountFormats];
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
  const xfs = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    ...formats.map(
      (_, at) =>
        `<xf numFmtId="${164 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    ),
  ];
  const font = '<sz val="11"/><name val="Calibri"/>';
  return `<styleSheet xmlns="${main}"><numFmts count="${numFmts.length}">${numFmts.join("")}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join("")}</cellXfs></styleSheet>`;
}

/** A sheet up to its first row, which stays in sight. */
export function sheetBegin(columns: readonly Column[]): string {
  const widths = columns.map(({ type }, at) => {
    const width = type === "text" ? 24 : type === "time" ? 20 : 14;
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>`;
}

export const sheetEnd = "</sheetData></worksheet>";

export const headerRow = (columns: readonly Column[]): string =>
  `<row r="1">${columns.map(({ name }, at) => textCell(`${letters(at)}1`, name, style.header)).join("")}</row>`;

/**
 * A row of a sheet. Amounts are numbers in major units with the decimals of their currency, times are dates in UTC. Texts are texts, so a
 * spreadsheet runs none as a formula.
 */
export function sheetRow(
  columns: readonly Column[],
  [currency, ...values]: StoredRow,
  number: number,
): string {
  const cells = columns.map(({ type }, at) => {
    const value = values[at] ?? null;
    if (value === null) return "";
    const place = `${letters(at)}${number}`;
    if (type === "time") return numberCell(place, String(toSerial(String(value))), style.time);
    return type === "amount"
      ? amountCell(place, Number(value), currency)
      : textCell(place, String(value), style.plain);
  });
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** In minor units if ISO has withdrawn the currency, because its number of decimals is no longer known. */
function amountCell(place: string, amount: number, code: string): string {
  const currency = findCurrency(code);
  if (!currency) return numberCell(place, String(amount), style.plain);
  return numberCell(place, toDecimalString(amount, currency.exponent), style.amount[currency.exponent]);
}

const numberCell = (place: string, value: string, format: number): string =>
  `<c r="${place}" s="${format}"><v>${value}</v></c>`;

const textCell = (place: string, value: string, format: number): string =>
  `<c r="${place}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;

/** Days since the last but one of 1899, as spreadsheets count them. */
const toSerial = (time: string): number => Date.parse(time) / 86_400_000 + 25_569;

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
