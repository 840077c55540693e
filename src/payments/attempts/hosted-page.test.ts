import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { byCardOnPspPage, payOnHostedPage, submitHostedPage } from "../../../test/support/hosted-page.ts";
import {
  beyondAnyCallMs,
  cardOf,
  cards,
  usePaymentTestbed,
  wrapConnector,
} from "../../../test/support/payments.ts";
import { createConnectorRegistry } from "../../connectors/registry.ts";
import { sandboxPspSecret } from "../../connectors/sandbox/psp-secret.ts";
import type { PaymentDeps } from "../deps.ts";
import { capturePayment } from "../movements/move-money.ts";
import type { Attempt } from "../payment.ts";
import { beginPayment } from "./begin-payment.ts";
import { callOffAttempt } from "./call-off-attempt.ts";
import { reconcileDueAttempts, reconcileNow } from "./reconcile.ts";

// The customer pays on the PSP's own page. Kassa learns of it from the return, a notification or a look-up.
const rig = usePaymentTestbed({}, async () => {
  const connectors = createConnectorRegistry({
    sandbox: { baseUrl: rig.psp.url, secretKey: sandboxPspSecret(rig.keyring) },
    sandboxPage: "hosted",
  });
  hosted = { ...rig.deps, connectors };
});
let hosted: PaymentDeps;
afterEach(async () => {
  rig.clearFaults();
  await rig.db.sql("DELETE FROM movement_holds");
  await rig.assertInvariants();
});

async function lastAttempt(session: string): Promise<Attempt> {
  const attempt = (await rig.attemptsOf(session)).at(-1);
  assert.ok(attempt, "the session has an attempt");
  return attempt;
}

async function begin(session: string, deps = hosted): Promise<Attempt> {
  assert.equal((await beginPayment(deps, rig.scope, session, byCardOnPspPage)).kind, "asked");
  return lastAttempt(session);
}

test("beginning charges nothing; the customer pays on the PSP's page, and the card is known afterwards", async () => {
  const session = await rig.makeSession();
  const waiting = await begin(session);
  assert.equal(await rig.summaryOf(session), "open, processing, charged 0 times");
  assert.deepEqual([waiting.status, waiting.hosted, waiting.cardLast4], ["action_required", true, null]);
  assert.ok(waiting.hostedReference !== null && waiting.actionExpiresAt !== null);
  const hours = (waiting.actionExpiresAt.getTime() - Date.now()) / 3_600_000;
  assert.ok(hours > 23 && hours <= 24, `the page expires in ${hours} hours`);
  assert.deepEqual(await payOnHostedPage(waiting), [303, `http://localhost:8080/pay/${session}/return`]);
  await reconcileNow(hosted, rig.scope, waiting);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  const paid = await lastAttempt(session);
  assert.deepEqual(
    [paid.cardBrand, paid.cardLast4, paid.hostedReference],
    ["visa", "4242", waiting.hostedReference],
  );
});

test("a card that is declined on the PSP's page leaves the page open for another one", async () => {
  const session = await rig.makeSession();
  const waiting = await begin(session);
  assert.deepEqual(await payOnHostedPage(waiting, cards.declined), [422, null]);
  await reconcileNow(hosted, rig.scope, waiting);
  assert.equal((await lastAttempt(session)).status, "action_required");
  await Promise.all([payOnHostedPage(waiting), payOnHostedPage(waiting), payOnHostedPage(waiting)]);
  await reconcileNow(hosted, rig.scope, waiting);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  assert.equal((await rig.attemptsOf(session)).length, 1);
});

test("a customer who cancels there can pay again", async () => {
  const session = await rig.makeSession();
  const first = await begin(session);
  await submitHostedPage(first, { choice: "cancel" });
  await reconcileNow(hosted, rig.scope, first);
  assert.equal((await lastAttempt(session)).declineReason, "abandoned");
  const second = await begin(session);
  await payOnHostedPage(second);
  await payOnHostedPage(first);
  await reconcileNow(hosted, rig.scope, second);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
});

test("an authorization made on the PSP's page is captured by its reference", async () => {
  const session = await rig.makeSession({ capture: "manual", amount: 100 });
  const waiting = await begin(session);
  await payOnHostedPage(waiting);
  await reconcileNow(hosted, rig.scope, waiting);
  const captured = await capturePayment(hosted, rig.scope, waiting.paymentId, { amount: 60, final: true });
  assert.ok(captured.ok && captured.value.movement.status === "succeeded");
});

for (const fault of ["timeout_before_charge", "timeout_after_charge", "status_500_after_charge"] as const) {
  test(`a begin that isn't answered (${fault}) is over at once, and nobody is charged twice`, async () => {
    const session = await rig.makeSession();
    rig.injectFault("POST", fault);
    const lost = await begin(session);
    assert.deepEqual(
      [lost.status, lost.declineReason, lost.redirectUrl],
      ["declined", "processing_error", null],
    );
    rig.clearFaults();
    const second = await begin(session);
    await payOnHostedPage(second);
    await reconcileNow(hosted, rig.scope, second);
    assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
  });
}

