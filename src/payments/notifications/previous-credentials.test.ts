import assert from "node:assert/strict";
import { test } from "node:test";
import { startFakeStripe } from "../../../test/psp/stripe/fake-stripe.ts";
import { byCardOnPspPage, payOnHostedPage } from "../../../test/support/hosted-page.ts";
import { type PaymentTestbed, startPaymentTestbed } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { makeAccountStore } from "../../connector-accounts/account-store.ts";
import type { Connector } from "../../connectors/contract.ts";
import { createConnectorRegistry } from "../../connectors/registry.ts";
import { sandboxAccount } from "../../connectors/sandbox/accounts.ts";
import { createSandboxConnector } from "../../connectors/sandbox/connector.ts";
import { sandboxPspSecret } from "../../connectors/sandbox/psp-secret.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../attempts/reconcile.ts";
import { receiveNotification } from "./receive-notification.ts";

const secretOf = (version: number) => `whsec_0123456789abcdef0123456789abcdef${version}`;

/**
 * A PSP under the name of Stripe, at which tenants have accounts of their own. It makes charges at the simulated PSP, and its
 * signature of a notification is the secret itself.
 */
function connectorTo(rig: PaymentTestbed): Connector {
  const options = { baseUrl: rig.psp.url, secretKey: sandboxPspSecret(rig.keyring) };
  const { hosted, ...sandbox } = createSandboxConnector(options);
  const account = sandboxAccount(rig.scope.tenantId);
  return {
    ...sandbox,
    name: "stripe",
    hosted: { ...hosted, begin: (request, call) => hosted.begin({ ...request, account }, call) },
    findCharge: (charge, call) => sandbox.findCharge({ ...charge, account }, call),
    parseNotification: async ({ account: { settings }, headers, rawBody }) =>
      headers.signature === settings.webhookSecret
        ? {
            kind: "accepted",
            eventId: `evt_${rawBody}`,
            mode: "sandbox",
            about: [{ kind: "charge", charge: { idempotencyKey: String(rawBody) } }],
          }
        : { kind: "refused", detail: "the signature does not match" },
  };
}

test("a notification that is signed with the previous credentials is accepted until they retire", async (t) => {
  const stripe = await startFakeStripe();
  t.after(() => stripe.close());
  const rig = await startPaymentTestbed({ apps: 1, env: { KASSA_STRIPE_URL: stripe.url } });
  t.after(() => rig.close());
  const connectors = createConnectorRegistry({
    sandbox: { baseUrl: rig.psp.url, secretKey: sandboxPspSecret(rig.keyring) },
    connectors: [connectorTo(rig)],
    accounts: makeAccountStore({
      database: rig.db.database,
      keyring: rig.keyring,
      epoch: () => undefined,
      knowsTenant: async () => true,
    }),
  });
  const deps = { ...rig.deps, connectors };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${rig.apps[0]?.url}/api/connector-accounts${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${rig.tenant.keys.sandbox.secret}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    assert.ok(answer instanceof Object && "id" in answer);
    return String(answer.id);
  };
  const credentials = { apiKey: stripe.keys.test, webhookSecret: secretOf(1) };
  const id = await post("", { connector: "stripe", label: "Shop", credentials });
  const hear = async (signature: string, attempt: string) => {
    const [current, ...earlier] = await connectors.routesOfNotification("stripe", id);
    assert.ok(current);
    return receiveNotification(deps, [current, ...earlier], { signature }, Buffer.from(attempt));
  };

  const session = await rig.makeSession();
  await beginPayment(deps, rig.scope, session, byCardOnPspPage);
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  assert.deepEqual([attempt.connector, attempt.connectorAccount], ["stripe", id]);
  await post(`/${id}/credentials`, { credentials: { webhookSecret: secretOf(2) } });
  assert.equal((await connectors.routesOfNotification("stripe", id)).length, 2);
  await payOnHostedPage(attempt);
  await rig.db.sql("UPDATE attempts SET next_check_at = now() + interval '1 hour'");

  const refused = { kind: "refused", detail: "the signature does not match" };
  assert.deepEqual(await hear(secretOf(3), attempt.id), refused);
  assert.deepEqual(await hear(secretOf(1), attempt.id), { kind: "stored", quarantined: null });
  assert.deepEqual(await hear(secretOf(2), attempt.id), { kind: "duplicate" }, "it is the same notification");
  // The app's own job may take the attempt first. It asks the fake of Stripe, which knows nothing of it, and asks again later.
  await until(async () => {
    await rig.db.sql("UPDATE attempts SET next_check_at = now() WHERE next_check_at > now()");
    await reconcileDueAttempts(deps);
    return (await rig.summaryOf(session)) === "complete, paid, charged 1 times";
  }, "the payment is complete");

  await rig.db.sql("UPDATE connector_credentials SET retires_at = now() WHERE version = 1");
  assert.deepEqual(await hear(secretOf(1), attempt.id), refused);
  assert.deepEqual(await hear(secretOf(2), attempt.id), { kind: "duplicate" });
  await rig.assertInvariants();
});
