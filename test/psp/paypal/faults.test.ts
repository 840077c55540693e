import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { after, afterEach, before, describe, it } from "node:test";
import type { FaultKind } from "../common/faults.ts";
import {
  approvedOrder,
  capturedOrder,
  closeTestbed,
  euros,
  isGenuine,
  orderBody,
  type ReceivedEvent,
  type Receiver,
  registerWebhook,
  requestToken,
  startReceiver,
  startTestbed,
  type Testbed,
} from "./test-support.ts";

let testbed: Testbed;
let receiver: Receiver;
let webhook: string;
before(async () => {
  testbed = await startTestbed();
  receiver = await startReceiver();
  webhook = await registerWebhook(
    testbed,
    receiver.url,
    "PAYMENT.CAPTURE.COMPLETED",
    "PAYMENT.CAPTURE.DENIED",
  );
});
after(async () => {
  await closeTestbed(testbed);
  await receiver.close();
});

describe("faults of the fake of PayPal's APIs", () => {
  afterEach(() => testbed.fake.faults.clear());

  /**
   * Refunds 1.00 of a fresh capture with the fault, and repeats that.
   * @returns the statuses, null for no answer, and what was refunded after each
   */
  async function refundTwice(kind: FaultKind): Promise<[number | null, number][]> {
    const { fake, paypal } = testbed;
    const { capture } = await capturedOrder(testbed, { custom_id: kind });
    fake.faults.add({ kind, match: "/refund" });
    const results: [number | null, number][] = [];
    for (let time = 0; time < 2; time++) {
      const answer = await paypal("POST", `/v2/payments/captures/${capture}/refund`, {
        body: { amount: euros("1.00") },
        requestId: kind,
        ...(time === 0 && kind.startsWith("stall") ? { timeoutMs: 500 } : {}),
      }).catch(() => null);
      results.push([answer?.status ?? null, fake.movedAmounts().get(kind)?.amounts.refunded ?? 0]);
    }
    return results;
  }

  const cases: readonly (readonly [readonly FaultKind[], number | null, number, number])[] = [
    [["lose_answer_before", "stall_before"], null, 0, 201],
    [["lose_answer_after", "stall_after", "truncate_answer"], null, 100, 200],
    [["status_500_before"], 500, 0, 201],
    [["status_500_after"], 500, 100, 200],
    [["rate_limit"], 429, 0, 201],
  ];
  for (const [kinds, status, done, repeated] of cases)
    it(`${kinds.join(", ")}: a repetition refunds once`, async () => {
      for (const kind of kinds)
        assert.deepEqual(
          await refundTwice(kind),
          [
            [status, done],
            [repeated, 100],
          ],
          kind,
        );
    });

  it("leave a captured order that its look-up shows, if the answer is lost", async () => {
    const { fake, paypal } = testbed;
    const order = await approvedOrder(testbed);
    fake.faults.add({ kind: "lose_answer_after", match: "/capture" });
    await assert.rejects(paypal("POST", `/v2/checkout/orders/${order}/capture`));
    const { body } = await paypal("GET", `/v2/checkout/orders/${order}`);
    const [unit] = body.purchase_units as readonly { payments: { captures: readonly { id: string }[] } }[];
    assert.deepEqual(unit?.payments.captures[0]?.id, fake.capturesOf(order)[0]);
  });

  it("leave a created order that only its request id can find, if the answer is lost", async () => {
    const { fake, paypal } = testbed;
    fake.faults.add({ kind: "lose_answer_after", match: "POST /v2/checkout/orders" });
    const create = () => paypal("POST", "/v2/checkout/orders", { body: orderBody(), requestId: "lost" });
    await assert.rejects(create());
    const found = await create();
    assert.equal(found.body.status, "PAYER_ACTION_REQUIRED");
    assert.equal((await create()).body.id, found.body.id);
  });

  it("meet the token's address, too", async () => {
    const { fake } = testbed;
    const { clientId, clientSecret } = fake.app;
    for (const [kind, status] of [
      ["rate_limit", 429],
      ["status_500_before", 500],
    ] as const) {
      fake.faults.add({ kind, match: "/v1/oauth2/token" });
      assert.equal((await requestToken(fake.url, clientId, clientSecret)).status, status);
    }
    fake.faults.add({ kind: "lose_answer_before", match: "/v1/oauth2/token" });
    await assert.rejects(requestToken(fake.url, clientId, clientSecret));
    fake.faults.add({ kind: "lose_answer_after", match: "/v1/oauth2/token" });
    await assert.rejects(requestToken(fake.url, clientId, clientSecret));
  });
});

