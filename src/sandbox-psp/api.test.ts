import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { testCards } from "./test-cards.ts";
import { behaviourOf } from "./test-outcomes.ts";
import { chargeBody, fieldOf, startTestPsp, type TestPsp } from "./test-support.ts";

const good = "4242424242424242";
let psp: TestPsp;
before(async () => {
  psp = await startTestPsp({ holdMs: 200 });
});
after(() => psp.close());

async function charge(key: string, number = good, overrides: object = {}): Promise<string> {
  const response = await psp.call("/charges", { key, body: chargeBody(number, overrides) });
  return String(await fieldOf(response, "id"));
}

async function move(id: string, kind: string, key: string, amount?: number): Promise<string> {
  const body = amount === undefined ? {} : { amount, currency: "EUR" };
  const response = await psp.call(`/charges/${id}/${kind}`, { key, body });
  const { status, refusal } = (await response.json()) as { status: string; refusal: string | null };
  return refusal ?? status;
}

/** The log of a merchant's reference: kind and amount of each entry, in order. */
async function logOf(reference: string): Promise<string[]> {
  const rows = await psp.db.sql<{ line: string }>(
    `SELECT concat_ws(' ', kind, amount, CASE WHEN captured THEN 'captured' END) AS line
     FROM sandbox_psp.charge_log WHERE merchant_reference = $1 ORDER BY entry`,
    [reference],
  );
  return rows.map(({ line }) => line);
}

test("each test card has its documented outcome", async () => {
  for (const [index, card] of testCards.entries()) {
    const { answer, fault } = behaviourOf(card.outcome);
    if (fault) continue;
    const body = chargeBody(card.number, { merchantReference: "outcomes" });
    const response = await psp.call("/charges", { key: `outcome-${index}`, body });
    const charge = (await response.json()) as { status: string; declineReason: string | null };
    const expected = { approve: "approved", challenge: "action_required", later: "pending", decline: "" };
    const wanted = answer.kind === "decline" ? answer.reason : expected[answer.kind];
    assert.equal(charge.declineReason ?? charge.status, wanted, card.number);
  }
  const approved = testCards.filter(({ outcome }) => {
    const { answer, fault } = behaviourOf(outcome);
    return answer.kind === "approve" && !fault;
  });
  assert.deepEqual(await logOf("outcomes"), Array(approved.length).fill("authorize 1000"));
});

test("reports the issuer's checks of security code, postcode and 3-D Secure", async () => {
  const checksOf = async (number: string) => {
    const response = await psp.call("/charges", {
      key: `checks-${number.slice(-4)}`,
      body: chargeBody(number),
    });
    return await fieldOf(response, "checks");
  };
  const none = { result: "none", version: null, eci: null, liabilityShift: "not_shifted" };
  const usual = { cvc: "pass", postcode: "unchecked", threeDSecure: none };
  assert.deepEqual(await checksOf(good), usual);
  assert.deepEqual(await checksOf("4000000000000101"), { ...usual, cvc: "fail" });
  assert.deepEqual(await checksOf("4000000000000036"), { ...usual, postcode: "fail" });
  const frictionless = { result: "frictionless", version: "2.2.0", eci: "05", liabilityShift: "shifted" };
  assert.deepEqual(await checksOf("4000000000003055"), { ...usual, threeDSecure: frictionless });
  const attempted = { result: "attempted", version: "2.2.0", eci: "06", liabilityShift: "shifted" };
  assert.deepEqual(await checksOf("4000000000003097"), { ...usual, threeDSecure: attempted });
});

test("50 concurrent requests with one key make one charge and one entry in the charge log", async () => {
  const body = chargeBody(good, { merchantReference: "stampede", capture: "automatic" });
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => psp.call("/charges", { key: "stampede", body })),
  );
  const answers = await Promise.all(responses.map((response) => response.text()));
  assert.equal(new Set(answers).size, 1);
  assert.equal(responses.filter(({ headers }) => headers.get("idempotent-replayed") === null).length, 1);
  assert.deepEqual(await logOf("stampede"), ["authorize 1000 captured"]);
});

test("refuses a key that was used for a different request; another account can use the same key", async () => {
  const id = await charge("reused");
  const other = await psp.call("/charges", { key: "reused", body: chargeBody(good, { amount: 1001 }) });
  assert.deepEqual([other.status, await fieldOf(other, "error", "code")], [409, "idempotency_key_reused"]);
  const neighbour = await psp.call("/charges", {
    key: "reused",
    body: chargeBody(good),
    account: "0000002_sandbox",
  });
  assert.equal(neighbour.status, 200);
  assert.notEqual(await fieldOf(neighbour, "id"), id);
});

