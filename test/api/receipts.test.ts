import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { readPublishedKeys, toJwkSet } from "../../src/receipts/published-keys.ts";
import { makeSigningKey } from "../../src/receipts/signing-key.ts";
import { listKeys, rollKey, withdrawReceiptKey } from "../../src/receipts/signing-keys.ts";
import { verifyReceipt } from "../../src/receipts/verify-receipt.ts";
import type { JsonBody } from "../support/app.ts";
import { countWaiting } from "../support/lock-waits.ts";
import { cards } from "../support/payments.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { authorize, pay } from "./paying.ts";
import { assertProblem, makeSession, sessionsPath } from "./support.ts";

const kassa = useTestApp({ KASSA_SANDBOX_PENDING_MS: "600000" });

const getReceipt = (session: string) => kassa.call("GET", `${sessionsPath}/${session}/receipt`);
const capture = (payment: string, body: object) =>
  kassa.call("POST", `/api/payments/${payment}/capture`, { body });

/** The published keys, as anybody can fetch them. */
async function publishedKeys() {
  const answer = await kassa.call("GET", "/.well-known/kassa-receipt-keys.json", { key: null });
  assert.equal(answer.status, 200, answer.text);
  const read = readPublishedKeys(answer.text);
  assert.ok(read.ok);
  return read.value;
}

const lineItems = [
  { name: "Monstera", quantity: 1, unitAmount: 1599, imageUrl: "https://shop.example/monstera.jpg" },
  { name: "Pot", quantity: 2, unitAmount: 500 },
];

test("a paid session's receipt states what was paid, to whom, how and when, and that it is a test", async () => {
  const paid = await pay(kassa, {
    session: {
      lineItems,
      description: "Order 1042",
      customerEmail: "ada@example.com",
      clientReferenceId: "internal-7",
    },
  });
  const { status, body, text } = await getReceipt(paid.session);
  assert.equal(status, 200, text);
  const { id, number, keyId, signature, createdAt, paidAt, ...said } = body;
  assert.match(id, /^rct_sandbox_/);
  assert.match(number, /^(\w{4}-){3}\w{4}$/);
  assert.equal(paidAt, paid.attempts[0].decidedAt);
  assert.ok(Date.parse(createdAt) >= Date.parse(paidAt) - 1_000);
  const { tenant } = kassa.tenant;
  assert.deepEqual(said, {
    object: "receipt",
    version: 1,
    mode: "sandbox",
    notice: "Sandbox: this is the receipt of a test. No real money was paid.",
    issuer: kassa.app.publicUrl.origin,
    session: paid.session,
    payment: paid.id,
    merchant: { id: tenant.id, name: "Test shop", supportEmail: null, supportUrl: null, supportPhone: null },
    description: "Order 1042",
    lineItems: lineItems.map(({ imageUrl: _, ...item }) => item),
    adjustments: null,
    amountDetails: null,
    amountOrdered: 2599,
    amount: 2599,
    currency: "EUR",
    captures: [{ amount: 2599, capturedAt: paidAt }],
    method: { type: "card", card: { brand: "visa", last4: "4242" }, bankAccount: null },
  });
  const verified = verifyReceipt(text, await publishedKeys());
  assert.deepEqual(verified.ok && [verified.value.key.keyId, verified.value.receipt.signature], [
    keyId,
    signature,
  ]);
});

test("a receipt never changes, whatever happens to the payment, the merchant and the keys", async () => {
  const paid = await pay(kassa);
  const first = await getReceipt(paid.session);
  await kassa.call("POST", "/api/refunds", { body: { payment: paid.id, amount: 599 } });
  await kassa.db.sql("UPDATE tenants SET name = 'Renamed', support_email = 'new@shop.example'");
  const deps = { database: kassa.db.database, keyring: kassa.keyring };
  const rolled = await rollKey(deps, "sandbox");
  assert.ok(rolled.ok && rolled.value.replaces === first.body.keyId);
  assert.equal((await getReceipt(paid.session)).text, first.text);

  const keys = await listKeys(deps);
  assert.equal(verifyReceipt(first.text, keys).ok, true, "the retired key is still published");
  const next = await getReceipt((await pay(kassa)).session);
  assert.deepEqual([next.body.keyId, next.body.merchant.name], [rolled.value.keyId, "Renamed"]);
  assert.equal(verifyReceipt(next.text, keys).ok, true);
  await kassa.db.sql("UPDATE tenants SET name = 'Test shop', support_email = NULL");
});

