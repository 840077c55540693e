import assert from "node:assert/strict";
import { test } from "node:test";
import { Html, html, isolate } from "./html.ts";

test("escapes text in content and attributes", () => {
  const nasty = `<script>"'&=`;
  assert.equal(
    html`<p title="${nasty}">${nasty}</p>`.toString(),
    `<p title="&#60;script&#62;&#34;&#39;&#38;&#61;">&#60;script&#62;&#34;&#39;&#38;&#61;</p>`,
  );
});

test("an exclamation mark before a value doesn't switch escaping off", () => {
  assert.equal(html`<p>Hello!${"<b>"}</p>`.toString(), "<p>Hello!&#60;b&#62;</p>");
});

test("keeps nested markup, also in lists", () => {
  const items = ["a", "<"].map((text) => html`<li>${text}</li>`);
  assert.equal(html`<ul>${items}</ul>`.toString(), "<ul><li>a</li><li>&#60;</li></ul>");
  assert.equal(isolate("<").toString(), "<bdi>&#60;</bdi>");
});

test("escapes a string even if it was made from markup", () => {
  assert.equal(html`${html`<b>`.toString()}`.toString(), "&#60;b&#62;");
});

test("renders null, undefined and false as nothing, but zero as 0", () => {
  assert.equal(html`[${null}${undefined}${false}${0}]`.toString(), "[0]");
});

test("refuses to construct Html from a string", () => {
  const forged = Reflect.construct.bind(Reflect, Html, ["<script>", Symbol("Html")]);
  assert.throws(forged, TypeError);
});

test("kept markup is the same as text and in UTF-8, wherever it stands", () => {
  const kept = html`<b>é ${"<"} 中</b>`.kept();
  const page = html`<p>${"“"}${kept}</p>${[kept, "&"]}${html`<i>${kept}</i>`}`;
  const markup = "<p>“<b>é &#60; 中</b></p><b>é &#60; 中</b>&#38;<i><b>é &#60; 中</b></i>";
  assert.equal(page.toString(), markup);
  assert.equal(page.toBuffer().toString(), markup);
});
