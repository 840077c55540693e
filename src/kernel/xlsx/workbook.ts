import type { ZipFile } from "./zip.ts";

export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const amountFormats = ["#,##0", "#,##0.00", "#,##0.000", "#,##0.0000"];

export const sheetFile = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** The files of a workbook beside its sheets. @param titles those of the sheets, in order */
export function workbookFiles(titles: readonly string[]): ZipFile[] {
  const numbers = titles.map((_, at) => at + 1);
  const overrides = numbers.map(
    (number) => `<Override PartName="/${sheetFile(number)}" ContentType="${types}.worksheet+xml"/>`,
  );
  const sheets = titles.map(
    (title, at) => `<sheet name="${title}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return [
    file(
      "[Content_Types].xml",
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${overrides.join("")}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ),
    file("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])),
    file(
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join("")}</sheets></workbook>`,
    ),
    file(
      "xl/_rels/workbook.xml.rels",
      relations([
        ...numbers.map((number) => ["worksheet", `worksheets/sheet${number}.xml`] as const),
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
  return `<styleSheet xmlns="${main}"><numFmts count="${numFmts.length}">${numFmts.join("")}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