test("a withdrawn key's receipts don't verify, and are signed again on request with the same content", async () => {
  const deps = { database: kassa.db.database, keyring: kassa.keyring };
  const paid = await pay(kassa);
  const first = await getReceipt(paid.session);
  const withdrawn = await withdrawReceiptKey(deps, first.body.keyId);
  assert.ok(withdrawn.ok && withdrawn.value.signsNow !== first.body.keyId);
  const published = JSON.parse(JSON.stringify(toJwkSet(await listKeys(deps))));
  const { revoked } = published.keys.find(({ kid }: { kid: string }) => kid === first.body.keyId);
  assert.equal(revoked.reason, "compromised");
  assert.ok(Math.abs(revoked.revoked_at * 1000 - Date.now()) < 60_000);
  const keys = readPublishedKeys(JSON.stringify(published));
  assert.ok(keys.ok);
  const verdict = verifyReceipt(first.text, keys.value);
  assert.equal(!verdict.ok && verdict.failure.code, "withdrawn_key");

  const answers = await Promise.all(Array.from({ length: 10 }, () => getReceipt(paid.session)));
  const [again] = answers;
  assert.ok(again && verifyReceipt(again.text, keys.value).ok);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  const said = ({ keyId: _key, signature: _signature, createdAt: _at, ...rest }: JsonBody) => rest;
  assert.deepEqual(said(again.body), said(first.body));
  assert.equal(again.body.keyId, withdrawn.value.signsNow);

  const { signsNow } = withdrawn.value;
  assert.equal((await withdrawReceiptKey(deps, signsNow)).ok, true, "its successor can be withdrawn too");
  const third = await getReceipt(paid.session);
  assert.equal(verifyReceipt(third.text, await listKeys(deps)).ok, true);
  assert.deepEqual(
    [await withdrawReceiptKey(deps, signsNow), await withdrawReceiptKey(deps, "x".repeat(43))].map(
      ({ ok }) => ok,
    ),
    [false, false],
  );
});

test("concurrent first requests, before any key exists, get the same receipt by one key", async () => {
  const { session } = await pay(kassa);
  await kassa.db.sql("DELETE FROM receipt_keys");
  const answers = await Promise.all(Array.from({ length: 20 }, () => getReceipt(session)));
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  assert.equal(answers[0]?.status, 200, answers[0]?.text);
  const keys = await kassa.db.sql("SELECT FROM receipt_keys WHERE mode = 'sandbox'");
  assert.equal(keys.length, 1);
});

test("a withdrawal returns the signing key that another process created meanwhile", async () => {
  const { session } = await pay(kassa);
  const { keyId } = (await getReceipt(session)).body;
  const theirs = makeSigningKey(kassa.keyring, "sandbox");
  const other = new Client(kassa.db.settings);
  await other.connect();
  try {
    await kassa.db.sql("UPDATE receipt_keys SET retired_at = now() WHERE mode = 'sandbox'");
    await other.query("BEGIN");
    await other.query(
      "INSERT INTO receipt_keys (key_id, mode, public_key, private_key_sealed) VALUES ($1, 'sandbox', $2, $3)",
      [theirs.keyId, theirs.bytes, theirs.privateKeySealed],
    );
    const withdrawing = withdrawReceiptKey({ database: kassa.db.database, keyring: kassa.keyring }, keyId);
    await until(async () => (await countWaiting(kassa.db)) > 0, "the withdrawal waits for the other's key");
    await other.query("COMMIT");
    const withdrawn = await withdrawing;
    assert.deepEqual(withdrawn, {
      ok: true,
      value: { keyId, mode: "sandbox", signsNow: theirs.keyId },
    });
  } finally {
    await other.end();
  }
  assert.equal((await getReceipt(session)).body.keyId, theirs.keyId);
});

test("an unpaid session has no receipt", async () => {
  const open = await makeSession(kassa);
  const declined = await pay(kassa, { card: cards.declined });
  const onItsWay = await pay(kassa, { card: cards.approvedLater });
  const voided = await authorize(kassa);
  await kassa.call("POST", `/api/payments/${voided.id}/void`);
  for (const session of [open.id, declined.session, onItsWay.session, voided.session])
    assertProblem(await getReceipt(session), "session_not_paid");
  assert.equal((await kassa.db.sql("SELECT FROM receipts WHERE session_id = $1", [open.id])).length, 0);
});

