import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { csvLine } from "./csv.ts";

test("quotes fields only where necessary", () => {
  assert.equal(
    csvLine(["a", "b c", 'say "hi"', "x,y", "two\nlines"]),
    'a,b c,"say ""hi""","x,y","two\nlines"\r\n',
  );
  assert.equal(csvLine([null, "", 5]), ",,5\r\n");
});

test("prefixes text that a spreadsheet would run as a formula", () => {
  for (const text of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    '=HYPERLINK("http://evil.example","x")',
  ]) {
    const line = csvLine([text]);
    assert.match(line, /^"?'/, JSON.stringify(text));
    assert.deepEqual(parse(line), [`'${text}`]);
  }
});

test("keeps the sign and all digits of numbers", () => {
  assert.equal(
    csvLine([-2599, 0, -9007199254740993n, { decimal: "-25.99" }]),
    "-2599,0,-9007199254740993,-25.99\r\n",
  );
});

test("property: a line reads back as the same values", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (texts) => {
      const read = parse(csvLine(texts));
      assert.deepEqual(
        read.map((text, at) => (/^[=+\-@\t\r]/.test(texts[at] ?? "") ? text.slice(1) : text)),
        texts,
      );
    }),
  );
});

/** Reads one line by the grammar of RFC 4180. */
function parse(line: string): string[] {
  const field = /"((?:[^"]|"")*)"|([^",]*)/y;
  const fields: string[] = [];
  for (let at = 0; at <= line.length - 2; at = field.lastIndex + 1) {
    field.lastIndex = at;
    const [, quoted, plain] = field.exec(line.slice(0, -2)) ?? [];
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
  }
  return fields;
}
