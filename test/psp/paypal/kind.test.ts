import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { paypal as kind } from "../../../src/connectors/paypal/kind.ts";
import { makePspClients, type PspClient } from "../../../src/connectors/psp-client.ts";
import { HostResolver } from "../../../src/kernel/host-resolver.ts";
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

  it("has credentials of the form that the fake gives", () => {
    const given: Readonly<Record<string, string>> = { ...testbed.fake.app, webhookId };
    for (const { name, pattern } of kind.credentials) assert.match(given[name] ?? "", pattern, name);
  });
});