test("a manual capture's receipt exists once nothing is left to capture, and lists each capture", async () => {
  const { id, session } = await authorize(kassa);
  assertProblem(await getReceipt(session), "session_not_paid");
  await capture(id, { amount: 1000 });
  assertProblem(await getReceipt(session), "session_not_paid");
  await capture(id, { amount: 500, final: true });
  const { body, text } = await getReceipt(session);
  assert.equal(
    verifyReceipt(text, await listKeys({ database: kassa.db.database, keyring: kassa.keyring })).ok,
    true,
  );
  assert.deepEqual([body.amountOrdered, body.amount], [2599, 1500]);
  assert.deepEqual(
    body.captures.map(({ amount }: { amount: number }) => amount),
    [1000, 500],
  );
  assert.equal(body.paidAt, body.captures[1].capturedAt);
});

test("a payment that was captured in part and then voided has a receipt of the captured part", async () => {
  const { id, session } = await authorize(kassa);
  await capture(id, { amount: 1000 });
  await kassa.call("POST", `/api/payments/${id}/void`);
  assert.equal((await getReceipt(session)).body.amount, 1000);
});

test("a direct debit's receipt shows the last digits of the account and no more", async () => {
  const { id, session } = await pay(kassa);
  await kassa.db.sql(
    `UPDATE attempts SET method = 'bank_debit', card_brand = NULL, card_last4 = NULL, account_last4 = '3000'
     WHERE payment_id = $1`,
    [id],
  );
  const { method } = (await getReceipt(session)).body;
  assert.deepEqual(method, { type: "bank_debit", card: null, bankAccount: { last4: "3000" } });
});

test("a session on a clock has a receipt in the clock's time, also when it is signed again", async () => {
  const now = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
  const clock = await kassa.call("POST", "/api/sandbox/clocks", { body: { now } });
  const { session } = await pay(kassa, { session: { clock: clock.body.id } });
  const { body } = await getReceipt(session);
  assert.deepEqual([body.paidAt, body.createdAt], [now, now]);
  await withdrawReceiptKey({ database: kassa.db.database, keyring: kassa.keyring }, body.keyId);
  const { body: renewed } = await getReceipt(session);
  assert.notEqual(renewed.keyId, body.keyId);
  assert.equal(renewed.createdAt, now);
});

test("the database prevents changes to receipts and keys, and separates sandbox from live", async () => {
  const { session } = await pay(kassa);
  await getReceipt(session);
  const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  const inTenant = (sql: string) =>
    kassa.db.database.inTenant(scope, (trx) => trx.query<{ mode: string }>(sql));
  for (const sql of [
    "UPDATE receipts SET document = ''",
    "DELETE FROM receipts",
    "DELETE FROM receipt_keys",
    "UPDATE receipt_keys SET retired_at = NULL",
    "INSERT INTO receipt_keys (key_id, mode, public_key, private_key_sealed) VALUES ('x', 'sandbox', '', '')",
  ])
    await assert.rejects(inTenant(sql), /permission denied/, sql);
  await listKeys({ database: kassa.db.database, keyring: kassa.keyring });
  const seen = await inTenant("SELECT DISTINCT mode FROM receipt_keys");
  assert.deepEqual(seen, [{ mode: "sandbox" }]);
});

test("the private key is stored only sealed, and never logged", async () => {
  const rows = await kassa.db.sql<{ id: string; mode: "live" | "sandbox"; sealed: Buffer }>(
    "SELECT key_id AS id, mode, private_key_sealed AS sealed FROM receipt_keys",
  );
  assert.ok(rows.length >= 2);
  for (const { id, mode, sealed } of rows) {
    const [first, second] = ["receipt_keys", "webhook_endpoints"].map((table) => {
      try {
        return kassa.keyring.open({ table, tenantId: null, mode, id }, sealed);
      } catch {
        return undefined;
      }
    });
    assert.ok(first !== undefined && second === undefined);
    assert.ok(!sealed.includes(Buffer.from(first, "base64")) && !sealed.includes(first));
    assert.ok(!kassa.logged.some((line) => line.includes(first)));
  }
});

test("publishes the public keys for everybody, browsers included, without private parts", async () => {
  const { headers, body } = await kassa.call("GET", "/.well-known/kassa-receipt-keys.json", { key: null });
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.equal(headers.get("cache-control"), "public, max-age=60");
  const modes = new Set(body.keys.map(({ mode }: { mode: string }) => mode));
  assert.deepEqual([...modes].sort(), ["live", "sandbox"]);
  // Earlier tests withdrew keys; whether this response says so depends on its age.
  for (const { revoked: _, ...key } of body.keys)
    assert.deepEqual(Object.keys(key).sort(), ["alg", "crv", "kid", "kty", "mode", "use", "x"]);
});
