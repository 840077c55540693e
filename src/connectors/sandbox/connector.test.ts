import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { after, before, test } from "node:test";
import { type Fault, faults } from "../../sandbox-psp/faults.ts";
import { testCards } from "../../sandbox-psp/test-cards.ts";
import { eventually, testSecretKey } from "../../sandbox-psp/test-support.ts";
import { type ConnectorRoute, createConnectorRegistry } from "../registry.ts";
import { notAuthenticated } from "../three-d-secure.ts";
import { createSandboxConnector } from "./connector.ts";
import {
  account,
  approve,
  type ConnectorRig,
  call,
  chargeWithKey,
  chargeWithReference,
  listen,
  request,
  startConnectorRig,
  urlOf,
} from "./test-support.ts";

let rig: ConnectorRig;
before(async () => {
  rig = await startConnectorRig();
});
after(() => rig.close());

test("the brands that the page shows as accepted are those of the approved test cards", () => {
  const approved = testCards.filter(({ outcome }) => outcome === "approve").map(({ brand }) => brand);
  assert.deepEqual(rig.connector.direct.cardBrands, [...new Set(approved)]);
});

test("authorize returns each outcome, and findCharge returns the same", async () => {
  const approved = await rig.connector.direct.authorize(request("approved"), call);
  assert.ok(approved.kind === "approved");
  assert.deepEqual([approved.amount, approved.currency, approved.captured], [2599, "EUR", true]);
  assert.deepEqual(approved.card, { cvc: "pass", postcode: "unchecked", threeDSecure: notAuthenticated });
  assert.equal(approved.captureBefore, null);
  const found = await rig.connector.findCharge(chargeWithKey("approved"), call);
  assert.deepEqual(found, {
    kind: "found",
    outcome: approved,
    charge: { amountCaptured: 2599, amountRefunded: 0, released: false, disputes: [] },
  });

  const declined = await rig.connector.direct.authorize(request("declined", "4000000000009995"), call);
  assert.ok(declined.kind === "declined");
  assert.equal(declined.reason, "insufficient_funds");
  const challenged = await rig.connector.direct.authorize(request("challenged", "4000000000003220"), call);
  assert.ok(challenged.kind === "action_required");
  assert.ok(challenged.redirectUrl.startsWith(`${rig.psp.url}/challenges/`));
  const refused = await rig.connector.direct.authorize(request("refused", "4111111111111111"), call);
  assert.deepEqual(refused, { kind: "declined", pspReference: null, reason: "processing_error" });
  const absent = await rig.connector.findCharge(chargeWithKey("absent"), call);
  assert.deepEqual(absent, { kind: "not_charged" });
});

test("a charge whose answer never arrives is unknown, then found approved", async () => {
  const outcome = await rig.connector.direct.authorize(request("silent", "4200000000000307"), {
    timeoutMs: 500,
  });
  assert.deepEqual(outcome, { kind: "unknown", detail: "no response in time" });
  const found = await eventually(async () => {
    const answer = await rig.connector.findCharge(chargeWithKey("silent"), call);
    return answer.kind === "found" ? answer : undefined;
  });
  assert.equal(found.outcome.kind, "approved");
});

const doneAnyway = new Set<Fault>(["timeout_after_charge", "status_500_after_charge", "truncated_json"]);

/** The PSP may carry out a request only after the caller has given up, so the look-up is repeated. */
async function findsAsExpected(fault: Fault, find: () => Promise<{ kind: string }>): Promise<void> {
  if (doneAnyway.has(fault)) await eventually(async () => (await find()).kind === "found");
  else assert.match((await find()).kind, /^not_(charged|found)$/);
}

