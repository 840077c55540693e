import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import ts from "typescript";

// What a person reads stands in the texts, where each language finds it. This finds it in dialogs, too, which no test opens all of.

const root = path.resolve(import.meta.dirname, "../../dashboard/src");
const read = new Set(["label", "title", "aria-label", "description", "alt", "help"]);
const names = new Set(["CSV", "Excel (XLSX)"]);
const hasWord = (text: string): boolean => /\p{L}/u.test(text) && !names.has(text.trim());

test("no screen contains words of its own", () => {
  const files = globSync("**/*.tsx", { cwd: root });
  assert.ok(files.length > 150, `${files.length} files`);
  assert.deepEqual(
    files.flatMap((file) =>
      wordsIn(file, readFileSync(path.join(root, file), "utf8")).map((word) => `${file}: ${word}`),
    ),
    [],
  );
});

test("words between tags, in names of fields and in braces are found", () => {
  const source = '<Box title="Paid" id="x">Paid {amount} {"now"} {t("x")} · <Text>OK</Text> CSV</Box>';
  assert.deepEqual(wordsIn("a.tsx", source), ["Paid", "Paid", "now", "OK"]);
});

function wordsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && hasWord(text)) found.push(text.trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

/** The text that a node shows as it stands there. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text;
  if (!ts.isStringLiteral(node)) return undefined;
  if (ts.isJsxAttribute(node.parent)) return read.has(node.parent.name.getText()) ? node.text : undefined;
  return ts.isJsxExpression(node.parent) && !ts.isJsxAttribute(node.parent.parent) ? node.text : undefined;
}
