import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { direction } from "../kernel/locales.ts";
import { messages } from "./page-texts.ts";
import { chargeBody, eventually, fieldOf, startTestPsp, type TestPsp } from "./test-support.ts";

const challengeCard = "4000000000003220";
const returnUrl = "https://shop.example/return?attempt=1";
let psp: TestPsp;
before(async () => {
  psp = await startTestPsp();
});
after(() => psp.close());

async function challenge(key: string, overrides: object = {}): Promise<string> {
  const response = await psp.call("/charges", { key, body: chargeBody(challengeCard, overrides) });
  return String(await fieldOf(response, "actionUrl"));
}

const open = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: "manual" });
const choose = (url: string, choice: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ choice }), redirect: "manual" });

async function stateOf(key: string): Promise<string> {
  const response = await psp.call(`/charges?idempotencyKey=${key}`);
  const { data } = (await response.json()) as { data: { status: string; declineReason: string | null }[] };
  return String(data[0]?.declineReason ?? data[0]?.status);
}

test("completing the challenge approves the charge and redirects to the return URL", async () => {
  const url = await challenge("pass");
  const answer = await choose(url, "complete");
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, returnUrl]);
  assert.equal(await stateOf("pass"), "approved");
});

test("failing the challenge declines the charge and redirects to the return URL", async () => {
  const url = await challenge("fail");
  const answer = await choose(url, "fail");
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, returnUrl]);
  assert.equal(await stateOf("fail"), "authentication_failed");
});

test("only the first choice counts, even if both buttons are pressed at once", async () => {
  const url = await challenge("twice", { merchantReference: "twice" });
  const answers = await Promise.all([..."abcdefgh"].map((_, n) => choose(url, n % 2 ? "complete" : "fail")));
  assert.ok(answers.every(({ status }) => status === 303));
  const state = await stateOf("twice");
  await choose(url, state === "approved" ? "fail" : "complete");
  assert.equal(await stateOf("twice"), state);
  const rows = await psp.db.sql("SELECT FROM sandbox_psp.charge_log WHERE merchant_reference = 'twice'");
  assert.equal(rows.length, state === "approved" ? 1 : 0);
  const reloaded = await open(url);
  assert.deepEqual([reloaded.status, reloaded.headers.get("location")], [303, returnUrl]);
});

test("the page shows the payment in each language and contains no script and no external resource", async () => {
  const url = await challenge("page", { description: `<script>alert("x")</script>` });
  for (const locale of messages.locales) {
    const page = await open(`${url}?locale=${locale}`);
    const html = await page.text();
    assert.ok(html.includes(`<html lang="${locale}" dir="${direction(locale)}">`));
    assert.ok(html.includes("Visa •••• 3220"));
    assert.ok(!html.includes("<script"));
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; img-src data:; style-src 'sha256-[^']+'; form-action/);
    assert.ok(!policy.includes("unsafe"));
  }
  const german = await (await open(`${url}?locale=de-AT`)).text();
  assert.ok(german.includes("€\u00a010,00"));
  const negotiated = await (await open(url, { "accept-language": "xx, fr-CA;q=0.8, en;q=0.5" })).text();
  assert.ok(negotiated.includes('lang="fr-CA"'));
  const swiss = await (await open(`${url}?locale=de`, { "accept-language": "de-CH" })).text();
  assert.ok(swiss.includes("EUR\u00a010.00") || swiss.includes("€\u00a010.00"), swiss);
});

test("the charge's locale takes precedence over Accept-Language", async () => {
  const url = await challenge("named", { locale: "de-AT" });
  const page = await open(url, { "accept-language": "fr" });
  assert.ok((await page.text()).includes('<html lang="de" dir="ltr">'));
});

