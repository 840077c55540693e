import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cardDetails, pay, submitForm } from "../../test/api/paying.ts";
import { makeSession } from "../../test/api/support.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { type MailServer, startMailServer } from "../../test/support/mail-server.ts";
import { cards } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import { eraseCustomer } from "../customers/erase-customer.ts";

let mail: MailServer;
let kassa: TestApp;
before(async () => {
  mail = await startMailServer({ user: "kassa", password: "word" });
  kassa = await startTestApp({
    KASSA_SMTP_URL: `smtp://kassa:word@${new URL(mail.url).host}`,
    KASSA_MAIL_FROM: "Kassa <kassa@shop.example>",
  });
});
after(async () => {
  await kassa.close();
  await mail.close();
});

const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));

/** Pays a session on whose page the customer enters the address. Returns the session's id. */
async function payAs(email: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await makeSession(kassa, { collect: { email: "required" }, ...fields });
  await submitForm(kassa, id, { email, number: cards.approved, ...cardDetails });
  return id;
}

/** Waits until the mail of a session was tried so many times. */
const untilTried = (id: string, times: number) =>
  until(async () => {
    const [row] = await kassa.db.sql<{ tries: number }>("SELECT tries FROM receipt_mails WHERE id = $1", [
      id,
    ]);
    return (row?.tries ?? 0) >= times;
  }, `the mail is tried ${times} times`);

test("the receipt is mailed once to the address that the customer entered, in the language of the session", async () => {
  const id = await payAs("ada@shop.example", { locale: "de" });
  await untilTried(id, 1);
  const [sent, ...more] = mailsTo("ada@shop.example");
  assert.ok(sent?.text.includes(`/pay/${id}/receipt?locale=de`), sent?.text);
  assert.deepEqual(more, []);
  const [row] = await kassa.db.sql("SELECT next_try_at FROM receipt_mails WHERE id = $1", [id]);
  assert.equal(row?.next_try_at, null);
});

test("the mail says what the customer has added or taken off", async () => {
  const { id } = await makeSession(kassa, {
    collect: { email: "required" },
    promotionCodes: [{ code: "SUMMER10", percentOff: "10" }],
    tips: { amounts: [200] },
  });
  const page = await (await fetch(`${kassa.url}/pay/${id}`)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ token, promotion_code: "summer10", tip: "0" });
  await fetch(`${kassa.url}/pay/${id}/amount`, { method: "POST", body, redirect: "manual" });
  await submitForm(kassa, id, { email: "tip@shop.example", number: cards.approved, ...cardDetails });
  await untilTried(id, 1);
  const [sent] = mailsTo("tip@shop.example");
  const lines = ["Subtotal: €25.99", "Discount (SUMMER10): -€2.60", "Tip: €2.00", "€25.39"];
  for (const line of lines) assert.ok(sent?.text.includes(line), `${line} in ${sent?.text}`);
});

test("an authorization is mailed once it is captured", async () => {
  const id = await payAs("grace@shop.example", { captureMethod: "manual" });
  await untilTried(id, 1);
  assert.deepEqual(mailsTo("grace@shop.example"), []);
  const { body } = await kassa.call("GET", `/api/checkout/sessions/${id}`);
  await kassa.call("POST", `/api/payments/${body.payment}/capture`, { body: {} });
  await kassa.db.sql("UPDATE receipt_mails SET next_try_at = now() WHERE id = $1", [id]);
  await untilTried(id, 2);
  assert.equal(mailsTo("grace@shop.example").length, 1);
});

test("nothing is mailed to an address that the merchant sent, nor to an erased customer", async () => {
  await pay(kassa, { session: { customerEmail: "kim@shop.example" } });
  const id = await payAs("eve@shop.example", { captureMethod: "manual" });
  await untilTried(id, 1);
  const actor = { name: "operator ann", origin: "desk" };
  await eraseCustomer(kassa.db.database, actor, kassa.tenant.tenant.tenantId, "eve@shop.example");
  const { body } = await kassa.call("GET", `/api/checkout/sessions/${id}`);
  await kassa.call("POST", `/api/payments/${body.payment}/capture`, { body: {} });
  await kassa.db.sql("UPDATE receipt_mails SET next_try_at = now() WHERE id = $1", [id]);
  await untilTried(id, 2);
  for (const address of ["kim@shop.example", "eve@shop.example"]) assert.deepEqual(mailsTo(address), []);
});
