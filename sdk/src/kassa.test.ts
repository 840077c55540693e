import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { disputed, pdf, untilDispute } from "../../test/api/disputing.ts";
import { authorize, pay } from "../../test/api/paying.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { startReceiver } from "../../test/support/webhook-receiver.ts";
import { Kassa, KassaError, WebhookVerificationError, webhooks } from "./index.ts";

const otherSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const purchase = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };

let app: TestApp;
let kassa: Kassa;
before(async () => {
  app = await startTestApp({ KASSA_SANDBOX_PENDING_MS: "150", KASSA_ALLOW_LOOPBACK_WEBHOOKS: "on" });
  kassa = new Kassa(app.tenant.keys.sandbox.secret, { baseUrl: app.url });
});
after(() => app.close());

test("a session is created, read, updated, listed and expired, and its event says so", async () => {
  const { sessions } = kassa.checkout;
  const session = await sessions.create({ ...purchase, clientReferenceId: "order-1" });
  assert.equal(session.status, "open");
  assert.deepEqual(await sessions.get(session.id), session);
  assert.deepEqual((await sessions.update(session.id, { metadata: { seen: "yes" } })).metadata, {
    seen: "yes",
  });
  const found = await sessions.list({ clientReferenceId: "order-1" });
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [session.id],
  );
  assert.equal((await sessions.expire(session.id)).status, "expired");
  const [event] = (await kassa.events.list({ session: session.id })).data;
  assert.equal(event?.type, "checkout.session.expired");
  assert.deepEqual(await kassa.events.get(event.id), event);
});

test("a payment is found, captured in parts and refunded in parts", async () => {
  const { id, session } = await authorize(app, { clientReferenceId: "order-7" });
  const found = await kassa.payments.list({ search: "order-7" });
  assert.deepEqual(
    found.data.map((payment) => payment.id),
    [id],
  );
  assert.deepEqual(await kassa.payments.get(id), found.data[0]);
  assert.equal((await kassa.payments.capture(id, { amount: 1000 })).amountCapturable, 1599);
  const captured = await kassa.payments.capture(id);
  assert.deepEqual([captured.status, captured.amountCaptured], ["captured", 2599]);
  const { amount, captures } = await kassa.checkout.sessions.receipt(session);
  assert.deepEqual([amount, captures.map((part) => part.amount)], [2599, [1000, 1599]]);
  const params = { payment: id, amount: 600, reason: "duplicate" } as const;
  const refund = await kassa.refunds.create(params, { idempotencyKey: "refund-7" });
  assert.deepEqual(await kassa.refunds.create(params, { idempotencyKey: "refund-7" }), refund);
  assert.equal((await kassa.refunds.create({ payment: id })).amount, 1999);
  assert.deepEqual(await kassa.refunds.get(refund.id), refund);
  assert.equal((await kassa.refunds.list({ payment: id })).data.length, 2);
  const seen: number[] = [];
  for await (const { amount } of kassa.refunds.each({ payment: id, status: "succeeded" })) seen.push(amount);
  assert.deepEqual(seen, [1999, 600]);
  for await (const payment of kassa.payments.each({ session })) assert.equal(payment.amountRefunded, 2599);
});

test("an authorization is voided, and a capture or refund that isn't possible throws a KassaError", async () => {
  const { id } = await authorize(app);
  assert.equal((await kassa.payments.void(id)).status, "voided");
  await assert.rejects(kassa.payments.capture(id), { code: "payment_not_capturable", status: 409 });
  const paid = await pay(app);
  await assert.rejects(kassa.refunds.create({ payment: paid.id, amount: 2600 }), {
    code: "refund_exceeds_captured",
    param: "/amount",
  });
});

test("the same idempotency key creates one session", async () => {
  const options = { idempotencyKey: "order-2" };
  const first = await kassa.checkout.sessions.create(purchase, options);
  assert.equal((await kassa.checkout.sessions.create(purchase, options)).id, first.id);
});

test("each returns every object of all pages once", async () => {
  const made = new Set<string>();
  for (let count = 0; count < 105; count += 1) {
    made.add((await kassa.checkout.sessions.create({ ...purchase, clientReferenceId: "many" })).id);
  }
  const seen: string[] = [];
  for await (const { id } of kassa.checkout.sessions.each({ clientReferenceId: "many" })) seen.push(id);
  assert.equal(seen.length, 105);
  assert.deepEqual(new Set(seen), made);
});

test("a dispute takes evidence as text and files and is decided; another is accepted", async () => {
  const { id, session } = await disputed(app, "notReceived");
  const content = Uint8Array.from(pdf);
  const upload = { name: "receipt.pdf", mediaType: "application/pdf", content } as const;
  const { files } = await kassa.disputes.uploadFile(id, upload, { idempotencyKey: "receipt-7" });
  assert.deepEqual(
    (await kassa.disputes.uploadFile(id, upload, { idempotencyKey: "receipt-7" })).files,
    files,
  );
  const file = await kassa.disputes.downloadFile(id, files[0]?.id ?? "");
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), content);
  await kassa.disputes.provideEvidence(id, { texts: { shippingCarrier: "DHL" } });
  const sent = await kassa.disputes.provideEvidence(id, {
    texts: { uncategorizedText: "winning_evidence" },
    submit: true,
  });
  assert.equal(sent.evidence.shippingCarrier, "DHL");
  await untilDispute(app, id, "won");
  const second = await disputed(app, "fraudulent");
  assert.equal((await kassa.disputes.accept(second.id)).accepted, true);
  const seen: string[] = [];
  for await (const dispute of kassa.disputes.each({ stage: "chargeback" })) seen.push(dispute.status);
  assert.deepEqual(seen, ["lost", "won"]);
  assert.equal((await kassa.disputes.list({ status: "won" })).data[0]?.session, session);
  assert.equal((await kassa.disputes.get(id)).status, "won");
  await assert.rejects(kassa.disputes.downloadFile(id, "file_none"), { code: "not_found" });
});