test("refuses and doesn't store a number that is no test card", async () => {
  const response = await psp.call("/charges", { key: "unknown", body: chargeBody("4111111111111111") });
  assert.deepEqual([response.status, await fieldOf(response, "error", "code")], [400, "unknown_test_card"]);
  const found = await psp.call("/charges?idempotencyKey=unknown");
  assert.deepEqual(await found.json(), { object: "list", data: [] });
});

test("refuses a malformed request without quoting it", async () => {
  for (const overrides of [
    { amount: 0 },
    { amount: 1.5 },
    { amount: "1000" },
    { currency: "eur" },
    { currency: "XXX" },
    { returnUrl: "javascript:alert(1)" },
    { returnUrl: "https://user:password@shop.example/" },
    { description: "nul \u0000" },
    { locale: "de&x=1" },
    { surprise: true },
  ]) {
    const response = await psp.call("/charges", { key: "malformed", body: chargeBody(good, overrides) });
    const text = await response.text();
    assert.equal(response.status, 400, JSON.stringify(overrides));
    assert.ok(!text.includes("4242"));
  }
  const keyless = await psp.call("/charges", { body: chargeBody(good) });
  assert.equal(await fieldOf(keyless, "error", "code"), "idempotency_key_required");
});

test("refuses a wrong bearer token, a live account, and another account's charge", async () => {
  const id = await charge("guarded");
  const wrong = await psp.call("/charges?idempotencyKey=guarded", { secret: "0".repeat(64) });
  assert.equal(wrong.status, 401);
  const live = await psp.call("/charges", { key: "live", body: chargeBody(good), account: "0000001_live" });
  assert.equal(live.status, 403);
  const neighbour = await psp.call(`/charges/${id}/void`, {
    key: "steal",
    body: {},
    account: "0000002_sandbox",
  });
  assert.equal(neighbour.status, 404);
});

test("a charge whose answer never arrives is made once and found by its key", async () => {
  const body = chargeBody("4200000000000307", { merchantReference: "silence" });
  await assert.rejects(psp.call("/charges", { key: "silence", body }));
  assert.deepEqual(await logOf("silence"), ["authorize 1000"]);
  const found = await psp.call("/charges?idempotencyKey=silence");
  const { data } = (await found.json()) as { data: { status: string }[] };
  assert.deepEqual(
    data.map(({ status }) => status),
    ["approved"],
  );
  const again = await psp.call("/charges", { key: "silence", body });
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.deepEqual(await logOf("silence"), ["authorize 1000"]);
});

