import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  clientFor,
  type ReceivedEvent,
  type Receiver,
  registerWebhook,
  startReceiver,
} from "../../../test/psp/paypal/test-support.ts";
import { until } from "../../../test/support/until.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { ChargeRef } from "../contract.ts";
import type { PspClient, PspRequest } from "../psp-client.ts";
import { Certificates } from "./certificates.ts";
import {
  approvedCharge,
  authorizedCharge,
  call,
  captureOf,
  finish,
  finishedCharge,
  orderOf,
  type PayPalRig,
  refundOf,
  startPayPalRig,
} from "./test-support.ts";

let rig: PayPalRig;
let receiver: Receiver;
let webhookId: string;
before(async () => {
  rig = await startPayPalRig({ webhookRetryMs: 10 });
  receiver = await startReceiver();
  webhookId = await registerWebhook({ fake: rig.fake, paypal: clientFor(rig.fake) }, receiver.url);
});
after(async () => {
  await rig.close();
  await receiver.close();
});

const parse = (
  { headers, raw }: Pick<ReceivedEvent, "headers" | "raw">,
  { mode = "sandbox", id = webhookId }: { readonly mode?: Mode; readonly id?: string } = {},
) =>
  rig.connector.parseNotification({
    account: { ...rig.account, mode, settings: { ...rig.account.settings, webhookId: id } },
    headers,
    rawBody: Buffer.from(raw),
    nowMs: rig.fake.clock.now() * 1_000,
  });

/** The events that arrive from now on, by their types, until one of a type is there. */
async function eventsUntil(type: string, act: () => Promise<unknown> | unknown): Promise<ReceivedEvent[]> {
  await rig.fake.webhooks.idle();
  receiver.received.length = 0;
  await act();
  await until(() => receiver.received.some(({ body }) => body.event_type === type), type);
  return [...receiver.received];
}

async function subjectOf(type: string, act: () => Promise<unknown> | unknown) {
  const events = await eventsUntil(type, act);
  const event = events.find(({ body }) => body.event_type === type);
  assert.ok(event);
  const outcome = await parse(event);
  assert.ok(outcome.kind === "accepted", JSON.stringify(outcome));
  assert.deepEqual([outcome.mode, outcome.eventId], ["sandbox", event.body.id]);
  return outcome.about;
}

const by = ({ idempotencyKey }: ChargeRef) => ({ charge: { idempotencyKey } });

test("events about an order, its capture and its authorization name the attempt", async () => {
  let charge = await approvedCharge(rig);
  const about = [{ kind: "charge", ...by(charge) }];
  const approve = () => rig.fake.pay(orderOf(charge));
  assert.deepEqual(await subjectOf("CHECKOUT.ORDER.APPROVED", approve), about);
  assert.deepEqual(await subjectOf("PAYMENT.CAPTURE.COMPLETED", () => finish(rig, charge)), about);
  const authorized = async () => {
    charge = await authorizedCharge(rig);
  };
  const subject = await subjectOf("PAYMENT.AUTHORIZATION.CREATED", authorized);
  assert.deepEqual(subject, [{ kind: "charge", ...by(charge) }]);
});

test("events about Kassa's captures and refunds name the movement; those of the dashboard name the charge", async () => {
  const charge = await authorizedCharge(rig);
  const request = captureOf(charge, 1_000);
  const captured = await subjectOf("PAYMENT.CAPTURE.COMPLETED", () => rig.connector.capture(request, call));
  assert.deepEqual(captured, [{ kind: "movement", idempotencyKey: request.idempotencyKey, ...by(charge) }]);
  const refund = refundOf(charge, 100);
  const refunded = await subjectOf("PAYMENT.CAPTURE.REFUNDED", () => rig.connector.refund(refund, call));
  assert.deepEqual(refunded, [{ kind: "movement", idempotencyKey: refund.idempotencyKey, ...by(charge) }]);
  const paid = await finishedCharge(rig);
  const inDashboard = () => rig.fake.refundInDashboard(paid.pspReference, 100);
  const { pspReference } = paid;
  assert.deepEqual(await subjectOf("PAYMENT.CAPTURE.REFUNDED", inDashboard), [
    { kind: "charge", charge: { pspReference } },
  ]);
  const reverse = () => rig.fake.reverseCapture(paid.pspReference);
  assert.deepEqual(await subjectOf("PAYMENT.CAPTURE.REVERSED", reverse), [{ kind: "charge", ...by(paid) }]);
});

test("an event about a dispute names it and the attempt", async () => {
  const charge = await finishedCharge(rig);
  let dispute = "";
  const about = await subjectOf("CUSTOMER.DISPUTE.CREATED", () => {
    dispute = rig.fake.openDispute(charge.pspReference);
  });
  assert.deepEqual(about, [{ kind: "dispute", pspReference: dispute, ...by(charge) }]);
});

test("events of payments that the merchant takes without Kassa are about nothing", async () => {
  const paypal = clientFor(rig.fake);
  const unit = { custom_id: "order-17", amount: { currency_code: "EUR", value: "10.00" } };
  const body = { intent: "CAPTURE", purchase_units: [unit] };
  const { body: order } = await paypal("POST", "/v2/checkout/orders", { body });
  assert.deepEqual(await subjectOf("CHECKOUT.ORDER.APPROVED", () => rig.fake.pay(String(order.id))), []);
});

