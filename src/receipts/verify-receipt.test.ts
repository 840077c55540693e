import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { verifyEd25519 } from "./fixtures/rfc8032.ts";
import { presentKeys, readPublishedKeys } from "./published-keys.ts";
import { receiptNumber } from "./receipt-number.ts";
import { signReceipt } from "./sign-receipt.ts";
import { type PublishedKey, thumbprint } from "./signing-key.ts";
import { newKey, sampleContent } from "./test-support.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const { sealed, signing } = newKey();
const keys: readonly PublishedKey[] = [newKey("live").sealed, sealed];
const document = signReceipt(sampleContent, signing);

/** What is wrong with a text; "genuine" when nothing is. */
function verdict(text: string, known = keys): string {
  const verified = verifyReceipt(text, known);
  return verified.ok ? "genuine" : verified.failure.code;
}

test("a key's name never begins with a hyphen, which commands would take for an option", () => {
  const names = Array.from({ length: 400 }, () => newKey().sealed.keyId);
  assert.deepEqual(
    names.filter((name) => name.startsWith("-")),
    [],
  );
});

test("the same content and key give the same bytes, which are canonical, and which verify", () => {
  assert.equal(signReceipt(sampleContent, signing), document);
  assert.equal(canonicalJson(JSON.parse(document)), document);
  const verified = verifyReceipt(document, keys);
  assert.ok(verified.ok);
  assert.equal(verified.value.key.keyId, sealed.keyId);
  const { keyId, signature, ...content } = verified.value.receipt;
  assert.deepEqual(content, sampleContent);
  assert.deepEqual([keyId, signature.length], [sealed.keyId, 86]);
});

test("a receipt that was spaced or ordered anew is as genuine as before", () => {
  const members = Object.entries(JSON.parse(document)).reverse();
  assert.equal(verdict(JSON.stringify(Object.fromEntries(members), null, 2)), "genuine");
});

/** Copies of a value, each with one of its leaves changed, left out or added to. */
function* changed(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries())
      for (const other of changed(element)) yield value.with(index, other);
    if (value.length > 0) yield value.slice(1);
    yield [...value, null];
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const other of changed(member)) yield { ...value, [name]: other };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
    yield { ...value, added: true };
  } else if (typeof value === "string") yield `${value.slice(0, -1)}${value.endsWith("A") ? "B" : "A"}`;
  else if (typeof value === "number") yield value + 1;
  else yield 0;
}

test("no change of any part goes unnoticed", () => {
  let tried = 0;
  for (const forged of changed(JSON.parse(document))) {
    const text = JSON.stringify(forged);
    assert.notEqual(verdict(text), "genuine", text);
    tried += 1;
  }
  assert.ok(tried > 70);
});

test("a signature has one spelling only, though its last character has bits to spare", () => {
  const { signature, ...unsigned } = JSON.parse(document);
  const spellings = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
    .map((last) => signature.slice(0, -1) + last)
    .filter((spelling) => verdict(JSON.stringify({ ...unsigned, signature: spelling })) === "genuine");
  assert.deepEqual(spellings, [signature]);
});

const otherFirst = (text: string): string => (text.startsWith("A") ? "B" : "A") + text.slice(1);

test("what is wrong is told apart", () => {
  const receipt = JSON.parse(document);
  const { signature, ...unsigned } = receipt;
  const cases: [text: string, code: string][] = [
    [JSON.stringify({ ...receipt, amount: 1 }), "changed"],
    [JSON.stringify({ ...receipt, signature: otherFirst(signature) }), "changed"],
    [signReceipt(sampleContent, newKey().signing), "unknown_key"],
    [JSON.stringify(unsigned), "not_a_receipt"],
    [JSON.stringify({ ...receipt, signature: `${signature}==` }), "not_a_receipt"],
    [JSON.stringify({ ...receipt, keyId: "\u001b[2J\u001b[1;1HGenuine" }), "not_a_receipt"],
    [JSON.stringify({ ...receipt, keyId: `${receipt.keyId}\n` }), "not_a_receipt"],
    [JSON.stringify({ ...receipt, version: 2 }), "not_a_receipt"],
    [JSON.stringify({ object: "payment", id: "pay_x" }), "not_a_receipt"],
    [document.slice(0, -1), "not_a_receipt"],
    ["", "not_a_receipt"],
    ["%PDF-1.7", "not_a_receipt"],
    [JSON.stringify([receipt]), "not_a_receipt"],
  ];
  for (const [text, code] of cases) assert.equal(verdict(text), code, text.slice(0, 200));
});

test("a member that stands there twice is refused: two readers could read two amounts", () => {
  assert.equal(verdict(document.replace("{", '{"amount":1,')), "not_a_receipt");
  assert.equal(verdict(document.replace(/}$/, ',"amount":1}')), "not_a_receipt");
});

test("the key of one mode can't sign receipts of the other", () => {
  assert.equal(verdict(signReceipt({ ...sampleContent, mode: "live", notice: null }, signing)), "wrong_mode");
});

