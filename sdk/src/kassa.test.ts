import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { disputed, pdf, untilDispute } from "../../test/api/disputing.ts";
import { authorize, pay } from "../../test/api/paying.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { Kassa, KassaConnectionError, KassaError, verifyWebhook, WebhookVerificationError } from "./index.ts";

const purchase = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };

let app: TestApp;
let kassa: Kassa;
before(async () => {
  app = await startTestApp({ KASSA_SANDBOX_PENDING_MS: "150" });
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
  assert.deepEqual(await kassa.disputes.downloadFile(id, files[0]?.id ?? ""), content);
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

test("a call is retried after 503 and lost connections with the same idempotency key", async (context) => {
  const kept: (string | undefined)[] = [];
  const flaky = await serve((request, reply) => {
    kept.push(request.headers["idempotency-key"]?.toString());
    if (kept.length === 1) return reply(503, { code: "service_unavailable", detail: "later" });
    if (kept.length === 2) return reply(0, {});
    return reply(200, { id: "cs_sandbox_1" });
  });
  context.after(() => flaky.close());
  const client = new Kassa("ks_sandbox_x", { baseUrl: flaky.url });
  assert.equal((await client.checkout.sessions.create(purchase)).id, "cs_sandbox_1");
  assert.equal(kept.length, 3);
  assert.equal(new Set(kept).size, 1);
});

test("a refused call is not retried, and retries end", async (context) => {
  let calls = 0;
  const broken = await serve((_request, reply) => {
    calls += 1;
    return reply(calls === 1 ? 422 : 0, { code: "idempotency_key_reused", detail: "no" });
  });
  context.after(() => broken.close());
  const client = new Kassa("ks_sandbox_x", { baseUrl: broken.url, maxRetries: 1 });
  await assert.rejects(client.checkout.sessions.create(purchase), {
    name: "KassaError",
    code: "idempotency_key_reused",
  });
  assert.equal(calls, 1);
  await assert.rejects(client.checkout.sessions.create(purchase), KassaConnectionError);
  assert.equal(calls, 3);
  await assert.rejects(client.webhookEndpoints.delete("we_1"), KassaConnectionError);
  assert.equal(calls, 4);
});

test("an answer from another server is unexpected_answer, and a timeout a KassaConnectionError", async (context) => {
  const other = await serve((request, reply) =>
    request.url?.includes("slow") ? undefined : reply(502, "<h1>Bad gateway</h1>"),
  );
  context.after(() => other.close());
  const patient = new Kassa("ks_sandbox_x", { baseUrl: other.url, maxRetries: 0 });
  const client = new Kassa("ks_sandbox_x", { baseUrl: other.url, timeoutMs: 50, maxRetries: 0 });
  await assert.rejects(patient.events.get("evt_1"), {
    name: "KassaError",
    code: "unexpected_answer",
    status: 502,
  });
  await assert.rejects(client.events.get("slow"), KassaConnectionError);
});

test("a genuine webhook returns its event, a changed one is refused", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const payload = JSON.stringify({ object: "event", type: "checkout.session.completed" });
  const now = new Date();
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", now, payload),
  };
  assert.equal(verifyWebhook(payload, headers, secret).type, "checkout.session.completed");
  assert.equal(
    verifyWebhook(Buffer.from(payload), new Headers(headers), secret).type,
    "checkout.session.completed",
  );
  assert.throws(
    () => verifyWebhook(payload.replace("completed", "expired"), headers, secret),
    WebhookVerificationError,
  );
  assert.throws(() => verifyWebhook(payload, {}, secret), WebhookVerificationError);
});

type Reply = (status: number, body: object | string) => void;

/** A server that answers as told; status 0 breaks the connection, no reply leaves it hanging. */
async function serve(
  answer: (request: IncomingMessage, reply: Reply) => void,
): Promise<{ url: string; close: () => void }> {
  const server: Server = createServer((request, response) => {
    answer(request, (status, body) => {
      if (status === 0) return void request.socket.destroy();
      const isText = typeof body === "string";
      const type = isText
        ? "text/html"
        : status === 200
          ? "application/json"
          : "application/problem+json; charset=utf-8";
      response.writeHead(status, { "content-type": type, ...(status === 503 ? { "retry-after": "0" } : {}) });
      response.end(isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