test("an event is refused without a signature of PayPal over its bytes and for the account's webhook", async () => {
  const charge = await finishedCharge(rig);
  const [event] = await eventsUntil("PAYMENT.CAPTURE.COMPLETED", () =>
    rig.fake.notifyAgain("PAYMENT.CAPTURE.COMPLETED"),
  );
  assert.ok(event);
  const { headers, raw } = event;
  assert.equal((await parse(event)).kind, "accepted");
  const changed = (changes: Readonly<Record<string, string>>) =>
    parse({ raw, headers: { ...headers, ...changes } });
  const without = (name: string) =>
    parse({ raw, headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)) });
  const certificate = headers["paypal-cert-url"] ?? "";
  const refusals = {
    "another body": parse({ headers, raw: `${raw} ` }),
    "another webhook": parse(event, { id: "0EH40505U7160970P" }),
    "no webhook": parse(event, { id: "" }),
    "another time": changed({ "paypal-transmission-time": "2026-01-01T00:00:00Z" }),
    "another transmission": changed({ "paypal-transmission-id": "1" }),
    "another algorithm": changed({ "paypal-auth-algo": "SHA1withRSA" }),
    "no base64": changed({ "paypal-transmission-sig": "%" }),
    "a certificate elsewhere": changed({
      "paypal-cert-url": certificate.replace(/127\.0\.0\.1:\d+/, "127.0.0.1:1"),
    }),
    "an unknown certificate": changed({ "paypal-cert-url": `${certificate}0` }),
    "another path": changed({ "paypal-cert-url": certificate.replace("/certs/", "/certs/../") }),
    "no signature": without("paypal-transmission-sig"),
    "no certificate": without("paypal-cert-url"),
  };
  for (const [name, outcome] of Object.entries(refusals)) assert.equal((await outcome).kind, "refused", name);
  // Genuine events that were sent before may still arrive.
  receiver.received.length = 0;
  rig.fake.forge(charge.pspReference);
  const refusedEvents = async () =>
    (await Promise.all(receiver.received.map((each) => parse(each)))).filter(
      ({ kind }) => kind === "refused",
    );
  await until(async () => (await refusedEvents()).length > 0, "the forged event is refused");
  for (const outcome of await refusedEvents())
    assert.deepEqual(outcome, { kind: "refused", detail: "the signature does not match" });
});

test("a new certificate of PayPal is fetched, and each is fetched once", async () => {
  rig.fake.webhooks.rotateKey();
  const newest = [...rig.fake.webhooks.certificates.keys()].at(-1) ?? "none";
  const hasNewest = ({ headers }: ReceivedEvent) => headers["paypal-cert-url"]?.endsWith(newest) ?? false;
  rig.fake.notifyAgain("PAYMENT.CAPTURE.COMPLETED");
  await until(() => receiver.received.some(hasNewest), "an event with the new certificate");
  const event = receiver.received.find(hasNewest);
  assert.ok(event);
  assert.equal((await parse(event)).kind, "accepted");
  const { fetched, certificates } = certificatesOf({ ownUrl: rig.fake.url });
  const address = event.headers["paypal-cert-url"] ?? "";
  const nowMs = rig.fake.clock.now() * 1_000;
  for (let time = 1; time <= 3; time += 1)
    assert.equal((await certificates.keyAt(address, "sandbox", nowMs)).kind, "key");
  assert.equal(fetched.length, 1);
  const nextYear = nowMs + 366 * 86_400_000;
  assert.equal((await certificates.keyAt(address, "sandbox", nextYear)).kind, "refused");
  assert.equal(fetched.length, 2);
});

/** Certificates of a PayPal that has the fake's, at whatever address. */
function certificatesOf(options: Pick<PspClient, "ownUrl">) {
  const fetched: PspRequest[] = [];
  const psp: PspClient = {
    ...options,
    send: async (request) => {
      fetched.push(request);
      const body = rig.fake.webhooks.certificates.get(request.path.split("/").at(-1) ?? "") ?? null;
      return { kind: "response", status: body === null ? 404 : 200, body };
    },
  };
  return { fetched, certificates: new Certificates(psp) };
}

test("a certificate is fetched from PayPal's hosts of the account's mode only, and has to be issued by an authority", async () => {
  const { fetched, certificates } = certificatesOf({});
  const path = `/v1/notifications/certs/${[...rig.fake.webhooks.certificates.keys()].at(-1)}`;
  const keyAt = (address: string, mode: Mode = "live") =>
    certificates.keyAt(address, mode, rig.fake.clock.now() * 1_000);
  const elsewhere = [
    `http://api.paypal.com${path}`,
    `https://api.paypal.com:8443${path}`,
    `https://api.paypal.com.example${path}`,
    `https://user@evil.example${path}`,
    `https://api.sandbox.paypal.com${path}`,
    `https://api.paypal.com/other${path}`,
    `https://api.paypal.com${path}?x=1`,
    `file://api.paypal.com${path}`,
    "api.paypal.com",
  ];
  for (const address of elsewhere) {
    const detail = "the certificate's address isn't one of PayPal";
    assert.deepEqual(await keyAt(address), { kind: "refused", detail }, address);
  }
  assert.deepEqual(fetched, []);
  const unsigned = { kind: "refused", detail: "the certificate isn't issued by a trusted authority" };
  assert.deepEqual(await keyAt(`https://api.paypal.com${path}`), unsigned);
  assert.deepEqual(await keyAt(`https://api.sandbox.paypal.com${path}`, "sandbox"), unsigned);
  assert.deepEqual(
    fetched.map(({ base }) => base),
    ["https://api.paypal.com", "https://api.sandbox.paypal.com"],
  );
});