test("what a key signed that is no receipt isn't taken for one", () => {
  const odd = { ...sampleContent, amount: -1 };
  assert.equal(verdict(signReceipt(odd, signing)), "not_a_receipt");
});

test("keys are read back from what is published, named by what they are", () => {
  const published = JSON.parse(JSON.stringify(presentKeys(keys)));
  assert.deepEqual(published.keys[1], {
    kty: "OKP",
    crv: "Ed25519",
    alg: "EdDSA",
    use: "sig",
    kid: sealed.keyId,
    mode: "sandbox",
    x: sealed.bytes.toString("base64url"),
  });
  // Somebody who gives another key the name of a known one gains nothing.
  const [foreign] = presentKeys([newKey().sealed]).keys;
  published.keys.push({ ...foreign, kid: sealed.keyId }, { kty: "RSA", n: "x", e: "AQAB" }, "nothing");
  const read = readPublishedKeys(JSON.stringify(published));
  assert.ok(read.ok);
  assert.deepEqual(
    read.value.map(({ keyId }) => keyId),
    [...keys.map(({ keyId }) => keyId), thumbprint(Buffer.from(foreign?.x ?? "", "base64url"))],
  );
  assert.equal(verdict(document, read.value), "genuine");
});

test("a file that holds no keys is said to hold none", () => {
  for (const text of [
    "",
    "{}",
    "[]",
    '{"keys":[]}',
    '{"keys":{}}',
    '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA","mode":"live"}]}',
  ])
    assert.equal(readPublishedKeys(text).ok, false, text);
});

test("the thumbprint is the one of RFC 8037, appendix A.3", () => {
  const bytes = Buffer.from("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "base64url");
  assert.equal(thumbprint(bytes), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
});

test("a receipt's number is short, unmistakable, and the session's own", () => {
  const number = receiptNumber(sampleContent.session);
  assert.match(number, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.equal(receiptNumber(sampleContent.session), number);
  assert.notEqual(receiptNumber(`${sampleContent.session}x`), number);
});

test("an implementation of RFC 8032 that shares no code with this verifies the signature, and refuses another text", () => {
  const { signature, ...content } = JSON.parse(document);
  const verified = (signed: object) =>
    verifyEd25519(sealed.bytes, Buffer.from(canonicalJson(signed)), Buffer.from(signature, "base64url"));
  assert.equal(verified(content), true);
  assert.equal(verified({ ...content, amount: content.amount + 1 }), false);
});

/** The commands of docs/receipts.md, without what they take from other programs. */
test("so does openssl, where a machine has it", (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-receipt-"));
  try {
    const { signature, ...content } = JSON.parse(document);
    const file = (name: string, bytes: Buffer | string): string => {
      writeFileSync(path.join(folder, name), bytes);
      return path.join(folder, name);
    };
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), sealed.bytes]);
    const key = file("key.der", der);
    const proof = file("signature", Buffer.from(signature, "base64url"));
    const openssl = (signed: object) => {
      const text = file("signed.txt", canonicalJson(signed));
      const args = [
        "-verify",
        "-pubin",
        "-keyform",
        "DER",
        "-inkey",
        key,
        "-rawin",
        "-in",
        text,
        "-sigfile",
        proof,
      ];
      return spawnSync("openssl", ["pkeyutl", ...args], { encoding: "utf8" });
    };
    const genuine = openssl(content);
    if (genuine.error !== undefined && "code" in genuine.error && genuine.error.code === "ENOENT")
      return t.diagnostic("This machine has no openssl; the test above this one asked RFC 8032 itself.");
    assert.equal(genuine.status, 0, genuine.stderr);
    assert.match(genuine.stdout, /Signature Verified Successfully/);
    assert.equal(openssl({ ...content, amount: content.amount + 1 }).status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a key that is published as withdrawn counts as such, however that is written", () => {
  const { sealed, signing } = newKey();
  const text = signReceipt(sampleContent, signing);
  const {
    keys: [published],
  } = presentKeys([sealed]);
  for (const revoked of [
    { revoked_at: 1_795_262_400, reason: "compromised" },
    { revoked_at: 1e300 },
    {},
    true,
    "x",
  ]) {
    const read = readPublishedKeys(JSON.stringify({ keys: [{ ...published, revoked }] }));
    assert.ok(read.ok);
    const verdict = verifyReceipt(text, read.value);
    assert.equal(!verdict.ok && verdict.failure.code, "withdrawn_key", JSON.stringify(revoked));
    const isDated = typeof revoked === "object" && revoked.reason !== undefined;
    assert.match(
      String(!verdict.ok && verdict.failure.detail),
      isDated ? /on 2026-11-21,/ : /was withdrawn, since/,
    );
  }
  for (const revoked of [undefined, null, false]) {
    const read = readPublishedKeys(JSON.stringify({ keys: [{ ...published, revoked }] }));
    assert.ok(read.ok && verifyReceipt(text, read.value).ok);
  }
});