for (const fault of faults) {
  const { timeoutMs } = fault.startsWith("timeout") ? { timeoutMs: 300 } : call;

  test(`${fault}: a charge is unknown until it is looked up by its key`, async () => {
    const { connector, withFault } = rig;
    const outcome = await withFault(fault, () => connector.direct.authorize(request(fault), { timeoutMs }));
    assert.equal(outcome.kind, "unknown");
    const find = (ms: number) => connector.findCharge(chargeWithKey(fault), { timeoutMs: ms });
    assert.equal((await withFault(fault, () => find(timeoutMs))).kind, "unknown");
    await findsAsExpected(fault, () => find(call.timeoutMs));
  });

  test(`${fault}: captures, voids and refunds are unknown, happen once, and are found by their keys`, async () => {
    const { connector, withFault, logOf } = rig;
    const session = `${fault}-movements`;
    const pspReference = await approve(connector, session, undefined, { capture: "manual" });
    const charge = chargeWithReference(pspReference);
    const moved = { charge, currency: "EUR" };
    const capture = { ...moved, idempotencyKey: `${session}-capture`, amount: 2000, final: false };
    const release = { charge, idempotencyKey: `${session}-void` };
    const refund = { ...moved, idempotencyKey: `${session}-refund`, amount: 500 };
    for (const [kind, move, key, amount] of [
      [
        "capture",
        (ms: number) => connector.capture(capture, { timeoutMs: ms }),
        capture.idempotencyKey,
        capture.amount,
      ],
      ["void", (ms: number) => connector.void(release, { timeoutMs: ms }), release.idempotencyKey, null],
      [
        "refund",
        (ms: number) => connector.refund(refund, { timeoutMs: ms }),
        refund.idempotencyKey,
        refund.amount,
      ],
    ] as const) {
      assert.equal((await withFault(fault, () => move(timeoutMs))).kind, "unknown");
      const find = (ms: number) =>
        connector.findMovement(
          { charge: { ...charge, pspReference: null }, idempotencyKey: key, kind, amount },
          { timeoutMs: ms },
        );
      assert.equal((await withFault(fault, () => find(timeoutMs))).kind, "unknown");
      await findsAsExpected(fault, () => find(call.timeoutMs));
      assert.equal((await move(call.timeoutMs)).kind, "succeeded");
    }
    assert.deepEqual(await logOf(session), ["authorize 2599", "capture 2000", "void 599", "refund 500"]);
  });

  test(`${fault}: lists, disputes and clocks are unknown`, async () => {
    const { connector, withFault } = rig;
    const when = { account, changedAfter: "2026-01-01T00:00:00Z", cursor: null };
    const clock = { id: "clk_1", now: "2030-01-01T00:00:00Z" };
    const dispute = { account, pspReference: "spd_1", idempotencyKey: `${fault}-dispute` };
    const kinds = await withFault(fault, () =>
      Promise.all([
        connector.listCharges(when, { timeoutMs }),
        connector.disputes.find(dispute, { timeoutMs }),
        connector.disputes.submitEvidence({ ...dispute, texts: {}, files: [] }, { timeoutMs }),
        connector.disputes.accept(dispute, { timeoutMs }),
        connector.clocks?.nextDue({ account, clock: clock.id, until: clock.now }, { timeoutMs }),
        connector.clocks?.set({ account, clock }, { timeoutMs }),
      ]),
    );
    // The unknown dispute is a 404, which would be `refused` if the fault didn't make it unreadable.
    assert.deepEqual(new Set(kinds.map((outcome) => outcome?.kind)), new Set(["unknown"]));
  });
}

test("a card with a movement fault breaks only the first answer for each key", async () => {
  const { connector, logOf } = rig;
  const reference = await approve(connector, "answers-500", "4200000000000638");
  const charge = chargeWithReference(reference);
  const refund = { charge, currency: "EUR", amount: 100, idempotencyKey: "r-500" };
  assert.equal((await connector.refund(refund, call)).kind, "unknown");
  assert.equal((await connector.refund(refund, call)).kind, "succeeded");
  const silent = {
    ...refund,
    charge: chargeWithReference(await approve(connector, "silent-moves", "4200000000000620")),
  };
  const outcome = await connector.refund({ ...silent, idempotencyKey: "r-silent" }, { timeoutMs: 300 });
  assert.equal(outcome.kind, "unknown");
  const found = await connector.findMovement(
    { charge: chargeWithKey("silent-moves"), idempotencyKey: "r-silent", kind: "refund", amount: 100 },
    call,
  );
  assert.ok(found.kind === "found" && found.outcome.kind === "succeeded");
  assert.deepEqual(await logOf("answers-500"), ["authorize 2599 captured", "refund 100"]);
});

test("accepts the PSP's notification and returns the charge that it is about", async () => {
  const pending = await rig.connector.direct.authorize(request("pending", "4200000000000109"), call);
  assert.ok(pending.kind === "pending");
  const notification = await eventually(async () => rig.notifications[0]);
  assert.ok(notification.kind === "accepted");
  assert.deepEqual(notification.about, [{ kind: "charge", charge: { idempotencyKey: "pending" } }]);
});

