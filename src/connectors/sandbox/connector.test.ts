import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Fault } from "../../sandbox-psp/faults.ts";
import { eventually, startTestPsp, type TestPsp, testSecretKey } from "../../sandbox-psp/test-support.ts";
import type { AuthorizeRequest, Connector, NotificationOutcome } from "../contract.ts";
import { createConnectorRegistry } from "../registry.ts";
import { sandboxAccount } from "./accounts.ts";
import { createSandboxConnector } from "./connector.ts";

const account = sandboxAccount(1);
const call = { timeoutMs: 3_000 };
let fault: Fault | undefined;
let psp: TestPsp;
let connector: Connector;
let receiver: Server;
const notifications: NotificationOutcome[] = [];

before(async () => {
  receiver = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const rawBody = Buffer.concat(chunks);
    notifications.push(
      connector.parseNotification({ account, headers: request.headers, rawBody, nowMs: Date.now() }),
    );
    response.end();
  });
  const notificationUrl = () => urlOf(receiver);
  psp = await startTestPsp({ faults: () => fault, pendingMs: 50, notificationUrl });
  connector = createSandboxConnector({ baseUrl: psp.url, secretKey: testSecretKey });
});
after(async () => {
  await psp.close();
  receiver.closeAllConnections();
  receiver.close();
});

async function listen(handler: RequestListener): Promise<Server> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function request(
  idempotencyKey: string,
  number = "4242424242424242",
  changes: Partial<AuthorizeRequest> = {},
) {
  return {
    account,
    idempotencyKey,
    session: "cs_sandbox_1",
    amount: 2599,
    currency: "EUR",
    capture: "automatic" as const,
    method: { type: "card" as const, number, expiryMonth: 12, expiryYear: 2099, cvc: "123" },
    returnUrl: "http://127.0.0.1:8080/return",
    locale: null,
    description: null,
    ...changes,
  };
}

async function withFault<Value>(name: Fault, work: () => Promise<Value>): Promise<Value> {
  fault = name;
  try {
    return await work();
  } finally {
    fault = undefined;
  }
}

test("authorize says what came of it, and findByKey says it again", async () => {
  const approved = await connector.authorize(request("approved"), call);
  assert.ok(approved.kind === "approved");
  assert.deepEqual([approved.amount, approved.currency, approved.captured], [2599, "EUR", true]);
  const found = await connector.findByKey({ account, idempotencyKey: "approved" }, call);
  assert.deepEqual(found, { kind: "found", outcome: approved });

  const declined = await connector.authorize(request("declined", "4000000000009995"), call);
  assert.ok(declined.kind === "declined");
  assert.equal(declined.reason, "insufficient_funds");
  const challenged = await connector.authorize(request("challenged", "4000000000003220"), call);
  assert.ok(challenged.kind === "action_required");
  assert.ok(challenged.redirectUrl.startsWith(`${psp.url}/challenges/`));
  const refused = await connector.authorize(request("refused", "4111111111111111"), call);
  assert.deepEqual(refused, { kind: "declined", pspReference: null, reason: "processing_error" });
  const absent = await connector.findByKey({ account, idempotencyKey: "absent" }, call);
  assert.deepEqual(absent, { kind: "not_found" });
});

test("a charge whose answer never arrives is unknown, then found approved", async () => {
  const outcome = await connector.authorize(request("silent", "4200000000000307"), { timeoutMs: 500 });
  assert.deepEqual(outcome, { kind: "unknown", detail: "no answer in time" });
  const found = await connector.findByKey({ account, idempotencyKey: "silent" }, call);
  assert.ok(found.kind === "found");
  assert.equal(found.outcome.kind, "approved");
});

test("each fault makes the outcome unknown, whatever was done; asking by key tells", async () => {
  const charged: Record<Fault, boolean> = {
    timeout_before_charge: false,
    status_429: false,
    timeout_after_charge: true,
    status_500_after_charge: true,
    truncated_json: true,
  };
  for (const name of Object.keys(charged) as Fault[]) {
    const timeoutMs = name.startsWith("timeout") ? 300 : 3_000;
    const outcome = await withFault(name, () => connector.authorize(request(name), { timeoutMs }));
    assert.equal(outcome.kind, "unknown", name);
    const uncertain = await withFault(name, () =>
      connector.findByKey({ account, idempotencyKey: name }, { timeoutMs }),
    );
    assert.equal(uncertain.kind, "unknown", name);
    const found = await connector.findByKey({ account, idempotencyKey: name }, call);
    assert.equal(found.kind, charged[name] ? "found" : "not_found", name);
  }
});

