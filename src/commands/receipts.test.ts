import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pay } from "../../test/api/paying.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { type CommandEnding, runKassaHere } from "../../test/support/command.ts";
import { testSecretKey } from "../../test/support/keyring.ts";
import { toJwkSet } from "../receipts/published-keys.ts";
import { signReceipt } from "../receipts/sign-receipt.ts";
import { newKey, sampleContent } from "../receipts/test-support.ts";

/** The receipt commands as an operator and an auditor run them: `verify` needs no server, database or setting. */
const folder = mkdtempSync(path.join(tmpdir(), "kassa-receipts-"));
let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(async () => {
  await kassa.close();
  rmSync(folder, { recursive: true });
});

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandEnding> =>
  runKassaHere(["receipts", ...args], { cwd: folder, env });

/** On the machine that Kassa runs on. */
const operate = (...args: string[]) =>
  run(args, { DATABASE_URL: kassa.db.settings.connectionString ?? "", KASSA_SECRET_KEY: testSecretKey });

/** On a machine that has only the files, with settings that no server could start with. */
const verify = (...args: string[]) =>
  run(["verify", ...args], { DATABASE_URL: "postgresql://127.0.0.1:1/none" });

function keep(name: string, text: string | Buffer): string {
  writeFileSync(path.join(folder, name), text);
  return name;
}

async function fetchReceipt(): Promise<string> {
  const { session } = await pay(kassa);
  const { status, text } = await kassa.call("GET", `/api/checkout/sessions/${session}/receipt`);
  assert.equal(status, 200, text);
  return text;
}

const fetchKeys = async () =>
  (await kassa.call("GET", "/.well-known/kassa-receipt-keys.json", { key: null })).text;

