import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { FaultCode } from "./entry.ts";
import { largestFile, readStatement } from "./read-statement.ts";
import { readFile, sampleCamt, sampleEntry } from "./test-support.ts";

const plain = sampleCamt(sampleEntry());
const withDoctype = (doctype: string, reference = ""): string =>
  plain.replace("<Document", `<!DOCTYPE Document ${doctype}><Document`).replace("<Id>1", `<Id>${reference}1`);

const cases: readonly (readonly [string, string | Buffer, FaultCode])[] = [
  ["an external entity", withDoctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]', "&x;"), "xml_forbidden"],
  ["an external DTD", withDoctype('SYSTEM "http://127.0.0.1:1/x.dtd"'), "xml_forbidden"],
  ["billion laughs", withDoctype('[<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]', "&b;"), "xml_forbidden"],
  ["an empty document type", withDoctype(""), "xml_forbidden"],
  ["an entity that isn't XML's", plain.replace("<Id>1", "<Id>&nbsp;"), "xml_forbidden"],
  ["XML 1.1", plain.replace('version="1.0"', 'version="1.1"'), "xml_forbidden"],
  ["deep nesting", plain.replace("<Id>1", `<Id>${"<a>".repeat(100)}`), "limit_exceeded"],
  ["a long text", plain.replace("<Id>1", `<Id>${"1".repeat(40_000)}`), "limit_exceeded"],
  ["a text without an end", plain.replace("<Id>1", `<Id>${"1".repeat(900_000)}`), "limit_exceeded"],
  ["a comment without an end", plain.replace("<Id>1", `<!--${"<".repeat(900_000)}`), "limit_exceeded"],
  ["a long name", plain.replace("<Id>1", `<${"n".repeat(500)}>`), "limit_exceeded"],
  ["a long attribute", plain.replace("<Id>", `<Id a="${"v".repeat(5_000)}">`), "limit_exceeded"],
  [
    "many attributes",
    plain.replace("<Id>", `<Id ${Array.from({ length: 50 }, (_, at) => `a${at}="1"`).join(" ")}>`),
    "limit_exceeded",
  ],
  ["very many elements", plain.replace("<Id>1", `<Id>${"<a/>".repeat(160_000)}`), "limit_exceeded"],
  ["an undeclared prefix", plain.replace("<Id>1</Id>", "<x:Id>1</x:Id>"), "xml_invalid"],
  ["a tag that another one closes", plain.replace("</Stmt>", "</Stmx>"), "xml_invalid"],
  ["a NUL", plain.replace("<Id>1", "<Id>&#0;"), "xml_invalid"],
  ["another message", plain.replaceAll("camt.053", "pain.001"), "unknown_format"],
  ["version 01", plain.replaceAll("001.02", "001.01"), "unknown_format"],
  ["another message than the namespace says", plain.replace("camt.053", "camt.054"), "unknown_format"],
  ["no account", plain.replace(/<Acct>.*<\/Acct>/, ""), "value_missing"],
  ["no statement", plain.replace(/<Stmt>.*<\/Stmt>/s, ""), "incomplete"],
  ["gzip", gzipSync(plain), "unknown_format"],
  ["ZIP", Buffer.from("PK\u0003\u0004xxxx"), "unknown_format"],
  ["PDF", "%PDF-1.7", "unknown_format"],
  ["a web page", "<!DOCTYPE html><html></html>", "unknown_format"],
  ["an empty file", "", "unknown_format"],
  ["CSV without a mapping", "a;b\n1;2\n", "unknown_format"],
];

for (const [name, content, code] of cases) {
  test(`${name} is refused`, async () => {
    const { faults } = await readFile(content);
    assert.deepEqual(
      faults.map((fault) => fault.code),
      [code],
      JSON.stringify(faults),
    );
  });
}

test("a file of more than 100 MB is refused", async () => {
  const comments = Buffer.alloc(1024 * 1024, "<!-- -->");
  const parts = (async function* () {
    yield Buffer.from(plain);
    for (let sent = 0; sent <= largestFile; sent += comments.length) yield comments;
  })();
  const codes: string[] = [];
  for await (const event of readStatement(parts)) if (event.type === "fault") codes.push(event.fault.code);
  assert.deepEqual(codes, ["file_too_large"]);
});