test("capture, void and refund move money once a key, within what there is", async () => {
  const authorized = await connector.authorize(request("manual", undefined, { capture: "manual" }), call);
  assert.ok(authorized.kind === "approved" && !authorized.captured);
  const { pspReference } = authorized;
  const movement = { account, pspReference, currency: "EUR" };
  const first = await connector.capture({ ...movement, idempotencyKey: "capture-1", amount: 2000 }, call);
  const again = await connector.capture({ ...movement, idempotencyKey: "capture-1", amount: 2000 }, call);
  assert.equal(first.kind, "succeeded");
  assert.deepEqual(again, first);
  const excess = await connector.capture({ ...movement, idempotencyKey: "capture-2", amount: 600 }, call);
  assert.deepEqual(excess, { kind: "refused", reason: "amount_exceeds_authorized" });
  const late = await connector.void({ account, pspReference, idempotencyKey: "void-1" }, call);
  assert.deepEqual(late, { kind: "refused", reason: "charge_captured" });
  const lost = await withFault("status_500_after_charge", () =>
    connector.refund({ ...movement, idempotencyKey: "refund-1", amount: 500 }, call),
  );
  assert.equal(lost.kind, "unknown");
  const refund = await connector.refund({ ...movement, idempotencyKey: "refund-1", amount: 500 }, call);
  assert.equal(refund.kind, "succeeded");
  const rows = await psp.db.sql<{ refunded: string }>(
    "SELECT sum(amount)::text AS refunded FROM sandbox_psp.charge_log WHERE charge = $1 AND kind = 'refund'",
    [pspReference],
  );
  assert.deepEqual(rows, [{ refunded: "500" }]);
  const other = await connector.authorize(request("to-void", undefined, { capture: "manual" }), call);
  assert.ok(other.kind === "approved");
  const voided = await connector.void(
    { account, pspReference: other.pspReference, idempotencyKey: "void-2" },
    call,
  );
  assert.equal(voided.kind, "succeeded");
});

test("what the PSP's notifier sends is accepted", async () => {
  const pending = await connector.authorize(request("pending", "4200000000000109"), call);
  assert.ok(pending.kind === "pending");
  const [notification] = await eventually(async () => (notifications.length > 0 ? notifications : undefined));
  assert.ok(notification?.kind === "accepted");
  assert.equal(notification.idempotencyKey, "pending");
  const { pspReference } = pending;
  assert.deepEqual(notification.outcome, {
    kind: "approved",
    pspReference,
    amount: 2599,
    currency: "EUR",
    captured: true,
  });
});

test("a PSP that is down, endless, slow or elsewhere leaves the outcome unknown", async () => {
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
    elsewhere: (_request, response) => void response.writeHead(307, { location: `${psp.url}/charges` }).end(),
    broken: (request) => void request.socket.destroy(),
  };
  for (const [name, behaviour] of Object.entries(behaviours)) {
    const server = await listen(behaviour);
    const faulty = createSandboxConnector({ baseUrl: urlOf(server), secretKey: testSecretKey });
    const outcome = await faulty.authorize(request(name), { timeoutMs: 400 });
    assert.equal(outcome.kind, "unknown", name);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const down = await faulty.authorize(request(name), call);
    assert.deepEqual(down, { kind: "unknown", detail: "the connection failed (ECONNREFUSED)" });
  }
});

test("live and sandbox never meet, and nothing starts with a secret that can be guessed", async () => {
  const live = { ...account, mode: "live" as const };
  await assert.rejects(
    connector.authorize(request("live", undefined, { account: live }), call),
    /live account/,
  );
  assert.throws(() => createSandboxConnector({ baseUrl: psp.url, secretKey: "" }), /secret key/);
});

test("the registry knows the sandbox, and no way yet to take live money", () => {
  const registry = createConnectorRegistry({ sandbox: { baseUrl: psp.url, secretKey: testSecretKey } });
  const route = registry.connectorFor({ tenantId: 1, mode: "sandbox" });
  assert.deepEqual([route?.connector.name, route?.account], ["sandbox", account]);
  assert.equal(registry.connectorFor({ tenantId: 1, mode: "live" }), undefined);
  assert.deepEqual(registry.routeOfNotification("sandbox", "0000001_sandbox")?.account, account);
  assert.equal(registry.routeOfNotification("sandbox", "0000001_live"), undefined);
  assert.equal(registry.routeOfNotification("stripe", "0000001_sandbox"), undefined);
});
