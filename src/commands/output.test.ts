import assert from "node:assert/strict";
import { test } from "node:test";
import { columns, renderLine, table } from "./output.ts";
import { type Output, standardOutput, widthOf } from "./terminal.ts";

const plain: Output = { columns: undefined, colours: false };
const terminal = (columns: number): Output => ({ columns, colours: true });
const render = (lines: ReturnType<typeof table>, output: Output): string[] =>
  lines.map((line) => renderLine(line, output));

const header = ["id", "name", "note"];
const rows = [
  ["ten_1", "Rosa's Bakery", ""],
  ["ten_2", "東京パン", "closed"],
];

test("columns are as wide as their widest cell, where wide characters count twice", () => {
  assert.deepEqual(render(table(header, rows, plain), plain), [
    "id     name           note",
    "ten_1  Rosa's Bakery",
    "ten_2  東京パン       closed",
  ]);
  assert.deepEqual([widthOf("東京パン"), widthOf("é"), widthOf("e\u0301"), widthOf("👍")], [8, 1, 1, 2]);
  assert.deepEqual(columns([["a", "b"], ["cc"]]), ["a   b", "cc"]);
});

test("on a terminal that is too narrow each row is a paragraph, and nothing is cut off", () => {
  const width = widthOf("ten_2  東京パン       closed");
  assert.equal(table(header, rows, terminal(width)).length, 3);
  assert.deepEqual(render(table(header, rows, { ...terminal(width - 1), colours: false }), plain), [
    "id    ten_1",
    "name  Rosa's Bakery",
    "",
    "id    ten_2",
    "name  東京パン",
    "note  closed",
  ]);
});

test("the header and the mark of a check are coloured on a terminal, and control characters are escaped there, too", () => {
  assert.equal(
    render(table(["id"], [["\u001b[31mx"]], terminal(80)), terminal(80)).join("\n"),
    "\u001b[1mid\u001b[22m\n\\u001b[31mx",
  );
  assert.equal(renderLine("✗ Disk: full", terminal(80)), "\u001b[31m✗\u001b[39m Disk: full");
  assert.equal(renderLine("✗ Disk: full", plain), "✗ Disk: full");
  assert.equal(renderLine("constructor ", terminal(80)), "constructor ");
});

test("colours need a terminal, and obey NO_COLOR and TERM=dumb", () => {
  const tty = { isTTY: true, columns: 80 };
  assert.deepEqual(standardOutput(tty, {}), { columns: 80, colours: true });
  assert.deepEqual(standardOutput(tty, { NO_COLOR: "1" }), { columns: 80, colours: false });
  assert.deepEqual(standardOutput(tty, { NO_COLOR: "" }), { columns: 80, colours: true });
  assert.deepEqual(standardOutput(tty, { TERM: "dumb" }), { columns: 80, colours: false });
  assert.deepEqual(standardOutput({ columns: 80 }, {}), { columns: undefined, colours: false });
});
