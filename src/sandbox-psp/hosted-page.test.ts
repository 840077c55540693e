import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { direction } from "../kernel/locales.ts";
import { messages, pageTextsFor } from "./page-texts.ts";
import { chargeBody, eventually, fieldOf, startTestPsp, type TestPsp } from "./test-support.ts";

const returnUrl = "https://shop.example/return?attempt=1";
const approved = "4242424242424242";
let psp: TestPsp;
before(async () => {
  psp = await startTestPsp();
});
after(() => psp.close());

const bodyOf = (method: string, overrides: object = {}) => ({
  ...chargeBody(approved, overrides),
  method: { type: "hosted_page", method },
});
const begin = (key: string, method = "card", overrides: object = {}) =>
  psp.call("/charges", { key, body: bodyOf(method, overrides) });
const pageOf = async (key: string, method?: string, overrides?: object) =>
  String(await fieldOf(await begin(key, method, overrides), "actionUrl"));

const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
const pay = (url: string, number: string) => post(url, { choice: "pay", number });

async function chargeOf(key: string) {
  const response = await psp.call(`/charges?idempotencyKey=${key}`);
  const { data } = (await response.json()) as { data: Record<string, unknown>[] };
  return data[0];
}

test("a repeated request returns the same page, before and after the customer has paid on it", async () => {
  const url = await pageOf("repeat");
  assert.equal(await pageOf("repeat"), url);
  await pay(url, approved);
  assert.equal(await fieldOf(await begin("repeat"), "status"), "approved");
  const other = await begin("repeat", "wallet");
  assert.equal(other.status, 409);
});

test("the charge has no card before the customer has paid, and the test card's afterwards", async () => {
  const url = await pageOf("card");
  const waiting = await chargeOf("card");
  assert.deepEqual([waiting?.card, waiting?.checks, waiting?.status], [null, null, "action_required"]);
  assert.equal((await pay(url, approved)).headers.get("location"), returnUrl);
  const paid = await chargeOf("card");
  assert.deepEqual([paid?.card, paid?.status], [{ brand: "visa", last4: "4242" }, "approved"]);
  assert.equal(paid?.actionExpiresAt, null);
});

test("a decline and an unknown number leave the page open, and move no money", async () => {
  const url = await pageOf("declined", "card", { merchantReference: "declined" });
  const declined = await pay(url, "4000000000009995");
  assert.equal(declined.status, 422);
  assert.match(await declined.text(), /Declined: insufficient_funds/);
  const unknown = await pay(url, "4111111111111111");
  assert.equal(unknown.status, 422);
  assert.ok(!(await unknown.text()).includes("4111111111111111"));
  assert.equal((await chargeOf("declined"))?.status, "action_required");
  const log = await psp.db.sql("SELECT FROM sandbox_psp.charge_log WHERE merchant_reference = 'declined'");
  assert.deepEqual(log, []);
});

test("a card that needs a challenge leads from the page to the bank's page", async () => {
  const url = await pageOf("bank");
  const bank = (await pay(url, "4000000000003220")).headers.get("location") ?? "";
  assert.match(bank, /\/challenges\//);
  const reopened = await fetch(url, { redirect: "manual" });
  assert.equal(reopened.headers.get("location"), bank);
  await post(bank, { choice: "complete" });
  assert.equal((await chargeOf("bank"))?.status, "approved");
});

test("a wallet and a debit are paid on it, too; a transfer isn't", async () => {
  const wallet = (await pay(await pageOf("wallet", "wallet"), "")).headers.get("location") ?? "";
  assert.match(wallet, /\/wallets\//);
  await post(wallet, { choice: "complete" });
  assert.equal((await chargeOf("wallet"))?.status, "approved");
  await pay(await pageOf("debit", "bank_debit", { capture: "automatic" }), "DE89370400440532013000");
  const debit = await chargeOf("debit");
  assert.deepEqual([debit?.status, debit?.bankAccount], ["pending", { last4: "3000" }]);
  assert.equal((await begin("transfer", "bank_transfer", { capture: "automatic" })).status, 400);
});

test("nothing can be paid once it was cancelled, called off or has expired", async () => {
  const cancelled = await pageOf("cancelled");
  await post(cancelled, { choice: "cancel" });
  const calledOff = await pageOf("called-off");
  const { id } = (await chargeOf("called-off")) as { id: string };
  await psp.call(`/charges/${id}/void`, { key: "call-off", body: {} });
  const expired = await pageOf("expired");
  await psp.db.sql("UPDATE sandbox_psp.charges SET due_at = now() WHERE idempotency_key = 'expired'");
  await eventually(async () => (await chargeOf("expired"))?.status === "declined");
  for (const [key, url] of Object.entries({ cancelled, "called-off": calledOff, expired })) {
    assert.equal((await pay(url, approved)).headers.get("location"), returnUrl);
    assert.equal((await chargeOf(key))?.declineReason, "abandoned", key);
  }
});

test("the page is in each language, with a list of all test cards and no script", async () => {
  const url = await pageOf("languages", "card", { description: `<script>alert("x")</script>` });
  for (const locale of messages.locales) {
    const html = await (await fetch(`${url}?locale=${locale}`)).text();
    assert.ok(html.includes(`<html lang="${locale}" dir="${direction(locale)}">`));
    assert.ok(html.includes(pageTextsFor(locale, undefined).plain("hosted_heading")));
    assert.ok(html.includes(`<option value="${approved}">`) && !html.includes("<script"));
  }
  const missing = await fetch(url.replace(/sph_.*/, "sph_unknown"));
  assert.equal(missing.status, 404);
});

test("a test address takes down one account for its customer, and nobody else", async () => {
  const down = await begin("down", "card", { customerEmail: "psp-1-down@example.com" });
  assert.equal(down.status, 500);
  assert.equal(await chargeOf("down"), undefined);
  for (const customerEmail of ["psp-2-down@example.com", "a-psp-1-down@example.com", null]) {
    const made = await begin(`up_${customerEmail}`, "card", { customerEmail });
    assert.equal(made.status, 200, String(customerEmail));
  }
});
