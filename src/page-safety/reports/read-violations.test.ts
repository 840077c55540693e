import assert from "node:assert/strict";
import { test } from "node:test";
import { readViolations } from "./read-violations.ts";

const origin = "https://pay.example";
const documentUri = `${origin}/pay/cs_live_3kTMd9a0V8bQ2xr5cW?locale=de`;

/** The format of Firefox and Safari. */
const older = (fields: Record<string, unknown> = {}) => ({
  "csp-report": {
    "document-uri": documentUri,
    "effective-directive": "script-src-elem",
    "violated-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/skim.js?card=4242424242424242",
    "original-policy": "default-src 'none'",
    "script-sample": "send(card)",
    ...fields,
  },
});

/** The format of Chromium. */
const newer = (fields: Record<string, unknown> = {}, type = "csp-violation") => ({
  type,
  age: 12,
  url: documentUri,
  user_agent: "Mozilla/5.0",
  body: {
    documentURL: documentUri,
    effectiveDirective: "img-src",
    blockedURL: "inline",
    sample: "",
    ...fields,
  },
});

const read = (body: unknown) => readViolations(body, "payment", origin);

test("reads the directive and the blocked origin from both formats, and nothing else", () => {
  assert.deepEqual(read(older()), [
    { page: "payment", source: "page", directive: "script-src-elem", blocked: "https://evil.example" },
  ]);
  assert.deepEqual(read([newer(), newer({}, "deprecation")]), [
    { page: "payment", source: "page", directive: "img-src", blocked: "inline" },
  ]);
});

test("keeps nothing about a session, a card or a person", () => {
  const text = JSON.stringify([read(older()), read([newer({ blockedURL: `${documentUri}#4242` })])]);
  assert.doesNotMatch(text, /cs_live|locale|4242|skim|send|Mozilla/);
});

test("reduces what was blocked to an origin, a scheme, a known keyword or other", () => {
  const blocked = (address: string) => read(older({ "blocked-uri": address }))?.[0]?.blocked;
  assert.equal(blocked("inline"), "inline");
  assert.equal(blocked("data"), "data:");
  assert.equal(blocked("blob:https://pay.example/7c"), "self");
  assert.equal(blocked("wss://evil.example:8443/live"), "wss://evil.example:8443");
  assert.equal(blocked(`${origin}/pay/assets/other.js`), "self");
  assert.equal(blocked("https://user:secret@evil.example/"), "https://evil.example");
  assert.equal(blocked(`https://${"a.".repeat(60)}example/`), "other");
  assert.equal(blocked("what ever"), "other");
  assert.equal(blocked(""), "nothing named");
});

test("redacts a card number in the name of a blocked host", () => {
  for (const host of ["4242424242424242.evil.example", "x.4242-4242-4242-4242.evil.example"]) {
    const blocked = read(older({ "blocked-uri": `https://${host}/` }))?.[0]?.blocked ?? "";
    assert.match(blocked, /^https:\/\/(x\.)?\[card number\]\.evil\.example$/);
  }
});

test("counts an unknown directive as other", () => {
  const directive = (name: unknown) =>
    read(older({ "effective-directive": name, "violated-directive": "" }))?.[0]?.directive;
  assert.equal(directive("script-src-of-ada@example.org"), "other");
  assert.equal(directive(7), "other");
  assert.equal(
    read(older({ "effective-directive": "", "violated-directive": "img-src 'self'" }))?.[0]?.directive,
    "img-src",
    "older browsers send the directive with its values",
  );
});

test("recognises violations by the visitor's extensions and tools", () => {
  const source = (fields: Record<string, unknown>) => read(older(fields))?.[0]?.source;
  assert.equal(source({ "blocked-uri": "chrome-extension://abc/inject.js" }), "browser");
  assert.equal(
    source({ "blocked-uri": "inline", "source-file": "moz-extension://abc/content.js" }),
    "browser",
  );
  assert.equal(source({ "blocked-uri": "https://gc.kis.v2.scr.kaspersky-labs.com/x/main.js" }), "browser");
  assert.equal(source({ "blocked-uri": "https://kaspersky-labs.com.evil.example/main.js" }), "page");
  assert.equal(source({ "blocked-uri": "inline" }), "page");
});

test("ignores reports about pages of others", () => {
  assert.deepEqual(read(older({ "document-uri": "https://shop.example/cart" })), []);
  assert.deepEqual(read(older({ "document-uri": "about" })), []);
});

test("returns undefined for a body that is no report", () => {
  for (const body of [null, 7, "report", {}, { "csp-report": null }, { "csp-report": [] }]) {
    assert.equal(read(body), undefined, JSON.stringify(body));
  }
  assert.deepEqual(read([null, 7, {}, { type: "csp-violation" }]), []);
});

test("reads at most 20 violations of one post", () => {
  assert.equal(read(Array.from({ length: 500 }, () => newer()))?.length, 20);
});
