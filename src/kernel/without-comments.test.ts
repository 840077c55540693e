import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";
import { withoutComments } from "./without-comments.ts";

const folders = ["../checkout-page/assets/", "../docs/assets/"].map((path) => new URL(path, import.meta.url));
const scripts = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") })),
);

/** The tokens of a script, as TypeScript reads them: without comments, spaces and line breaks. */
function tokensOf(text: string): string[] {
  const source = ts.createSourceFile("script.js", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    if (node.getChildCount(source) === 0) tokens.push(node.getText(source));
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return tokens;
}

for (const { name, text } of scripts) {
  test(`${name} is the same program without its comments`, () => {
    const bare = withoutComments(text);
    assert.deepEqual(tokensOf(bare), tokensOf(text));
    assert.doesNotMatch(bare, /^\s|^\/[/*]/m, "no comment, indentation or empty line is left");
  });
}

test("a style sheet keeps its rules, and what looks like a comment within a line", () => {
  const text =
    "/* Two\n   lines */\na {\n  /* why */\n  background: url(https://a.example/*b);\n}\n\n@media print {\n  a { color: red }\n}\n";
  assert.equal(
    withoutComments(text),
    "a {\nbackground: url(https://a.example/*b);\n}\n@media print {\na { color: red }\n}\n",
  );
});