test("each fault comes before or after the charge, as its name says", async () => {
  const attempt = async (fault: string) => {
    const body = chargeBody(good, { merchantReference: fault });
    const answer = psp.call("/charges", { key: fault, body, headers: { "sandbox-fault": fault } });
    const outcome = await answer.then(
      async (response) => `${response.status} ${isJson(await response.text()) ? "JSON" : "cut"}`,
      () => "dropped",
    );
    return [outcome, (await logOf(fault)).length];
  };
  assert.deepEqual(await attempt("timeout_before_charge"), ["dropped", 0]);
  assert.deepEqual(await attempt("status_429"), ["429 JSON", 0]);
  assert.deepEqual(await attempt("timeout_after_charge"), ["dropped", 1]);
  assert.deepEqual(await attempt("status_500_after_charge"), ["500 JSON", 1]);
  assert.deepEqual(await attempt("truncated_json"), ["200 cut", 1]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("concurrent captures and refunds never exceed the authorized and captured amounts", async () => {
  const id = await charge("limits", good, { merchantReference: "limits" });
  const many = (kind: string) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => move(id, kind, `${kind}-${n}`, 300)));
  const captures = await many("capture");
  assert.equal(captures.filter((answer) => answer === "succeeded").length, 3);
  assert.equal(captures.filter((answer) => answer === "amount_exceeds_authorized").length, 17);
  const refunds = await many("refund");
  assert.equal(refunds.filter((answer) => answer === "succeeded").length, 3);
  assert.equal(refunds.filter((answer) => answer === "amount_exceeds_captured").length, 17);
  assert.deepEqual(await logOf("limits"), [
    "authorize 1000",
    ...Array(3).fill("capture 300"),
    ...Array(3).fill("refund 300"),
  ]);
});

test("of a concurrent capture and void, exactly one succeeds", async () => {
  const id = await charge("race", good, { merchantReference: "race" });
  const answers = await Promise.all([
    move(id, "capture", "race-capture", 1000),
    move(id, "void", "race-void"),
  ]);
  assert.equal(answers.filter((answer) => answer === "succeeded").length, 1);
  assert.equal((await logOf("race")).length, 2);
});

test("a movement happens once per key, and a repeated key returns the same refusal", async () => {
  const id = await charge("moves", good, { merchantReference: "moves" });
  assert.equal(await move(id, "refund", "early", 100), "amount_exceeds_captured");
  const answers = await Promise.all(Array.from({ length: 20 }, () => move(id, "capture", "once", 100)));
  assert.deepEqual(new Set(answers), new Set(["succeeded"]));
  assert.equal(await move(id, "refund", "early", 100), "amount_exceeds_captured");
  assert.deepEqual(await logOf("moves"), ["authorize 1000", "capture 100"]);
  const reused = await psp.call(`/charges/${id}/capture`, {
    key: "once",
    body: { amount: 200, currency: "EUR" },
  });
  assert.equal(reused.status, 409);
});

test("a refused movement names the reason", async () => {
  const declined = await charge("declined", "4000000000000002");
  assert.equal(await move(declined, "capture", "declined-capture", 1000), "charge_not_approved");
  const voided = await charge("voided");
  assert.equal(await move(voided, "void", "voided-void"), "succeeded");
  assert.equal(await move(voided, "capture", "voided-capture", 1000), "charge_voided");
  const captured = await charge("captured", good, { capture: "automatic" });
  assert.equal(await move(captured, "void", "captured-void"), "charge_captured");
  const yen = await psp.call(`/charges/${captured}/refund`, {
    key: "yen",
    body: { amount: 1, currency: "JPY" },
  });
  assert.equal(await fieldOf(yen, "refusal"), "currency_mismatch");
});

test("a void ends a charge that waits for the customer, who can then no longer complete it", async () => {
  const body = chargeBody("4000000000003220", { merchantReference: "unfinished" });
  const made = await psp.call("/charges", { key: "unfinished", body });
  const actionUrl = String(await fieldOf(made.clone(), "actionUrl"));
  const id = String(await fieldOf(made, "id"));
  assert.equal(await move(id, "capture", "unfinished-capture", 100), "charge_not_approved");
  assert.equal(await move(id, "void", "unfinished-void"), "succeeded");
  assert.equal(await move(id, "void", "unfinished-void"), "succeeded");
  const finish = new URLSearchParams({ choice: "complete" });
  await fetch(actionUrl, { method: "POST", body: finish, redirect: "manual" });
  const found = await psp.call("/charges?idempotencyKey=unfinished");
  assert.equal(await fieldOf(found, "data", "0", "declineReason"), "abandoned");
  assert.deepEqual(await logOf("unfinished"), []);
});

test("the PSP's database role can't change the charge log or read Kassa's tables", async () => {
  const asPsp = (sql: string) => psp.db.database.inSandboxPsp((trx) => trx.run(sql));
  await assert.rejects(asPsp("UPDATE sandbox_psp.charge_log SET amount = 1"), /permission denied/);
  await assert.rejects(asPsp("SELECT FROM public.tenants"), /permission denied/);
});

test("no card number or security code is stored or logged", async () => {
  await psp.call("/charges", { key: "broken", body: { method: { number: good, cvc: "864" } } });
  const rows = await psp.db.sql<{ row: string }>(
    `SELECT c::text AS row FROM sandbox_psp.charges c UNION ALL SELECT m::text FROM sandbox_psp.movements m
     UNION ALL SELECT l::text FROM sandbox_psp.charge_log l UNION ALL SELECT n::text FROM sandbox_psp.notifications n`,
  );
  const stored = rows.map(({ row }) => row).join("\n");
  assert.ok(stored.includes("4242"), "the last four digits are stored");
  assert.ok(psp.logged().includes("request completed"), "requests are logged");
  for (const { number } of testCards) assert.ok(!`${stored}${psp.logged()}`.includes(number), number);
  assert.ok(!psp.logged().includes('"cvc"'));
});
