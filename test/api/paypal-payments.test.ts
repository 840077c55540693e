import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { ApprovalChoice } from "../psp/paypal/approval.ts";
import { type FakePayPal, startFakePayPal } from "../psp/paypal/fake-paypal.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";

// A merchant adds a sandbox app of PayPal. Customers approve on PayPal's page, and Kassa charges after their return, or after PayPal's
// signed notification.
let paypal: FakePayPal;
let kassa: TestApp;
let account: string;
before(async () => {
  paypal = await startFakePayPal({ webhookRetryMs: 20 });
  const port = await freePort();
  kassa = await startTestApp({
    PORT: String(port),
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_PAYPAL_URL: paypal.url,
  });
  const made = await ask("POST", "/api/connector-accounts", {
    connector: "paypal",
    label: "Shop",
    credentials: paypal.app,
  });
  account = made.id;
  assert.deepEqual([made.status, made.missingCredentials], ["disabled", ["webhookId"]]);
  await ask("POST", `/api/connector-accounts/${account}/register-notifications`);
  await ask("POST", `/api/connector-accounts/${account}`, { status: "enabled" });
  const { id } = await makeSession();
  await until(async () => /PayPal/.test(await pageOf(id)), "the page offers PayPal");
});
after(async () => {
  await kassa.close();
  await paypal.close();
  for (const line of kassa.logged)
    for (const secret of [...Object.values(paypal.app), "A21AA"])
      assert.ok(!line.includes(secret), "a secret or an access token is in the log");
});
afterEach(async () => {
  paypal.faults.clear();
  assert.deepEqual(paypal.problems, []);
  assert.deepEqual(
    paypal.requests.flatMap(({ problems }) => problems),
    [],
  );
  await compareWithPayPal();
});