test("an unknown challenge and an invalid choice change nothing", async () => {
  const unknown = await open(`${psp.url}/challenges/sph_unknown?locale=de`);
  assert.deepEqual([unknown.status, (await unknown.text()).includes("nichts zu bestätigen")], [404, true]);
  assert.equal((await choose(`${psp.url}/challenges/sph_unknown`, "complete")).status, 404);
  const url = await challenge("odd");
  assert.equal((await choose(url, "perhaps")).status, 400);
  assert.equal(await stateOf("odd"), "action_required");
});

test("a challenge that isn't answered in time is abandoned", async () => {
  const url = await challenge("abandoned");
  await psp.db.sql("UPDATE sandbox_psp.charges SET due_at = now() WHERE idempotency_key = 'abandoned'");
  await eventually(async () => (await stateOf("abandoned")) === "abandoned");
  assert.equal((await choose(url, "complete")).status, 303);
  assert.equal(await stateOf("abandoned"), "abandoned");
});

/** The URL of the bank's page for a transfer of 10,000 minor units. */
async function transfer(key: string, currency = "EUR"): Promise<string> {
  const asked = { currency, amount: 10_000, capture: "automatic", method: { type: "bank_transfer" } };
  const body = chargeBody(challengeCard, asked);
  const response = await psp.call("/charges", { key, body });
  return String(((await response.json()) as { transfer: { pageUrl: string } }).transfer.pageUrl);
}
const send = (url: string, amount: string) =>
  fetch(url, {
    method: "POST",
    body: new URLSearchParams({ choice: "send", amount }),
    redirect: "manual",
  });
async function receivedOf(key: string): Promise<number> {
  const response = await psp.call(`/charges?idempotencyKey=${key}`);
  return ((await response.json()) as { data: { amountReceived: number }[] }).data[0]?.amountReceived ?? -1;
}

test("a transfer can be sent in parts and in any script's digits; a surplus counts as received", async () => {
  const url = await transfer("parts");
  assert.equal((await send(url, "10.5")).status, 303);
  assert.equal((await send(url, " ٢٠٫٢٥ ")).status, 303);
  assert.deepEqual([await stateOf("parts"), await receivedOf("parts")], ["pending", 3075]);
  const page = await (await open(`${url.split("?")[0]}?locale=en`)).text();
  assert.ok(page.includes("€30.75") && page.includes("Send €69.25"), page);
  assert.equal((await send(url, "70")).status, 303);
  assert.deepEqual([await stateOf("parts"), await receivedOf("parts")], ["approved", 10_075]);
  assert.equal((await send(url, "5")).status, 303);
  assert.equal(await receivedOf("parts"), 10_075);
});

test("an invalid amount shows an error and sends nothing", async () => {
  const url = await transfer("odd-amounts");
  const odd = [
    "",
    "0",
    "0.00",
    "-5",
    "1.234",
    "1e3",
    "12,50,00",
    "NaN",
    "abc",
    "10000000000",
    "9".repeat(60),
    `"><b>`,
  ];
  for (const typed of odd) {
    const answer = await send(url, typed);
    const text = await answer.text();
    assert.equal(answer.status, 400, typed);
    assert.ok(
      text.includes('aria-invalid="true"') && text.includes("100.00") && !text.includes("<b>"),
      typed,
    );
  }
  assert.equal((await send(await transfer("yen", "JPY"), "1.5")).status, 400);
  assert.deepEqual([await stateOf("odd-amounts"), await receivedOf("odd-amounts")], ["pending", 0]);
});

test("after a void, a partial transfer is not counted, but the whole amount still approves the charge", async () => {
  const url = await transfer("too-late");
  await send(url, "10");
  const response = await psp.call("/charges?idempotencyKey=too-late");
  const { data } = (await response.json()) as { data: { id: string }[] };
  await psp.call(`/charges/${data[0]?.id}/void`, { key: "too-late-void", body: {} });
  assert.equal(await stateOf("too-late"), "abandoned");
  await send(url, "90");
  assert.equal(await stateOf("too-late"), "abandoned");
  await choose(url, "send");
  assert.deepEqual([await stateOf("too-late"), await receivedOf("too-late")], ["approved", 10_000]);
});
