import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { verifyEd25519 } from "./fixtures/rfc8032.ts";
import { readPublishedKeys, toJwkSet } from "./published-keys.ts";
import { receiptNumber } from "./receipt-number.ts";
import { signReceipt } from "./sign-receipt.ts";
import { type PublishedKey, thumbprint } from "./signing-key.ts";
import { newKey, sampleContent } from "./test-support.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const { sealed, signing } = newKey();
const keys: readonly PublishedKey[] = [newKey("live").sealed, sealed];
const document = signReceipt(sampleContent, signing);

/** The fault of a text, or "genuine". */
function verdict(text: string, known = keys): string {
  const verified = verifyReceipt(text, known);
  return verified.ok ? "genuine" : verified.failure.code;
}

test("a key id never begins with a hyphen, which commands would take for an option", () => {
  const names = Array.from({ length: 400 }, () => newKey().sealed.keyId);
  assert.deepEqual(
    names.filter((name) => name.startsWith("-")),
    [],
  );
});

test("the same content and key give the same canonical and valid bytes", () => {
  assert.equal(signReceipt(sampleContent, signing), document);
  assert.equal(canonicalJson(JSON.parse(document)), document);
  const verified = verifyReceipt(document, keys);
  assert.ok(verified.ok);
  assert.equal(verified.value.key.keyId, sealed.keyId);
  const { keyId, signature, ...content } = verified.value.receipt;
  assert.deepEqual(content, sampleContent);
  assert.deepEqual([keyId, signature.length], [sealed.keyId, 86]);
});

test("a receipt with other spaces and order of members is still genuine", () => {
  const members = Object.entries(JSON.parse(document)).reverse();
  assert.equal(verdict(JSON.stringify(Object.fromEntries(members), null, 2)), "genuine");
});

/** Copies of a value, each with one member changed, removed or added. */
function* mutations(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries())
      for (const other of mutations(element)) yield value.with(index, other);
    if (value.length > 0) yield value.slice(1);
    yield [...value, null];
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const other of mutations(member)) yield { ...value, [name]: other };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
    yield { ...value, added: true };
  } else if (typeof value === "string") yield `${value.slice(0, -1)}${value.endsWith("A") ? "B" : "A"}`;
  else if (typeof value === "number") yield value + 1;
  else yield 0;
}

test("detects a change of any member", () => {
  let tried = 0;
  for (const forged of mutations(JSON.parse(document))) {
    const text = JSON.stringify(forged);
    assert.notEqual(verdict(text), "genuine", text);
    tried += 1;
  }
  assert.ok(tried > 70);
});

test("accepts only one encoding of a signature, although its last character has unused bits", () => {
  const { signature, ...unsigned } = JSON.parse(document);
  const spellings = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
    .map((last) => signature.slice(0, -1) + last)
    .filter((spelling) => verdict(JSON.stringify({ ...unsigned, signature: spelling })) === "genuine");
  assert.deepEqual(spellings, [signature]);
});

const changeFirstCharacter = (text: string): string => (text.startsWith("A") ? "B" : "A") + text.slice(1);

test("reports which fault a text has", () => {
  const receipt = JSON.parse(document);
  const { signature, ...unsigned } = receipt;
  const cases: [text: string, code: string][] = [
    [JSON.stringify({ ...receipt, amount: 1 }), "changed"],
    [JSON.stringify({ ...receipt, signature: changeFirstCharacter(signature) }), "changed"],
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

test("refuses duplicate members, because two parsers could read different amounts", () => {
  assert.equal(verdict(document.replace("{", '{"amount":1,')), "not_a_receipt");
  assert.equal(verdict(document.replace(/}$/, ',"amount":1}')), "not_a_receipt");
});

test("refuses a receipt signed by a key of the other mode", () => {
  assert.equal(verdict(signReceipt({ ...sampleContent, mode: "live", notice: null }, signing)), "wrong_mode");
});

test("refuses signed content that isn't a valid receipt", () => {
  const odd = { ...sampleContent, amount: -1 };
  assert.equal(verdict(signReceipt(odd, signing)), "not_a_receipt");
});

test("parses published keys, and derives their ids from the keys", () => {
  const published = JSON.parse(JSON.stringify(toJwkSet(keys)));
  assert.deepEqual(published.keys[1], {
    kty: "OKP",
    crv: "Ed25519",
    alg: "EdDSA",
    use: "sig",
    kid: sealed.keyId,
    mode: "sandbox",
    x: sealed.bytes.toString("base64url"),
  });
  // A key with the id of another key gets its own id.
  const [foreign] = toJwkSet([newKey().sealed]).keys;
  published.keys.push({ ...foreign, kid: sealed.keyId }, { kty: "RSA", n: "x", e: "AQAB" }, "nothing");
  const read = readPublishedKeys(JSON.stringify(published));
  assert.ok(read.ok);
  assert.deepEqual(
    read.value.map(({ keyId }) => keyId),
    [...keys.map(({ keyId }) => keyId), thumbprint(Buffer.from(foreign?.x ?? "", "base64url"))],
  );
  assert.equal(verdict(document, read.value), "genuine");
});

test("fails for a file without keys", () => {
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

test("computes the thumbprint of RFC 8037, appendix A.3", () => {
  const bytes = Buffer.from("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "base64url");
  assert.equal(thumbprint(bytes), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
});

test("a receipt number has 16 unambiguous characters and is unique to its session", () => {
  const number = receiptNumber(sampleContent.session);
  assert.match(number, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.equal(receiptNumber(sampleContent.session), number);
  assert.notEqual(receiptNumber(`${sampleContent.session}x`), number);
});

test("an independent implementation of RFC 8032 accepts the signature, and refuses other content", () => {
  const { signature, ...content } = JSON.parse(document);
  const verified = (signed: object) =>
    verifyEd25519(sealed.bytes, Buffer.from(canonicalJson(signed)), Buffer.from(signature, "base64url"));
  assert.equal(verified(content), true);
  assert.equal(verified({ ...content, amount: content.amount + 1 }), false);
});

/** The openssl command of docs/how-to/receipts.md. */
test("openssl, if installed, accepts the signature and refuses other content", (t) => {
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
      return t.diagnostic(
        "This machine has no openssl. The previous test verified the signature without it.",
      );
    assert.equal(genuine.status, 0, genuine.stderr);
    assert.match(genuine.stdout, /Signature Verified Successfully/);
    assert.equal(openssl({ ...content, amount: content.amount + 1 }).status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("refuses receipts of a withdrawn key, whatever the form of `revoked`", () => {
  const { sealed, signing } = newKey();
  const text = signReceipt(sampleContent, signing);
  const {
    keys: [published],
  } = toJwkSet([sealed]);
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