/** Every amount of every payment is the one that PayPal has moved. */
async function compareWithPayPal(): Promise<void> {
  const { data } = await ask("GET", "/api/payments?limit=100");
  const moved = paypal.movedAmounts();
  for (const { id, attempts, captureMethod, status, ...payment } of data) {
    const sums = { authorized: 0, captured: 0, released: 0, refunded: 0 };
    for (const { id: attempt } of attempts) {
      const amounts = moved.get(attempt)?.amounts;
      sums.authorized += amounts?.authorized ?? 0;
      sums.captured += amounts?.captured ?? 0;
      sums.released += amounts?.released ?? 0;
      sums.refunded += (amounts?.refunded ?? 0) - (amounts?.refund_returned ?? 0);
    }
    const { amountAuthorized, amountCaptured, amountRefunded, amountRefundPending, amountCapturable } =
      payment;
    const open = captureMethod === "manual" ? sums.authorized - sums.captured - sums.released : 0;
    assert.deepEqual(
      [amountAuthorized, amountCaptured, amountRefunded + amountRefundPending, amountCapturable],
      [sums.authorized, sums.captured, sums.refunded, open],
      `${id} ${status}`,
    );
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<JsonBody> {
  const answer = await kassa.call(method, path, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const makeSession = (more: object = {}): Promise<JsonBody> =>
  ask("POST", "/api/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    ...more,
  });

const pageOf = async (session: string): Promise<string> =>
  (await fetch(`${kassa.url}/pay/${session}`)).text();

async function post(session: string, path: string, fields: Record<string, string>): Promise<string> {
  const token = /name="token" value="([^"]+)"/.exec(await pageOf(session))?.[1] ?? "";
  const body = new URLSearchParams({ token, ...fields });
  const answer = await fetch(`${kassa.url}/pay/${session}${path}`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get("location") ?? "";
}

const orderIn = (url: string): string => new URL(url).searchParams.get("token") ?? "";

/** Submits the page's form. Returns PayPal's id of the order. */
const submit = async (session: string): Promise<string> =>
  orderIn(await post(session, "", { method: "wallet" }));

/** The customer approves. Returns where PayPal sends the browser. */
function approve(order: string, choice: Partial<ApprovalChoice> = {}): string {
  const result = paypal.pay(order, { outcome: "approve", ...choice });
  assert.ok(result.kind === "return" && result.url !== null);
  return result.url;
}

/** The customer comes back. Returns where Kassa sends the browser. */
const comeBack = async (url: string): Promise<string> =>
  (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";

async function pay(more: object = {}, choice: Partial<ApprovalChoice> = {}): Promise<JsonBody> {
  const { id } = await makeSession(more);
  await comeBack(approve(await submit(id), choice));
  return paymentOf(id);
}

const paymentOf = async (session: string): Promise<JsonBody> =>
  (await ask("GET", `/api/payments?session=${session}`)).data[0];
const statusOf = async (session: string): Promise<string> =>
  (await ask("GET", `/api/checkout/sessions/${session}`)).paymentStatus;
const untilPaid = (session: string) =>
  until(async () => (await statusOf(session)) === "paid", "the session is paid");

test("a customer approves on PayPal's page and comes back: Kassa captures once, and refunds in parts", async () => {
  const { id } = await makeSession();
  const order = await submit(id);
  const back = approve(order);
  assert.equal(new URL(back).searchParams.get("token"), order);
  assert.equal(await comeBack(back), "https://shop.example/thanks");
  const payment = await paymentOf(id);
  const [attempt] = payment.attempts;
  assert.deepEqual(
    [payment.status, payment.amountCaptured, attempt.connectorAccount, attempt.pspReference],
    ["captured", 2599, account, paypal.capturesOf(order)[0]],
  );
  await comeBack(back);
  for (const amount of [599, 1000, 1000]) {
    const refund = await ask("POST", "/api/refunds", { payment: payment.id, amount });
    assert.equal(refund.status, "succeeded", JSON.stringify(refund));
  }
  assert.deepEqual(paypal.movedAmounts().get(attempt.id)?.times.captured, 1);
  assert.equal((await paymentOf(id)).amountRefunded, 2599);
});

test("a customer who closes the browser after the approval has paid: the notification makes Kassa capture", async () => {
  const { id } = await makeSession();
  approve(await submit(id));
  await untilPaid(id);
});

test("a customer who cancels at PayPal has paid nothing, and may go there again", async () => {
  const { id } = await makeSession();
  const order = await submit(id);
  const canceled = paypal.pay(order, { outcome: "cancel" });
  assert.ok(canceled.kind === "return" && canceled.url !== null);
  assert.equal(await comeBack(canceled.url), `/pay/${id}?locale=en`);
  assert.match(await pageOf(id), new RegExp(order), "the page leads back to PayPal");
  await comeBack(approve(order));
  assert.equal(await statusOf(id), "paid");
});

test("an authorization is captured in parts, and the last part releases the rest", async () => {
  const { id, status, captureBefore } = await pay({ captureMethod: "manual" });
  assert.equal(status, "authorized");
  assert.ok(Date.parse(captureBefore) > Date.now() + 28 * 86_400_000);
  const first = await ask("POST", `/api/payments/${id}/capture`, { amount: 1000, final: false });
  assert.equal(first.amountCaptured, 1000, JSON.stringify(first));
  const last = await ask("POST", `/api/payments/${id}/capture`, { amount: 500, final: true });
  assert.deepEqual([last.amountCaptured, last.amountCapturable], [1500, 0]);
  for (const amount of [900, 500])
    assert.equal((await ask("POST", "/api/refunds", { payment: id, amount })).status, "succeeded");
});

test("an authorization is voided, also after a capture", async () => {
  const untouched = await pay({ captureMethod: "manual" });
  assert.equal((await ask("POST", `/api/payments/${untouched.id}/void`)).status, "voided");
  const { id } = await pay({ captureMethod: "manual" });
  await ask("POST", `/api/payments/${id}/capture`, { amount: 1000, final: false });
  const voided = await ask("POST", `/api/payments/${id}/void`);
  assert.deepEqual([voided.amountCaptured, voided.amountCapturable], [1000, 0]);
});

for (const when of ["before", "after"] as const)
  test(`a capture whose answer is lost ${when} PayPal has carried it out is made once`, async () => {
    const { id } = await makeSession();
    const order = await submit(id);
    paypal.faults.add({ kind: `lose_answer_${when}`, match: `POST /v2/checkout/orders/${order}/capture` });
    await comeBack(approve(order));
    await untilPaid(id);
    const [attempt] = (await paymentOf(id)).attempts;
    assert.equal(paypal.movedAmounts().get(attempt.id)?.times.captured, 1);
  });

test("the same notification twice captures once, and a forged one is refused", async () => {
  const { id } = await makeSession();
  const order = await submit(id);
  approve(order);
  paypal.notifyAgain("CHECKOUT.ORDER.APPROVED");
  await untilPaid(id);
  const [capture = ""] = paypal.capturesOf(order);
  const sent = paypal.webhooks.sent.length;
  paypal.notifyAgain("PAYMENT.CAPTURE.COMPLETED");
  paypal.forge(capture);
  const answers = (status: number) =>
    paypal.webhooks.sent
      .slice(sent)
      .some((event) => event.type === "PAYMENT.CAPTURE.COMPLETED" && event.status === status);
  await until(() => answers(200) && answers(400), "the genuine event is taken, the forged one refused");
  const [attempt] = (await paymentOf(id)).attempts;
  assert.equal(paypal.movedAmounts().get(attempt.id)?.times.captured, 1);
});

test("a customer who calls the payment off isn't charged, whatever they approve at PayPal afterwards", async () => {
  const { id } = await makeSession();
  const first = await submit(id);
  await fetch(`${kassa.url}/pay/${id}/return`, { redirect: "manual" });
  await post(id, "/call-off", {});
  approve(first);
  const second = await submit(id);
  assert.notEqual(second, first);
  await comeBack(approve(second));
  assert.equal(await statusOf(id), "paid");
  const { attempts, amountCaptured } = await paymentOf(id);
  assert.deepEqual(
    attempts.map(({ status }: { readonly status: string }) => status),
    ["declined", "approved"],
  );
  assert.equal(amountCaptured, 2599);
  assert.deepEqual([paypal.capturesOf(first).length, paypal.capturesOf(second).length], [0, 1]);
});

test("after a declined instrument the customer goes back to PayPal, and pays within the same attempt", async () => {
  const { id } = await makeSession();
  const order = await submit(id);
  await comeBack(approve(order, { refuse: "INSTRUMENT_DECLINED" }));
  await until(async () => (await pageOf(id)).includes(order), "the page leads back to PayPal");
  await comeBack(approve(order));
  await untilPaid(id);
  assert.equal((await paymentOf(id)).attempts.length, 1);
});

test("a payment that PayPal reviews is processing, and paid or declined when PayPal has decided", async () => {
  const reviewed = async (succeeds: boolean) => {
    const { id } = await makeSession();
    const order = await submit(id);
    await comeBack(approve(order, { pending: "PENDING_REVIEW" }));
    assert.equal(await statusOf(id), "processing");
    paypal.decideCapture(paypal.capturesOf(order)[0] ?? "", succeeds);
    return id;
  };
  await untilPaid(await reviewed(true));
  const declined = await reviewed(false);
  const outcome = async () => (await paymentOf(declined)).attempts[0].status;
  await until(async () => (await outcome()) === "declined", "the attempt is declined");
});

test("a refund that comes back days later isn't refunded any more", async () => {
  const payment = await pay();
  const refund = await ask("POST", "/api/refunds", { payment: payment.id, amount: 600 });
  assert.equal(refund.status, "succeeded");
  const made = paypal.log.findLast(({ effect }) => effect === "refunded");
  paypal.decideRefund(made?.object ?? "", "FAILED");
  const status = async () => (await ask("GET", `/api/refunds/${refund.id}`)).status;
  await until(async () => (await status()) === "failed", "the refund has failed");
  assert.equal((await paymentOf(payment.session)).amountRefunded, 0);
});

test("a dispute at PayPal takes the money, is answered by API, and gives the money back when it is won", async () => {
  const payment = await pay();
  const capture = payment.attempts[0].pspReference;
  const opened = paypal.openDispute(capture, { stage: "CHARGEBACK", amount: 1000 });
  const disputeOf = async () => (await ask("GET", `/api/disputes?payment=${payment.id}`)).data[0];
  await until(async () => (await disputeOf())?.status === "needs_response", "the dispute is known");
  const dispute = await disputeOf();
  assert.deepEqual([dispute.amount, dispute.reason], [1000, "product_not_received"]);
  assert.equal((await paymentOf(payment.session)).amountDisputed, 1000);
  const evidence = { texts: { shippingTrackingNumber: "00340434161094042557" }, submit: true };
  await ask("POST", `/api/disputes/${dispute.id}/evidence`, evidence);
  await until(async () => (await disputeOf()).status === "under_review", "PayPal has the evidence");
  paypal.resolveDispute(opened, "RESOLVED_SELLER_FAVOUR");
  await until(async () => (await disputeOf()).status === "won", "the dispute is won");
  assert.equal((await paymentOf(payment.session)).amountDisputed, 0);
  const { disputed, dispute_returned } = paypal.movedAmounts().get(payment.attempts[0].id)?.amounts ?? {};
  assert.deepEqual([disputed, dispute_returned], [1000, 1000]);
});