test("a webhook endpoint is created, tested, changed and deleted", async () => {
  const { webhookEndpoints } = kassa;
  const { id, secret } = await webhookEndpoints.create({ url: "http://127.0.0.1:3999/hook" });
  assert.match(secret, /^whsec_/);
  assert.equal((await webhookEndpoints.get(id)).status, "enabled");
  assert.notEqual((await webhookEndpoints.rotateSecret(id)).secret, secret);
  const delivery = await webhookEndpoints.test(id);
  assert.equal((await webhookEndpoints.deliveries(id)).data[0]?.id, delivery.id);
  assert.equal((await kassa.events.resend(delivery.event, { endpoint: id })).data.length, 1);
  assert.equal((await webhookEndpoints.update(id, { status: "disabled" })).status, "disabled");
  assert.equal((await webhookEndpoints.list()).data.length, 1);
  assert.equal((await webhookEndpoints.delete(id)).deleted, true);
});

test("advancing a clock by two days expires its session", async () => {
  const { clocks } = kassa.sandbox;
  const clock = await clocks.create({ name: "A day" });
  const session = await kassa.checkout.sessions.create({
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    clock: clock.id,
  });
  const advanced = await clocks.advance(clock.id, { by: "P2D" });
  assert.deepEqual(
    advanced.ran.map(({ what, id }) => [what, id]),
    [["checkout.session.expired", session.id]],
  );
  assert.equal((await kassa.checkout.sessions.get(session.id)).status, "expired");
  assert.deepEqual(await clocks.lastAdvance(clock.id), advanced);
  assert.deepEqual((await clocks.list()).data, [await clocks.get(clock.id)]);
  assert.equal((await clocks.delete(clock.id)).deleted, true);
});

test("the payment page's settings and logo are changed", async () => {
  const changed = await kassa.settings.update({ brandColor: "#ffd400", displayName: "Fern & Bloom" });
  assert.equal(changed.colors?.dark.button, "#ffd400");
  const content = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"/>');
  const withLogo = await kassa.settings.uploadLogo({ mediaType: "image/svg+xml", content });
  assert.equal(withLogo.logo?.mediaType, "image/svg+xml");
  assert.equal((await kassa.settings.deleteLogo()).logo, null);
  assert.equal((await kassa.settings.get()).displayName, "Fern & Bloom");
});

test("ledger entries add up to the balance", async () => {
  assert.deepEqual((await kassa.ledger.entries.list({ account: "surplus" })).data, []);
  const sums = new Map<string, number>();
  for await (const { account, currency, amount } of kassa.ledger.entries.each({ currency: "EUR" })) {
    assert.equal(currency, "EUR");
    sums.set(account, (sums.get(account) ?? 0) + amount);
  }
  const { currencies } = await kassa.balance.get();
  const euro = currencies.find(({ currency }) => currency === "EUR");
  assert.equal(euro?.accounts.psp_clearing ?? 0, sums.get("psp_clearing") ?? 0);
  assert.equal(euro?.accounts.merchant_payable ?? 0, -(sums.get("merchant_payable") ?? 0));
});

test("a refused call throws a KassaError with code, field and request id", async () => {
  await assert.rejects(kassa.checkout.sessions.create({ ...purchase, amount: 0 }), (error) => {
    assert.ok(error instanceof KassaError);
    assert.equal(error.status, 400);
    assert.equal(error.code, "amount_invalid");
    assert.equal(error.param, "/amount");
    assert.match(error.requestId ?? "", /^req_/);
    assert.match(error.docUrl ?? "", /\/docs\/errors#amount_invalid$/);
    return true;
  });
});

test("webhooks of a payment are verified, also after the secret was rotated", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const endpoint = await kassa.webhookEndpoints.create({
    url: receiver.url,
    events: ["checkout.session.completed"],
  });
  t.after(() => kassa.webhookEndpoints.delete(endpoint.id));
  const { secret } = await kassa.webhookEndpoints.rotateSecret(endpoint.id);
  const { session, amount } = await pay(app);
  await receiver.wait(1);
  const [received] = receiver.received;
  assert.ok(received);
  for (const valid of [secret, endpoint.secret, [otherSecret, secret]]) {
    const event = await webhooks.verify(received.body, received.headers, valid);
    assert.ok(event.type === "checkout.session.completed");
    assert.deepEqual([event.data.object.id, event.data.object.amount], [session, amount]);
  }
  await assert.rejects(
    webhooks.verify(received.body, received.headers, otherSecret),
    WebhookVerificationError,
  );
});

test("files are downloaded as a stream: the ledger and a report", async () => {
  await pay(app);
  const entries = await kassa.ledger.entries.exportCsv();
  assert.match(entries.headers.get("content-type") ?? "", /^text\/csv/);
  assert.match(await entries.text(), /psp_clearing/);
  const month = new Date().toISOString().slice(0, 7);
  const report = await kassa.reports.payments({ month });
  assert.deepEqual([report.object, report.report], ["report", "payments"]);
  const xlsx = await kassa.reports.download("payments", { month, format: "xlsx" });
  assert.equal(new TextDecoder().decode(await xlsx.arrayBuffer()).slice(0, 2), "PK");
  await assert.rejects(kassa.reports.payments({}), KassaError);
});

test("a call with an unknown API version is refused", async () => {
  await assert.rejects(kassa.balance.get({ apiVersion: "2000-01-01" }), { name: "KassaError", status: 400 });
});
