import assert from "node:assert/strict";
import { test } from "node:test";
import { Html, html, isolate } from "./html.ts";

test("text is escaped, in content and in attributes", () => {
  const nasty = `<script>"'&=`;
  assert.equal(
    html`<p title="${nasty}">${nasty}</p>`.toString(),
    `<p title="&#60;script&#62;&#34;&#39;&#38;&#61;">&#60;script&#62;&#34;&#39;&#38;&#61;</p>`,
  );
});

test("an exclamation mark before a value doesn't switch escaping off", () => {
  assert.equal(html`<p>Hello!${"<b>"}</p>`.toString(), "<p>Hello!&#60;b&#62;</p>");
});

test("markup within markup is kept, also in lists", () => {
  const items = ["a", "<"].map((text) => html`<li>${text}</li>`);
  assert.equal(html`<ul>${items}</ul>`.toString(), "<ul><li>a</li><li>&#60;</li></ul>");
  assert.equal(isolate("<").toString(), "<bdi>&#60;</bdi>");
});

test("a string stays text even when it came out of markup", () => {
  assert.equal(html`${html`<b>`.toString()}`.toString(), "&#60;b&#62;");
});

test("null, undefined and false leave nothing behind, zero does", () => {
  assert.equal(html`[${null}${undefined}${false}${0}]`.toString(), "[0]");
});

test("nobody else can declare a string to be markup", () => {
  const forged = Reflect.construct.bind(Reflect, Html, ["<script>", Symbol("Html")]);
  assert.throws(forged, TypeError);
});
