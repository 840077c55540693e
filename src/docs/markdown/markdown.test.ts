import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorOf, renderMarkdown } from "./render.ts";

const bodyOf = (text: string): string =>
  renderMarkdown(`# Title\n\n${text}`).body.toString().replace("<h1>Title</h1>", "");

test("whatever a document holds is text, in every kind of block", () => {
  const nasty = '<img src=x onerror="alert(1)">';
  const text = `${nasty}\n\n## ${nasty}\n\n- ${nasty}\n\n| ${nasty} |\n| --- |\n| ${nasty} |\n\n    ${nasty}\n\n\`${nasty}\` **${nasty}**`;
  const markup = bodyOf(text);
  assert.doesNotMatch(markup, /<img/);
  assert.equal(markup.match(/&#60;img/g)?.length, 8);
});

test("paragraphs join their lines; code keeps them", () => {
  assert.equal(bodyOf("one\ntwo\n\nthree"), "<p>one two</p><p>three</p>");
  assert.match(bodyOf("```js\na\n\n  b\n```"), /<code>a\n\n {2}b<\/code>/);
  assert.match(bodyOf("    a\n\n      b\n\nafter"), /<code>a\n\n {2}b<\/code><\/pre><p>after<\/p>/);
});

test("lists hold several lines, and blocks of their own", () => {
  assert.equal(bodyOf("- one\n  more\n- two"), "<ul><li>one more</li><li>two</li></ul>");
  assert.equal(bodyOf("1. one\n\n   next\n2. two"), "<ol><li><p>one</p><p>next</p></li><li>two</li></ol>");
  assert.equal(bodyOf("- a\n\nafter"), "<ul><li>a</li></ul><p>after</p>");
});

test("links lead to pages of the server, to other sites, or nowhere", () => {
  assert.match(bodyOf("[Errors](errors.md#not_found)"), /href="\/docs\/errors#not_found"/);
  assert.match(bodyOf("[site](https://example.com)"), /href="https:\/\/example\.com"/);
  assert.equal(bodyOf("[script](javascript:alert)"), "<p>script</p>");
  assert.equal(bodyOf("[inside](../src/main.ts)"), "<p>inside</p>");
});

test("words within a line", () => {
  assert.equal(
    bodyOf("a `**b**` **c `d`** *e* 2 * 3"),
    "<p>a <code>**b**</code> <strong>c <code>d</code></strong> <em>e</em> 2 * 3</p>",
  );
});

test("anchors are the heading's words; error codes stay as they are", () => {
  assert.equal(anchorOf("See it, and `repeat` it"), "see-it-and-repeat-it");
  assert.equal(anchorOf("currency_invalid"), "currency_invalid");
});

test("a state diagram is a list of its arrows; any other diagram stays text", () => {
  const diagram = (text: string) => bodyOf(`\`\`\`mermaid\n${text}\n\`\`\``);
  const states = diagram(
    "stateDiagram-v2\n  [*] --> open: a <b> asks\n  open --> paid: money\n  open --> lost\n  paid --> [*]",
  );
  const rows = [...states.matchAll(/<div>.*?<\/div>/gs)].map(([row]) =>
    row
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
  assert.deepEqual(rows, ["new → open a &#60;b&#62; asks", "open → paid money → lost", "paid ends"]);
  assert.match(diagram("sequenceDiagram\n  A->>B: hello"), /<pre.*sequenceDiagram/);
  assert.match(diagram("stateDiagram-v2\n  note over everything"), /<pre/);
});

test("comments are left out, and the sections are listed", () => {
  const document = renderMarkdown("# A\n\n<!-- made by\na tool -->\n\n## B\n\n### C");
  assert.equal(document.title, "A");
  assert.deepEqual(document.sections, [{ id: "b", text: "B" }]);
  assert.doesNotMatch(document.body.toString(), /tool/);
});
