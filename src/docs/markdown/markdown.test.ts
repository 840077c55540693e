import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorOf } from "./plain-text.ts";
import { renderInline, renderMarkdown } from "./render.ts";

const bodyOf = (text: string): string =>
  renderMarkdown(`# Title\n\n${text}`, "how-to/a.md").body.toString().replace("<h1>Title</h1>", "");

test("HTML in a document is shown as text, in every kind of block", () => {
  const nasty = '<img src=x onerror="alert(1)">';
  const text = `${nasty}\n\n## ${nasty}\n\n- ${nasty}\n\n| ${nasty} |\n| --- |\n| ${nasty} |\n\n    ${nasty}\n\n\`${nasty}\` **${nasty}**`;
  const markup = bodyOf(text);
  assert.doesNotMatch(markup, /<img/);
  assert.equal(markup.match(/&#60;img/g)?.length, 8);
});

test("a paragraph ends at a blank line; code keeps its blank lines", () => {
  assert.equal(bodyOf("one\ntwo\n\nthree"), "<p>one\ntwo</p><p>three</p>");
  assert.match(bodyOf("```js\na\n\n  b\n```"), /<code>a\n\n {2}b<\/code>/);
  assert.match(bodyOf("    a\n\n      b\n\nafter"), /<code>a\n\n {2}b<\/code><\/pre><\/div><p>after<\/p>/);
});

test("list items hold several lines and several blocks", () => {
  assert.equal(bodyOf("- one\n  more\n- two"), "<ul><li>one\nmore</li><li>two</li></ul>");
  assert.equal(
    bodyOf("1. one\n\n   next\n2. two"),
    "<ol><li><p>one</p><p>next</p></li><li><p>two</p></li></ol>",
  );
  assert.equal(bodyOf("- one or\n  429. Two"), "<ul><li>one or\n429. Two</li></ul>");
  assert.equal(bodyOf("3. three\n4. four"), '<ol start="3"><li>three</li><li>four</li></ol>');
  assert.equal(bodyOf("- a\n\nafter"), "<ul><li>a</li></ul><p>after</p>");
});

test("links lead to pages of the docs or to other sites; any other link becomes plain text", () => {
  assert.match(bodyOf("[Errors](../reference/errors.md#not_found)"), /href="\/docs\/errors#not_found"/);
  assert.match(bodyOf("[site](https://example.com)"), /href="https:\/\/example\.com"/);
  assert.equal(bodyOf("[script](javascript:alert)"), "<p>script</p>");
  assert.equal(bodyOf("[inside](../../src/main.ts)"), "<p>inside</p>");
});

test("code, bold and emphasis within a line", () => {
  assert.equal(
    bodyOf("a `**b**` **c `d`** *e* 2 * 3"),
    "<p>a <code>**b**</code> <strong>c <code>d</code></strong> <em>e</em> 2 * 3</p>",
  );
});

test("anchors are the heading's words; error codes stay as they are", () => {
  assert.equal(
    bodyOf("## See it, and `repeat` it"),
    '<h2 id="see-it-and-repeat-it">See it, and <code>repeat</code> it <a class="anchor" href="#see-it-and-repeat-it" aria-label="Link to this section">#</a></h2>',
  );
  assert.match(bodyOf("### The [errors](../reference/errors.md)"), /id="the-errors"/);
  assert.equal(anchorOf("currency_invalid"), "currency_invalid");
});

test("a state diagram is shown with a list of its transitions; a diagram without a picture stays text", () => {
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
});

test("code blocks with tabs that follow each other are one group; text between them makes two", () => {
  const block = (tab: string) => `\`\`\`py tab="${tab}"\nx\n\`\`\`\n\n`;
  const together = bodyOf(block("A") + block("B"));
  assert.equal(together.match(/<div class="tabs">/g)?.length, 1);
  assert.match(together, /data-tab="A".*data-tab="B"/s);
  assert.equal(bodyOf(`${block("A")}Or\n\n${block("B")}`).match(/<div class="tabs">/g)?.length, 2);
});

test("code has the classes of its language’s colours, and nothing of it becomes markup", () => {
  const code = bodyOf('```js\nconst a = "<b>";\n```');
  assert.match(code, /<span class="hljs-keyword">const<\/span>/);
  assert.match(code, /<span class="hljs-string">&#34;&#60;b&#62;&#34;<\/span>/);
});

test("an item of a checklist has a box", () => {
  assert.match(bodyOf("- [ ] Do it"), /<li class="task"><span class="box" aria-hidden="true"><\/span>Do it/);
});

test("comments are left out, and the headings of the second level are listed", () => {
  const document = renderMarkdown("# A\n\n<!-- made by\na tool -->\n\n## B\n\n### C", "a.md");
  assert.equal(document.title, "A");
  assert.deepEqual(document.sections, [{ id: "b", text: "B" }]);
  assert.doesNotMatch(document.body.toString(), /made by/);
});

test("a table cell may hold an escaped pipe", () => {
  assert.match(bodyOf("| a |\n| --- |\n| `x\\|y` |"), /<td><code>x\|y<\/code><\/td>/);
});

test("a description is rendered within its line", () => {
  assert.equal(
    renderInline("Use `a` < [b](/docs/b).").toString(),
    'Use <code>a</code> &#60; <a href="/docs/b">b</a>.',
  );
});

test("a document without a title is refused", () => {
  assert.throws(() => renderMarkdown("text\n\n# A", "a.md"), /must begin with a heading/);
});
