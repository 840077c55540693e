import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { present } from "../../src/kernel/assert.ts";
import { type FakeAdyen, startFakeAdyen } from "../psp/adyen/fake-adyen.ts";
import type { NotificationItem } from "../psp/adyen/notification-item.ts";
import { signed } from "../psp/adyen/notifications.ts";
import type { PageChoice } from "../psp/adyen/pay.ts";
import { toMessage } from "../psp/adyen/specification.ts";
import { hmacKey, merchantAccount } from "../psp/adyen/test-support.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";

// A merchant adds an account of Adyen's test environment. Customers pay on Adyen's page, and Adyen tells Kassa by signed notifications.
let adyen: FakeAdyen;
let kassa: TestApp;
let account: string;
/** With the form of a real one. */
const apiKey = `AQE${"x".repeat(60)}`;

before(async () => {
  adyen = await startFakeAdyen({ apiKey, webhookRetryMs: 20, multiplePartialCaptures: true });
  const port = await freePort();
  kassa = await startTestApp({
    PORT: String(port),
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_ADYEN_URL: adyen.url,
  });
  const made = await ask("POST", "/api/connector-accounts", {
    connector: "adyen",
    label: "Shop",
    credentials: { apiKey },
    settings: { merchantAccount, multiplePartialCaptures: "yes" },
  });
  account = made.id;
  await ask("POST", `/api/connector-accounts/${account}/credentials`, { credentials: { hmacKey } });
  const enabled = await ask("POST", `/api/connector-accounts/${account}`, { status: "enabled" });
  assert.equal(enabled.status, "enabled");
  adyen.notifications.connect({ url: `${kassa.url}/api/notifications/adyen/${account}`, hmacKey });
  const { id } = await makeSession();
  await until(async () => /Adyen/.test(await pageOf(id)), "the page offers Adyen");
});
after(async () => {
  await kassa.close();
  await adyen.close();
});
afterEach(async () => {
  adyen.faults.clear();
  adyen.notifications.duplicate(0);
  adyen.notifications.release();
  await compareWithAdyen();
  assert.deepEqual(adyen.problems, []);
});

/** In the end, every amount of every payment is the one that Adyen has moved. */
async function compareWithAdyen(): Promise<void> {
  await until(async () => {
    adyen.clock.advance(2);
    await adyen.notifications.settled();
    const { data } = await ask("GET", "/api/payments?limit=100");
    return data.every((payment: Amounts) => booked(payment) === moved(payment));
  }, "Kassa's books are those of Adyen");
}

type Amounts = {
  readonly captureMethod: string;
  readonly attempts: readonly { readonly id: string; readonly status: string }[];
} & Readonly<Record<"amountCaptured" | "amountRefunded", number>>;

const booked = ({ amountCaptured, amountRefunded }: Amounts): string => `${amountCaptured} ${amountRefunded}`;

