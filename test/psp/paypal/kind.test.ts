import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { RegisterRequest } from "../../../src/connectors/kind.ts";
import { paypal as kind } from "../../../src/connectors/paypal/kind.ts";
import { makePspClients, type PspClient } from "../../../src/connectors/psp-client.ts";
import { HostResolver } from "../../../src/kernel/host-resolver.ts";
import { eventTypes } from "./event-types.ts";
import { closeTestbed, registerWebhook, startTestbed, type Testbed } from "./test-support.ts";

describe("Kassa's check of a PayPal account, against the fake", () => {
  let testbed: Testbed;
  let psp: PspClient;
  let webhookId: string;
  before(async () => {
    testbed = await startTestbed();
    const { url } = testbed.fake;
    psp = makePspClients({ resolver: new HostResolver(), urls: { paypal: url }, timeoutMs: 2_000 })("paypal");
    webhookId = await registerWebhook(testbed, "https://shop.example/paypal");
  });
  after(() => closeTestbed(testbed));

  const check = (changes: Readonly<Record<string, string>> = {}) =>
    kind.check({ mode: "sandbox", settings: {}, credentials: { ...testbed.fake.app, ...changes } }, psp);
  const fieldOf = (outcome: object) => (outcome as { field?: string }).field;

  it("accepts the app's id and secret, and a webhook of the app", async () => {
    const valid = { kind: "valid", pspAccount: null };
    assert.deepEqual(await check(), valid);
    assert.deepEqual(await check({ webhookId }), valid);
  });

  it("refuses a wrong secret, and a webhook that the app doesn't have", async () => {
    assert.equal(fieldOf(await check({ clientSecret: "E".repeat(80) })), "clientSecret");
    assert.equal(fieldOf(await check({ webhookId: "0EH40505U7160970P" })), "webhookId");
  });

  it("knows nothing when PayPal is overloaded or fails", async () => {
    const { faults } = testbed.fake;
    for (const kindOfFault of ["rate_limit", "status_500_before", "lose_answer_before"] as const)
      for (const match of ["/v1/oauth2/token", "/v1/notifications/webhooks"]) {
        faults.add({ kind: kindOfFault, match });
        assert.equal((await check({ webhookId })).kind, "unknown", `${kindOfFault} ${match}`);
      }
  });

  it("registers the notification address once, with every event that the fake sends", async () => {
    const url = "https://pay.example/api/notifications/paypal/ca_1";
    const credentials = { ...testbed.fake.app };
    const account = { mode: "sandbox", settings: {}, credentials } as const;
    const request: RegisterRequest = { ...account, url, idempotencyKey: "register-1" };
    const made = await kind.registerNotifications?.(request, psp);
    assert.ok(made?.kind === "registered", JSON.stringify(made));
    assert.deepEqual(await check(made.credentials), { kind: "valid", pspAccount: null });
    assert.deepEqual(await kind.registerNotifications?.(request, psp), made);
    const { body } = await testbed.paypal("GET", `/v1/notifications/webhooks/${made.credentials.webhookId}`);
    const registered = (body.event_types as readonly { readonly name: string }[]).map(({ name }) => name);
    assert.deepEqual(registered.toSorted(), Object.keys(eventTypes).toSorted());
    const local = { ...request, url: "http://pay.example/api" };
    assert.equal((await kind.registerNotifications?.(local, psp))?.kind, "refused");
    const wrong = { ...request, credentials: { ...testbed.fake.app, clientSecret: "E".repeat(80) } };
    assert.equal((await kind.registerNotifications?.(wrong, psp))?.kind, "refused");
    testbed.fake.faults.add({ kind: "status_500_before", match: "/v1/notifications/webhooks" });
    assert.equal((await kind.registerNotifications?.(request, psp))?.kind, "unknown");
  });

  it("has credentials of the form that the fake gives", () => {
    const given: Readonly<Record<string, string>> = { ...testbed.fake.app, webhookId };
    for (const { name, pattern } of kind.credentials) assert.match(given[name] ?? "", pattern, name);
  });
});