describe("events of the fake of PayPal", () => {
  const pay = async () => {
    await testbed.fake.webhooks.settled();
    receiver.received.length = 0;
    return (await capturedOrder(testbed)).capture;
  };
  const captures = () => receiver.received.map(({ body }) => body.resource.id);
  const settled = () => testbed.fake.webhooks.settled();
  const only = (): ReceivedEvent => {
    const [event = assert.fail("no event"), ...more] = receiver.received;
    assert.deepEqual(more, []);
    return event;
  };
  const verify = async ({ headers, body }: ReceivedEvent, changes: object = {}) => {
    const answer = await testbed.paypal("POST", "/v1/notifications/verify-webhook-signature", {
      body: {
        auth_algo: headers["paypal-auth-algo"],
        cert_url: headers["paypal-cert-url"],
        transmission_id: headers["paypal-transmission-id"],
        transmission_sig: headers["paypal-transmission-sig"],
        transmission_time: headers["paypal-transmission-time"],
        webhook_id: webhook,
        webhook_event: body,
        ...changes,
      },
    });
    return answer.body.verification_status;
  };

  it("are signed with the key of a certificate that the fake serves", async () => {
    const capture = await pay();
    await settled();
    const event = only();
    const { event_type, resource_type, resource, event_version, resource_version } = event.body;
    assert.deepEqual(
      [event_type, resource_type, resource.id, event_version, resource_version],
      ["PAYMENT.CAPTURE.COMPLETED", "capture", capture, "1.0", "2.0"],
    );
    assert.equal(await isGenuine(event, webhook), true);
    assert.equal(await isGenuine({ ...event, raw: event.raw.replace("10.00", "99.00") }, webhook), false);
    // It is the webhook's id that is signed, and neither the event's nor another webhook's.
    assert.equal(await isGenuine(event, String(event.body.id)), false);
    assert.equal(await verify(event), "SUCCESS");
    assert.equal(await verify(event, { webhook_id: "0EH40505U7160970P" }), "FAILURE");
    assert.equal(await verify(event, { webhook_event: { ...event.body, summary: "x" } }), "FAILURE");
    assert.equal(await verify(event, { cert_url: "https://evil.example/cert" }), "FAILURE");
    assert.equal(event.headers["paypal-auth-algo"], "SHA256withRSA");
  });

  it("come with a self-signed certificate that Node's own parser accepts", async () => {
    await pay();
    await settled();
    const pem = await (await fetch(only().headers["paypal-cert-url"] ?? "")).text();
    const certificate = new X509Certificate(pem);
    assert.equal(certificate.subject, "CN=messageverificationcerts.paypal.com");
    assert.equal(certificate.issuer, certificate.subject);
    assert.ok(certificate.verify(certificate.publicKey));
    assert.ok(certificate.validFromDate.getTime() < Date.now());
    assert.ok(certificate.validToDate.getTime() > Date.now() + 300 * 86_400_000);
    assert.equal((await fetch(`${testbed.fake.url}/v1/notifications/certs/CERT-0`)).status, 404);
  });

  it("are signed with another key after a rotation, and those before remain valid", async () => {
    await pay();
    await settled();
    const before = only();
    testbed.fake.webhooks.rotateKey();
    await pay();
    await settled();
    const later = only();
    assert.notEqual(later.headers["paypal-cert-url"], before.headers["paypal-cert-url"]);
    assert.deepEqual([await isGenuine(before, webhook), await isGenuine(later, webhook)], [true, true]);
    assert.equal(await verify(before), "SUCCESS");
  });

  it("may be forged", async () => {
    const capture = await pay();
    await settled();
    receiver.received.length = 0;
    testbed.fake.forge(capture);
    await settled();
    const forged = only();
    assert.equal(forged.body.resource.id, capture);
    assert.deepEqual([await isGenuine(forged, webhook), await verify(forged)], [false, "FAILURE"]);
  });

  it("are sent again until they are answered by 2xx, each time as another transmission", async () => {
    const { webhooks } = testbed.fake;
    receiver.answers.push(500, 404);
    const capture = await pay();
    await settled();
    assert.deepEqual(captures(), [capture]);
    const tries = webhooks.sent.slice(-3);
    assert.deepEqual(
      tries.map(({ status }) => status),
      [500, 404, 200],
    );
    assert.equal(new Set(tries.map(({ id }) => id)).size, 1);
    assert.equal(new Set(tries.map(({ transmissionId }) => transmissionId)).size, 3);
  });

  it("arrive twice, in another order, later, or never", async () => {
    const { webhooks } = testbed.fake;
    webhooks.duplicate(1);
    const twice = await pay();
    webhooks.duplicate(0);
    await settled();
    assert.deepEqual(captures(), [twice, twice]);
    assert.equal(new Set(receiver.received.map(({ body }) => body.id)).size, 1);

    webhooks.hold();
    const first = await pay();
    const { capture: second } = await capturedOrder(testbed);
    assert.deepEqual(captures(), []);
    webhooks.release("reversed");
    await settled();
    assert.deepEqual(captures(), [second, first]);

    webhooks.delay(50);
    const late = await pay();
    assert.deepEqual(captures(), []);
    webhooks.delay(0);
    await settled();
    assert.deepEqual(captures(), [late]);

    webhooks.drop(1);
    await pay();
    await settled();
    assert.deepEqual(captures(), []);
  });

  it("come again though nothing has changed, and can be read and sent again by a call", async () => {
    const { fake, paypal } = testbed;
    const capture = await pay();
    fake.notifyAgain("PAYMENT.CAPTURE.COMPLETED");
    await settled();
    assert.deepEqual(captures(), [capture, capture]);
    const listed = await paypal(
      "GET",
      "/v1/notifications/webhooks-events?event_type=PAYMENT.CAPTURE.COMPLETED",
    );
    const [event] = listed.body.events as readonly { id: string }[];
    const path = `/v1/notifications/webhooks-events/${event?.id}`;
    assert.deepEqual((await paypal("GET", path)).body, event);
    assert.equal((await paypal("POST", `${path}/resend`, { body: { webhook_ids: [webhook] } })).status, 202);
    await settled();
    assert.equal(captures().length, 3);
    assert.equal((await paypal("GET", "/v1/notifications/webhooks-events/WH-0")).status, 404);
  });

  it("contradict the API and each other", async () => {
    const { fake, paypal } = testbed;
    const capture = await pay();
    fake.contradict(capture);
    await settled();
    assert.deepEqual(
      receiver.received.map(({ body }) => [body.event_type, body.resource.status]),
      [
        ["PAYMENT.CAPTURE.COMPLETED", "COMPLETED"],
        ["PAYMENT.CAPTURE.DENIED", "DECLINED"],
      ],
    );
    assert.equal((await paypal("GET", `/v2/payments/captures/${capture}`)).body.status, "COMPLETED");
  });

  it("go to the webhooks that want them, until these are deleted", async (t) => {
    const other = await startTestbed();
    t.after(() => closeTestbed(other));
    const id = await registerWebhook(other, receiver.url, "CHECKOUT.ORDER.APPROVED");
    const { body } = await other.paypal("GET", "/v1/notifications/webhooks");
    assert.deepEqual(
      (body.webhooks as readonly { id: string }[]).map((one) => one.id),
      [id],
    );
    assert.equal((await other.paypal("GET", "/v1/notifications/webhooks-event-types")).status, 200);
    await settled();
    receiver.received.length = 0;
    await capturedOrder(other);
    await other.fake.webhooks.settled();
    assert.equal(only().body.event_type, "CHECKOUT.ORDER.APPROVED");
    assert.equal((await other.paypal("DELETE", `/v1/notifications/webhooks/${id}`)).status, 204);
    await capturedOrder(other);
    await other.fake.webhooks.settled();
    assert.equal(receiver.received.length, 1);
  });
});