test("the outcome is unknown when the PSP is down, slow, redirects, or sends an endless body", async () => {
  const behaviours: Record<string, RequestListener> = {
    endless: (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, " ");
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", write);
      write();
    },
    dripping: (_request, response) => {
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    },
    redirecting: (_request, response) =>
      void response.writeHead(307, { location: `${rig.psp.url}/charges` }).end(),
    broken: (request) => void request.socket.destroy(),
  };
  for (const [name, behaviour] of Object.entries(behaviours)) {
    const server = await listen(behaviour);
    const faulty = createSandboxConnector({ baseUrl: urlOf(server), secretKey: testSecretKey });
    const outcome = await faulty.direct.authorize(request(name), { timeoutMs: 400 });
    assert.equal(outcome.kind, "unknown", name);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const down = await faulty.direct.authorize(request(name), call);
    assert.deepEqual(down, { kind: "unknown", detail: "the connection failed (ECONNREFUSED)" });
  }
});

test("reads a page of charges of 8 MiB", async (t) => {
  const page = `{"object":"list","data":[],"next":null${" ".repeat(8 * 1024 * 1024)}}`;
  const server = await listen((_request, response) => void response.end(page));
  t.after(() => server.close());
  const connector = createSandboxConnector({ baseUrl: urlOf(server), secretKey: testSecretKey });
  const listed = await connector.listCharges(
    { account, changedAfter: "2026-01-01T00:00:00Z", cursor: null },
    call,
  );
  assert.deepEqual(listed, { kind: "page", charges: [], next: null });
});

test("refuses a live account, and doesn't start with an empty secret key", async () => {
  const live = { ...account, mode: "live" as const };
  await assert.rejects(
    rig.connector.direct.authorize(request("live", undefined, { account: live }), call),
    /live account/,
  );
  assert.throws(() => createSandboxConnector({ baseUrl: rig.psp.url, secretKey: "" }), /secret key/);
});

const accountsOf = (routes: readonly ConnectorRoute[]) => routes.map((route) => route.account);

test("the registry has a sandbox connector and none for live mode", async () => {
  const registry = createConnectorRegistry({ sandbox: { baseUrl: rig.psp.url, secretKey: testSecretKey } });
  const routes = await registry.routesForNewCharges({ tenantId: 1, mode: "sandbox" });
  assert.deepEqual(
    routes.map((route) => [route.connector.name, route.account]),
    [["sandbox", account]],
  );
  assert.deepEqual(await registry.routesForNewCharges({ tenantId: 1, mode: "live" }), []);
  assert.deepEqual(accountsOf(await registry.routesOfNotification("sandbox", "0000001_sandbox")), [account]);
  assert.deepEqual(await registry.routesOfNotification("sandbox", "0000001_live"), []);
  assert.deepEqual(await registry.routesOfNotification("stripe", "0000001_sandbox"), []);
});

test("new charges use the configured account, and the first account can still be reached", async () => {
  const sandbox = { baseUrl: rig.psp.url, secretKey: testSecretKey };
  const scope = { tenantId: 1, mode: "sandbox" } as const;
  const registry = createConnectorRegistry({ sandbox, sandboxAccountNumbers: [2] });
  const [second, ...others] = accountsOf(await registry.routesForNewCharges(scope));
  assert.deepEqual(others, []);
  assert.equal(second?.settings.account, "00000012_sandbox");
  assert.notEqual(second.id, account.id);
  assert.deepEqual(accountsOf(await registry.allRoutes(scope)), [account, second]);
  assert.deepEqual((await registry.routeForAccount(scope, account.id))?.account, account);
  assert.equal(await registry.routeForAccount({ tenantId: 2, mode: "sandbox" }, account.id), undefined);
  assert.deepEqual(accountsOf(await registry.routesOfNotification("sandbox", "00000012_sandbox")), [second]);
  assert.deepEqual(await registry.routesOfNotification("sandbox", "00000011_sandbox"), []);
});

test("a process that still uses the first account reaches charges that others made at the second", async () => {
  const sandbox = { baseUrl: rig.psp.url, secretKey: testSecretKey };
  const scope = { tenantId: 1, mode: "sandbox" } as const;
  const others = createConnectorRegistry({ sandbox, sandboxAccountNumbers: [2] });
  const [second] = accountsOf(await others.routesForNewCharges(scope));
  assert.ok(second);
  const known = await createConnectorRegistry({ sandbox }).routeForAccount(scope, second.id);
  assert.deepEqual(known?.account, second);
});