test("a genuine receipt is confirmed with its signer and contents, and the exit code is 0", async () => {
  const text = await fetchReceipt();
  const receipt = JSON.parse(text);
  const file = keep("receipt.json", text);
  keep("kassa-receipt-keys.json", await fetchKeys());
  const { code, stdout, stderr } = await verify(file);
  assert.deepEqual([code, stderr], [0, ""]);
  for (const said of [
    /^✓ The receipt is genuine/,
    /! Sandbox: this is the receipt of a test/,
    new RegExp(`signed by   ${kassa.app.publicUrl.origin}, `),
    new RegExp(`with key    ${receipt.keyId} \\(sandbox\\), from kassa-receipt-keys\\.json`),
    /paid to {5}Test shop \(ten_/,
    /amount {6}25\.99 EUR\n/,
    /paid with {3}visa ending in 4242\n/,
  ])
    assert.match(stdout, said);
  const told = JSON.parse((await verify(file, "--json")).stdout);
  assert.deepEqual(told, { object: "receipt.verification", genuine: true, keyId: receipt.keyId, receipt });
});

test("a receipt that isn't genuine is refused with the exact reason, and the exit code is 1", async () => {
  const text = await fetchReceipt();
  const keys = keep("keys.json", await fetchKeys());
  const { keys: known } = JSON.parse(await fetchKeys());
  const others = known.filter(({ mode }: { mode: string }) => mode === "live");
  const cases = [
    [text.replace('"amount":2599', '"amount":9999'), keys, "changed", /changed after it was signed/],
    [text, keep("others.json", JSON.stringify({ keys: others })), "unknown_key", /get the keys again/],
    ["<!doctype html>", keys, "not_a_receipt", /can't be read as JSON/],
    ['{"object":"payment"}', keys, "not_a_receipt", /no receipt/],
  ] as const;
  for (const [content, keysFile, expected, sentence] of cases) {
    const file = keep("doubtful.json", content);
    const [{ code, stdout, stderr }, told] = await Promise.all([
      verify(file, "--keys", keysFile),
      verify(file, "--keys", keysFile, "--json"),
    ]);
    assert.deepEqual([code, stdout], [1, ""], expected);
    assert.match(stderr, /^✗ This is not a genuine receipt\. /);
    assert.match(stderr, sentence);
    const { genuine, code: named } = JSON.parse(told.stdout);
    assert.deepEqual([told.code, genuine, named], [1, false, expected]);
  }
});

/** Text that must not reach a terminal: an escape, its one-byte form in C1, DEL, a line break and a direction override. */
const hostile = "x\u001b[2J\u009b31m\u007f\r\n✓ forged\u202e";
const active = /[^\n\P{Cc}]|\p{Bidi_Control}|^✓ forged/mu;

test("control characters in another issuer's receipt don't reach the terminal", async () => {
  const { sealed, signing } = newKey();
  const merchant = { ...sampleContent.merchant, name: hostile };
  const content = { ...sampleContent, merchant, issuer: hostile, notice: hostile, number: hostile };
  const file = keep("hostile.json", signReceipt(content, signing));
  const keys = keep("hostile-keys.json", JSON.stringify(toJwkSet([sealed])));
  const [{ code, stdout }, told] = await Promise.all([
    verify(file, "--keys", keys),
    verify(file, "--keys", keys, "--json"),
  ]);
  assert.equal(code, 0, stdout);
  assert.doesNotMatch(stdout, active);
  assert.match(stdout, /paid to {5}x\\u001b\[2J\\u009b31m\\u007f\\u000d\\u000a✓ forged\\u202e \(/);
  assert.doesNotMatch(told.stdout, active);
  assert.equal(JSON.parse(told.stdout).receipt.merchant.name, hostile);
});

test("control characters in a forged receipt don't reach the terminal", async () => {
  const genuine = JSON.parse(signReceipt(sampleContent, newKey().signing));
  const keys = keep("some-keys.json", JSON.stringify(toJwkSet([newKey().sealed])));
  for (const text of [
    JSON.stringify({ ...genuine, keyId: hostile }),
    `{${JSON.stringify(hostile)}:1,${JSON.stringify(hostile)}:2}`,
    `{"amount":\u009b2J\u202e}`,
  ]) {
    const file = keep("forged.json", text);
    const [{ code, stderr }, told] = await Promise.all([
      verify(file, "--keys", keys),
      verify(file, "--keys", keys, "--json"),
    ]);
    assert.equal(code, 1, stderr);
    assert.doesNotMatch(stderr, active);
    assert.doesNotMatch(told.stdout, active);
    assert.equal(JSON.parse(told.stdout).code, "not_a_receipt");
  }
});

test("a receipt that can't be checked is reported as unchecked with what is missing, and the exit code is 2", async () => {
  const file = keep("receipt.json", await fetchReceipt());
  const keys = keep("keys.json", await fetchKeys());
  const cases = [
    ["nowhere.json", keys, /nowhere\.json can't be read: there is no such file/],
    [".", keys, /it is a folder/],
    [keep("bytes.json", Buffer.from([0x7b, 0xff])), keys, /it isn't text in UTF-8/],
    [file, "nokeys.json", /no keys to check it with.*\n {2}Download the issuer's keys first: curl -o /],
    [file, keep("empty.json", '{"keys":[]}'), /The keys in empty\.json can't be used/],
  ] as const;
  const tried = cases.map(async ([name, keysFile, sentence]) => {
    const { code, stdout, stderr } = await verify(name, "--keys", keysFile);
    assert.deepEqual([code, stdout], [2, ""], stderr);
    assert.match(stderr, /^✗ The receipt wasn't checked\. /);
    assert.match(stderr, sentence);
  });
  await Promise.all(tried);
});

test("a key whose name begins with a hyphen is withdrawn when named after --", async () => {
  const keyId = `-${"a".repeat(42)}`;
  await kassa.db.sql(
    `INSERT INTO receipt_keys (key_id, mode, public_key, private_key_sealed, retired_at)
     VALUES ($1, 'sandbox', decode(repeat('00', 32), 'hex'), 'sealed', now())`,
    [keyId],
  );
  const withdrawn = await operate("keys", "withdraw", "--json", "--", keyId);
  assert.equal(withdrawn.code, 0, withdrawn.output);
  assert.equal(JSON.parse(withdrawn.stdout).keyId, keyId);
});

test("keys are rolled while the server runs, which signs with the new key at once", async () => {
  const before = await fetchReceipt();
  const { keyId: old } = JSON.parse(before);
  const rolled = await operate("keys", "roll", "--mode", "sandbox", "--json");
  assert.equal(rolled.code, 0, rolled.stderr);
  const made = JSON.parse(rolled.stdout);
  assert.deepEqual(made, { keyId: made.keyId, mode: "sandbox", replaces: old });
  const after = await fetchReceipt();
  assert.equal(JSON.parse(after).keyId, made.keyId);

  const listed = JSON.parse((await operate("keys", "list", "--json")).stdout).data;
  const states = listed.map(({ keyId, retiredAt }: { keyId: string; retiredAt: string | null }) => [
    keyId,
    retiredAt === null,
  ]);
  assert.deepEqual(new Map(states).get(old), false);
  assert.deepEqual(new Map(states).get(made.keyId), true);
  const again = await operate("keys", "roll", "--mode", "live");
  assert.match(again.stdout, /Every process publishes it within 70 seconds/);
  const table = await operate("keys", "list");
  assert.match(table.stdout, new RegExp(`^${made.keyId} +sandbox +signs `, "m"));
  assert.match(table.stdout, new RegExp(`^${old} +sandbox +retired `, "m"));
});