/** Late funds aren't the payment's own. */
function moved({ attempts }: Amounts): string {
  let [captured, refunded] = [0, 0];
  for (const { id } of attempts.filter(({ status }) => status !== "late")) {
    const amounts = adyen.movedAmounts().get(id)?.amounts;
    captured += (amounts?.captured ?? 0) - (amounts?.capture_returned ?? 0);
    refunded += (amounts?.refunded ?? 0) - (amounts?.refund_returned ?? 0);
  }
  return `${captured} ${refunded}`;
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await kassa.call(method, path, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const makeSession = (more: object = {}) =>
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

/** Submits the page's form. Returns Adyen's id of the session. */
const submit = async (session: string): Promise<string> =>
  new URL(await post(session, "", { method: "card" })).pathname.split("/").at(-1) ?? "";

/** A customer acts on Adyen's page. Returns the address to which the page sends them back. */
function act(page: string, choice: PageChoice = { outcome: "authorised" }): string {
  const answer = adyen.pay(page, choice);
  return answer.kind === "returned" ? answer.redirectUrl : "";
}

const comeBack = async (address: string): Promise<string> =>
  (await fetch(address, { redirect: "manual" })).headers.get("location") ?? "";

const paymentOf = async (session: string) => (await ask("GET", `/api/payments?session=${session}`)).data[0];
const statusOf = async (session: string) =>
  (await ask("GET", `/api/checkout/sessions/${session}`)).paymentStatus;
const isPaid = (session: string) =>
  until(async () => (await statusOf(session)) === "paid", "the session is paid");

/** Lets time pass at Adyen until something is so in Kassa. */
const settle = (isSo: () => Promise<boolean>, what: string): Promise<unknown> =>
  until(async () => {
    adyen.clock.advance(2);
    await adyen.notifications.settled();
    return isSo();
  }, what);

/** A paid session's payment. */
async function paidPayment(more: object = {}) {
  const { id } = await makeSession(more);
  act(await submit(id));
  await until(async () => (await paymentOf(id)).attempts[0].status === "approved", "the attempt is approved");
  return paymentOf(id);
}

/** Adyen's reference of a payment's last movement with an effect. */
const atAdyen = (
  effect: "captured" | "refunded",
  { attempts: [attempt] }: { readonly attempts: readonly [{ readonly id: string }] },
): string =>
  present(
    adyen.log.findLast((entry) => entry.effect === effect && entry.reference === attempt.id),
    effect,
  ).object;

const refundOf = async (id: string) => (await ask("GET", `/api/refunds/${id}`)).status;

test("a customer pays on Adyen's page and comes back before the notification", async () => {
  adyen.notifications.hold();
  const { id } = await makeSession();
  const back = act(await submit(id));
  assert.equal(await comeBack(back), "https://shop.example/thanks");
  const payment = await paymentOf(id);
  assert.deepEqual(
    [payment.status, payment.amountCaptured, payment.attempts[0].connectorAccount],
    ["captured", 2599, account],
  );
});

test("what a customer enters on Kassa's page goes to Adyen", async () => {
  const collect = { email: "required", name: "required", phone: "required", billingAddress: "required" };
  const { id } = await makeSession({ collect });
  await post(id, "", {
    method: "card",
    email: "ada@shop.example",
    full_name: "Ada Lovelace",
    phone: "+44 20 7946 0958",
    billing_country: "US",
    billing_line1: "1 Main Street",
    billing_city: "Springfield",
    billing_region: "IL",
    billing_postal_code: "62701",
  });
  const sent = adyen.requests.findLast(({ path }) => path.endsWith("/sessions"))?.body as Record<
    string,
    unknown
  >;
  const { shopperEmail, shopperName, telephoneNumber, billingAddress, deliveryAddress } = sent;
  assert.deepEqual(
    [shopperEmail, shopperName, telephoneNumber, deliveryAddress],
    ["ada@shop.example", { firstName: "Ada", lastName: "Lovelace" }, "+442079460958", undefined],
  );
  assert.deepEqual(billingAddress, {
    country: "US",
    city: "Springfield",
    street: "1 Main Street",
    houseNumberOrName: "N/A",
    postalCode: "62701",
    stateOrProvince: "IL",
  });
});

test("a customer whose notification is lost has paid when they come back", async () => {
  adyen.notifications.drop(1);
  const { id } = await makeSession();
  await comeBack(act(await submit(id)));
  assert.equal(await statusOf(id), "paid");
});

test("a customer who closes the browser has paid: the notification tells Kassa, with the card", async () => {
  const { id } = await makeSession();
  act(await submit(id), { outcome: "authorised", method: "mc" });
  await isPaid(id);
  const { brand, last4 } = (await paymentOf(id)).attempts[0].card;
  assert.deepEqual([brand, last4], ["mastercard", "1111"]);
});

test("notifications that come twice, reversed, in one message, or after a contradiction change nothing", async () => {
  adyen.notifications.duplicate(2);
  const first = await paidPayment();
  assert.equal(first.amountCaptured, 2599);
  adyen.notifications.duplicate(0);
  adyen.notifications.hold();
  const { id } = await makeSession();
  const page = await submit(id);
  act(page, { outcome: "refused" });
  act(page);
  adyen.contradict(adyen.paymentsOf(page)[1] ?? "");
  adyen.notifications.release("reversed");
  await isPaid(id);
  adyen.notifications.hold();
  const [one, other] = [await makeSession(), await makeSession()];
  for (const { id: session } of [one, other]) act(await submit(session));
  adyen.notifications.releaseInOneMessage();
  for (const { id: session } of [one, other]) await isPaid(session);
});

/** Sends a notification that the session's payment was approved. @returns the status of Kassa's answer */
async function notify(merchantReference: string, merchantAccountCode: string, key: string): Promise<number> {
  return send({ eventCode: "AUTHORISATION", pspReference: "FORGED0123456789", merchantReference }, key, {
    merchantAccountCode,
  });
}

/** Sends a notification that the fake hasn't sent. */
async function send(
  names: Pick<NotificationItem, "eventCode" | "pspReference" | "merchantReference">,
  key = hmacKey,
  more: Partial<NotificationItem> = {},
): Promise<number> {
  const item = {
    ...names,
    success: "true",
    eventDate: "2026-11-25T11:00:00+01:00",
    merchantAccountCode: merchantAccount,
    amount: { value: 2599, currency: "EUR" },
    reason: "",
    additionalData: {},
    ...more,
  } as const;
  const body = JSON.stringify(toMessage(false, [signed(item, key)]));
  const answer = await fetch(`${kassa.url}/api/notifications/adyen/${account}`, { method: "POST", body });
  return answer.status;
}

test("a forged notification, one of another merchant account and a forged return change nothing", async () => {
  const { id } = await makeSession();
  const page = await submit(id);
  const [{ id: attempt }] = (await paymentOf(id)).attempts;
  assert.equal(await notify(attempt, merchantAccount, "0".repeat(64)), 400);
  assert.equal(await notify(attempt, "KassaPOS", hmacKey), 200);
  await comeBack(`${kassa.url}/pay/${id}/return?sessionId=${page}&sessionResult=forged`);
  assert.equal(await statusOf(id), "processing");
  act(page);
  await isPaid(id);
});

test("an authorization is captured in parts, and the rest is released after the last one", async () => {
  const { id, session } = await paidPayment({ captureMethod: "manual" });
  assert.equal(await statusOf(session), "authorized");
  const captured = async (amount: number) => (await paymentOf(session)).amountCaptured === amount;
  await ask("POST", `/api/payments/${id}/capture`, { amount: 1000, final: false });
  await settle(() => captured(1000), "the first part is captured");
  await ask("POST", `/api/payments/${id}/capture`, { amount: 500, final: true });
  await settle(() => captured(1500), "the second part is captured");
  const { attempts, amountCapturable } = await paymentOf(session);
  assert.equal(amountCapturable, 0);
  const amounts = adyen.movedAmounts().get(attempts[0].id)?.amounts;
  assert.deepEqual([amounts?.captured, amounts?.released], [1500, 1099]);
});

test("a capture that Adyen refuses has failed, and the authorization can be captured again or voided", async () => {
  const { id, session } = await paidPayment({ captureMethod: "manual" });
  adyen.outcomes.plan({ kind: "capture", outcome: "refused" });
  await ask("POST", `/api/payments/${id}/capture`, { amount: 2599 });
  const failed = async () => (await paymentOf(session)).captures[0].status === "failed";
  await settle(failed, "the capture has failed");
  assert.equal((await paymentOf(session)).amountCapturable, 2599);
  await ask("POST", `/api/payments/${id}/void`);
  await settle(async () => (await paymentOf(session)).status === "voided", "the payment is voided");
});

test("a capture that fails days after it succeeded leaves the books, and comes back if Adyen's repetition succeeds", async () => {
  const payment = await paidPayment({ captureMethod: "manual" });
  const { id, session } = payment;
  await ask("POST", `/api/payments/${id}/capture`, {});
  await settle(async () => (await paymentOf(session)).status === "captured", "the payment is captured");
  const capture = atAdyen("captured", payment);
  adyen.fail(capture);
  await settle(async () => (await paymentOf(session)).status === "authorized", "the capture has failed");
  const { amountCaptured, amountCapturable, captures, refunds } = await paymentOf(session);
  assert.deepEqual([amountCaptured, amountCapturable, refunds], [0, 2599, []]);
  assert.deepEqual([captures[0].status, captures[0].failureReason], ["failed", "refused_by_psp"]);
  adyen.recapture(capture);
  await settle(async () => (await paymentOf(session)).status === "captured", "the capture was repeated");
  assert.equal((await paymentOf(session)).amountCaptured, 2599);
});

test("the money of a payment with automatic capture fails days later, and comes back if Adyen's repetition succeeds", async () => {
  const payment = await paidPayment();
  const { session } = payment;
  adyen.clock.advance(1);
  const capture = atAdyen("captured", payment);
  adyen.fail(capture);
  await settle(async () => (await paymentOf(session)).status === "failed", "the payment has failed");
  const { amountCaptured, amountAuthorized, attempts } = await paymentOf(session);
  assert.deepEqual([amountAuthorized, amountCaptured], [0, 0]);
  assert.deepEqual([attempts[0].status, attempts[0].declineReason], ["failed", "generic_decline"]);
  adyen.recapture(capture);
  await settle(async () => (await paymentOf(session)).status === "captured", "the capture was repeated");
  assert.equal((await paymentOf(session)).amountCaptured, 2599);
});

test("a refund is pending until its notification, and fails days later when the bank sends it back", async () => {
  const payment = await paidPayment();
  const refund = await ask("POST", "/api/refunds", { payment: payment.id, amount: 599 });
  assert.equal(refund.status, "pending");
  await settle(async () => (await refundOf(refund.id)) === "succeeded", "the refund has succeeded");
  adyen.fail(atAdyen("refunded", payment), { reversed: true });
  await settle(async () => (await refundOf(refund.id)) === "failed", "the refund has failed");
  assert.equal((await paymentOf(payment.session)).amountRefunded, 0);
});

test("a refund whose answer is lost is made once", async () => {
  const payment = await paidPayment();
  adyen.faults.add({ kind: "lose_answer_after", match: "/refunds" });
  const body = { payment: payment.id, amount: 700 };
  const refund = await kassa.call("POST", "/api/refunds", { body });
  assert.ok(refund.status === 200 || refund.status === 202, refund.text);
  await settle(
    async () => (await paymentOf(payment.session)).amountRefunded === 700,
    "the refund has succeeded",
  );
  assert.equal(adyen.movedAmounts().get(payment.attempts[0].id)?.times.refunded, 1);
});

test("evidence defends a dispute at Adyen, and its answer may be lost", async () => {
  const payment = await paidPayment();
  adyen.clock.advance(1);
  const pspReference = adyen.dispute(payment.attempts[0].pspReference);
  const list = async () => (await ask("GET", `/api/disputes?payment=${payment.id}`)).data[0];
  await until(async () => (await list())?.stage === "chargeback", "the money was taken");
  const dispute = await list();
  adyen.faults.add({ kind: "lose_answer_after", match: "/defendDispute" });
  const sent = await ask("POST", `/api/disputes/${dispute.id}/evidence`, {
    texts: { shippingCarrier: "DHL", shippingTrackingNumber: "JD014600003SE" },
    submit: true,
  });
  assert.deepEqual([sent.status, sent.pendingAction], ["needs_response", "evidence"]);
  await until(async () => (await list()).status === "under_review", "the defence is known");
  const { pendingAction, evidenceSubmittedAt } = await list();
  assert.deepEqual([pendingAction, typeof evidenceSubmittedAt], [null, "string"]);
  assert.deepEqual([...adyen.documentsOf(pspReference).keys()], ["ProofOfDelivery"]);
  adyen.decideDispute(pspReference, true);
  await until(async () => (await list()).status === "won", "the dispute is won");
  assert.equal((await paymentOf(payment.session)).amountDisputed, 0);
});

test("a chargeback is a dispute of the payment, and the merchant can accept it", async () => {
  const payment = await paidPayment();
  adyen.clock.advance(1);
  const pspReference = adyen.dispute(payment.attempts[0].pspReference);
  await until(
    async () => (await paymentOf(payment.session)).disputes.length > 0,
    "the dispute of the payment is known",
  );
  const list = async () => (await ask("GET", `/api/disputes?payment=${payment.id}`)).data[0];
  await until(async () => (await list()).stage === "chargeback", "the money was taken");
  const dispute = await list();
  assert.deepEqual([dispute.status, dispute.amount], ["needs_response", 2599]);
  const accepted = await ask("POST", `/api/disputes/${dispute.id}/accept`);
  assert.equal(accepted.status, "lost");
  const [{ id: merchantReference, pspReference: originalReference }] = payment.attempts;
  const late = { eventCode: "NOTIFICATION_OF_CHARGEBACK", pspReference, merchantReference };
  assert.equal(await send(late, hmacKey, { originalReference }), 200);
  const isChecked = async () => {
    const due = await kassa.db.sql("SELECT FROM reported_disputes WHERE next_check_at IS NOT NULL");
    return due.length === 0;
  };
  await until(isChecked, "the late notice was looked into");
  assert.equal((await list()).status, "lost", "what the merchant has accepted stays so");
});

test("a card payment at Adyen can't be called off: the customer pays once, on the page that is open", async () => {
  const { id } = await makeSession();
  const page = await submit(id);
  await comeBack(act(page, { outcome: "cancelled" }));
  await post(id, "/call-off", {});
  assert.match(await pageOf(id), new RegExp(page), "the page leads back to Adyen");
  act(page);
  await isPaid(id);
  assert.equal((await paymentOf(id)).attempts.length, 1);
});

test("a payment that is notified after its attempt was given up is returned", async () => {
  const { id } = await makeSession();
  const page = await submit(id);
  const [{ id: attempt }] = (await paymentOf(id)).attempts;
  await kassa.db.sql(
    "UPDATE attempts SET started_at = now() - interval '2 hours', action_expires_at = now() - interval '71 minutes', next_check_at = now() WHERE id = $1",
    [attempt],
  );
  const attemptOf = async () => (await paymentOf(id)).attempts[0];
  await until(async () => (await attemptOf()).status === "declined", "the attempt is given up");
  assert.equal((await attemptOf()).declineReason, "abandoned");
  act(page);
  const amounts = () => adyen.movedAmounts().get(attempt)?.amounts;
  await settle(async () => amounts()?.refunded === 2599, "the money is returned");
  assert.equal((await attemptOf()).status, "late");
});

test("after three refused cards the customer can pay in another attempt", async () => {
  const { id } = await makeSession();
  const page = await submit(id);
  const refuse = () => act(page, { outcome: "refused", reason: "Not enough balance" });
  const [, , back = ""] = [refuse(), refuse(), refuse()];
  await adyen.notifications.settled();
  await comeBack(back);
  const { attempts } = await paymentOf(id);
  assert.deepEqual([attempts[0].status, attempts[0].declineReason], ["declined", "insufficient_funds"]);
  act(await submit(id));
  await isPaid(id);
});

test("no log and no answer quotes a credential of Adyen", async () => {
  const answers = JSON.stringify(await ask("GET", "/api/connector-accounts"));
  for (const secret of [apiKey, hmacKey]) {
    assert.ok(!answers.includes(secret));
    assert.ok(!kassa.logged.some((line) => line.includes(secret)));
  }
});