test("a PSP that doesn't answer begins doesn't use up the customers' tries, and its failures are logged", async () => {
  const session = await rig.makeSession();
  const digest = Buffer.alloc(32, 7);
  const declines = { digests: [digest], outcomeKnown: () => {} };
  rig.injectFault("POST", "status_500_before_charge");
  await beginPayment(hosted, rig.scope, session, byCardOnPspPage, {}, declines);
  const attempt = await lastAttempt(session);
  assert.equal(attempt.status, "declined");
  assert.deepEqual(await rig.db.sql("SELECT FROM recent_declines WHERE subject = $1", [digest]), []);
  assert.ok(rig.logged.some((line) => line.includes(attempt.id) && line.includes("no hosted page")));
});

/** An attempt whose process stopped before it stored the page's reference. */
async function interrupted(): Promise<{ session: string; attempt: Attempt }> {
  const session = await rig.makeSession();
  const silent = wrapConnector(hosted.connectors, ({ hosted: pages }) => ({
    ...(pages && {
      hosted: {
        ...pages,
        begin: async (request, call) => {
          await pages.begin(request, call);
          throw new Error("the process stops here");
        },
      },
    }),
  }));
  await begin(session, { ...hosted, connectors: silent });
  return { session, attempt: await lastAttempt(session) };
}

test("a PSP that finds the page by its key lets the customer of a stopped process go on", async () => {
  const { session, attempt } = await interrupted();
  assert.deepEqual([attempt.status, attempt.hostedReference], ["unknown", null]);
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueAttempts(hosted);
  const found = await lastAttempt(session);
  assert.equal(found.status, "action_required");
  await payOnHostedPage(found);
  await reconcileNow(hosted, rig.scope, found);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
});

const cannotFind = () =>
  wrapConnector(hosted.connectors, () => ({
    findCharge: async () => ({
      kind: "unknown",
      detail: "this PSP finds charges by its own references only",
    }),
  }));

test("a page that was never shown ends its attempt, even if the PSP can't find it", async () => {
  const { session } = await interrupted();
  const deps = { ...hosted, connectors: cannotFind() };
  await rig.makeChecksDue();
  await reconcileDueAttempts(deps);
  assert.equal((await lastAttempt(session)).status, "unknown", "the call may still be on its way");
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueAttempts(deps);
  assert.equal((await lastAttempt(session)).declineReason, "processing_error");
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
});

test("while the account is held, a restored backup may have forgotten that the page was shown", async () => {
  const { session, attempt } = await interrupted();
  await rig.db.sql("INSERT INTO movement_holds (tenant_id, mode, id) VALUES ($1, 'sandbox', $2)", [
    rig.scope.tenantId,
    attempt.connectorAccount,
  ]);
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueAttempts({ ...hosted, connectors: cannotFind() });
  assert.equal((await lastAttempt(session)).status, "unknown");
});

/** The PSP as it reports an open page, with another time of expiry. */
const expiring = (expiresAt: string) =>
  wrapConnector(hosted.connectors, (connector) => ({
    findCharge: async (charge, call) => {
      const found = await connector.findCharge(charge, call);
      const isOpen = found.kind === "found" && found.outcome.kind === "action_required";
      return isOpen ? { ...found, outcome: { ...found.outcome, expiresAt } } : found;
    },
  }));

test("a page that isn't used is waited for until it expires, and then called off", async () => {
  const session = await rig.makeSession();
  const waiting = await begin(session);
  await rig.makeChecksDue(23 * 3_600_000);
  await reconcileDueAttempts(hosted);
  assert.equal((await lastAttempt(session)).status, "action_required", "it can still be paid");
  await rig.makeChecksDue();
  await reconcileDueAttempts({ ...hosted, connectors: expiring(new Date(Date.now() - 1_000).toISOString()) });
  await reconcileNow(hosted, rig.scope, waiting);
  assert.equal((await lastAttempt(session)).declineReason, "abandoned");
  await payOnHostedPage(waiting);
  assert.equal(await rig.summaryOf(session), "open, unpaid, charged 0 times");
});

test("nobody can pay on a page that the customer has given up for another way to pay", async () => {
  const session = await rig.makeSession();
  const first = await begin(session);
  await callOffAttempt(hosted, rig.scope, first);
  await reconcileNow(hosted, rig.scope, first);
  const second = await begin(session);
  await Promise.all([payOnHostedPage(first), payOnHostedPage(second)]);
  await reconcileNow(hosted, rig.scope, second);
  assert.equal(await rig.summaryOf(session), "complete, paid, charged 1 times");
});

test("card details that were posted to Kassa's own page aren't sent once the PSP's page takes them", async () => {
  const session = await rig.makeSession();
  assert.equal((await beginPayment(hosted, rig.scope, session, cardOf("approved"))).kind, "no_connector");
  assert.equal((await beginPayment(rig.deps, rig.scope, session, byCardOnPspPage)).kind, "no_connector");
  assert.deepEqual(await rig.attemptsOf(session), []);
});
