import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWebhookTestbed, type WebhookTestbed } from "../../test/support/webhooks.ts";
import type { NewTenant } from "../tenants/create-tenant.ts";

let testbed: WebhookTestbed;
let stranger: NewTenant;
before(async () => {
  testbed = await openWebhookTestbed();
  stranger = await testbed.makeTenant();
});
after(() => testbed.close());

const url = "http://127.0.0.1:49152/hook";
const create = async (body: object = { url }) =>
  (await testbed.call("POST", "/webhook-endpoints", { body })).body;

test("200: create returns the endpoint and its secret, which no later response shows", async () => {
  const body = { url, events: ["checkout.session.completed"], description: "orders" };
  const { status, body: endpoint } = await testbed.call("POST", "/webhook-endpoints", { body });
  assert.equal(status, 200);
  assert.match(endpoint.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.match(endpoint.id, /^we_sandbox_/);
  const { secret: _secret, ...shown } = endpoint;
  assert.deepEqual(shown, {
    object: "webhook_endpoint",
    id: endpoint.id,
    mode: "sandbox",
    url,
    description: "orders",
    events: ["checkout.session.completed"],
    status: "enabled",
    statusReason: null,
    failingSince: null,
    apiVersion: "2026-11-21",
    previousSecretExpiresAt: null,
    createdAt: endpoint.createdAt,
  });
  assert.deepEqual((await testbed.call("GET", `/webhook-endpoints/${endpoint.id}`)).body, shown);
  const [stored] = await testbed.db.sql<{ found: boolean }>(
    "SELECT position($2::bytea in secret_sealed) > 0 AS found FROM webhook_endpoints WHERE id = $1",
    [endpoint.id, Buffer.from(endpoint.secret.slice(6))],
  );
  assert.equal(stored?.found, false, "the secret is sealed at rest");
});

test("200: create with an Idempotency-Key makes one endpoint, and a repeat gets the same secret", async () => {
  const request = { body: { url, description: "once" }, headers: { "idempotency-key": "endpoint-1" } };
  const first = await testbed.call("POST", "/webhook-endpoints", request);
  const second = await testbed.call("POST", "/webhook-endpoints", request);
  assert.equal(first.text, second.text);
  assert.equal(second.headers["idempotent-replayed"], "true");
});

test("400: the problem names unknown types, unknown fields, invalid and private URLs", async () => {
  const refused = async (body: object, key?: string) => {
    const answer = await testbed.call("POST", "/webhook-endpoints", { body, ...(key ? { key } : {}) });
    return [answer.status, answer.body.code, answer.body.param];
  };
  assert.deepEqual(await refused({}), [400, "parameter_missing", "/url"]);
  assert.deepEqual(await refused({ url, events: ["order.paid"] }), [400, "parameter_invalid", "/events/0"]);
  assert.deepEqual(await refused({ url, secret: "x" }), [400, "unknown_field", "/secret"]);
  assert.deepEqual(await refused({ url: "javascript:alert(1)" }), [400, "url_invalid", "/url"]);
  assert.deepEqual(await refused({ url: "http://169.254.169.254/" }), [400, "url_forbidden", "/url"]);
  assert.deepEqual(await refused({ url, description: "4242 4242 4242 4242" }), [
    400,
    "pan_in_field",
    "/description",
  ]);
  assert.deepEqual(await refused({ url, description: "a\u202eb" }), [400, "text_invalid", "/description"]);
  const live = testbed.tenant.keys.live.secret;
  assert.deepEqual(await refused({ url }, live), [400, "url_invalid", "/url"]);
  assert.deepEqual(await refused({ url: "https://127.0.0.1:8443/" }, live), [400, "url_forbidden", "/url"]);
});

test("409: the twenty-first endpoint is refused, also when many are created at once", async () => {
  const other = await testbed.makeTenant("Busy shop");
  const key = other.keys.sandbox.secret;
  const many = Array.from({ length: 25 }, () =>
    testbed.call("POST", "/webhook-endpoints", { key, body: { url } }),
  );
  const statuses = (await Promise.all(many)).map(({ status, body }) => `${status} ${body.code ?? ""}`).sort();
  assert.deepEqual(statuses, [...Array(20).fill("200 "), ...Array(5).fill("409 endpoint_limit_reached")]);
});

test("200: lists are paged newest first in both directions", async () => {
  const other = await testbed.makeTenant("Paging shop");
  const key = other.keys.sandbox.secret;
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.unshift((await testbed.call("POST", "/webhook-endpoints", { key, body: { url } })).body.id);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const page = async (query: string) => {
    const { body } = await testbed.call("GET", `/webhook-endpoints?${query}`, { key });
    return [body.object, body.data.map(({ id }: { id: string }) => id), body.hasMore];
  };
  assert.deepEqual(await page("limit=2"), ["list", made.slice(0, 2), true]);
  assert.deepEqual(await page(`limit=2&startingAfter=${made[2]}`), ["list", made.slice(3), false]);
  assert.deepEqual(await page(`limit=2&endingBefore=${made[3]}`), ["list", made.slice(1, 3), true]);
  const both = await testbed.call(
    "GET",
    `/webhook-endpoints?startingAfter=${made[0]}&endingBefore=${made[1]}`,
    { key },
  );
  assert.deepEqual([both.status, both.body.code], [400, "cursor_invalid"]);
});

test("200: update changes only the named fields; null removes the description", async () => {
  const endpoint = await create({ url, description: "a", events: ["payment.captured"] });
  const { body } = await testbed.call("POST", `/webhook-endpoints/${endpoint.id}`, {
    body: { description: null },
  });
  assert.deepEqual([body.description, body.events, body.url], [null, ["payment.captured"], url]);
  const nothing = await testbed.call("POST", `/webhook-endpoints/${endpoint.id}`, { body: {} });
  assert.equal(nothing.status, 400);
  const forbidden = await testbed.call("POST", `/webhook-endpoints/${endpoint.id}`, {
    body: { url: "http://10.0.0.1/" },
  });
  assert.deepEqual([forbidden.status, forbidden.body.code], [400, "url_forbidden"]);
});

test("200: rotating returns a new secret and the time until which the old one signs", async () => {
  const endpoint = await create();
  const { body } = await testbed.call("POST", `/webhook-endpoints/${endpoint.id}/rotate-secret`);
  assert.notEqual(body.secret, endpoint.secret);
  const days = (Date.parse(body.previousSecretExpiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days < 7.1);
});

test("200: a deleted endpoint is gone with its deliveries", async () => {
  const endpoint = await create();
  await testbed.call("POST", `/webhook-endpoints/${endpoint.id}/test`);
  const { body } = await testbed.call("DELETE", `/webhook-endpoints/${endpoint.id}`);
  assert.deepEqual(body, { object: "webhook_endpoint", id: endpoint.id, deleted: true });
  assert.equal((await testbed.call("GET", `/webhook-endpoints/${endpoint.id}`)).status, 404);
  const rows = await testbed.db.sql("SELECT FROM webhook_deliveries WHERE endpoint_id = $1", [endpoint.id]);
  assert.equal(rows.length, 0);
});

test("409: a disabled endpoint gets no test and no resend, and disabling cancels pending deliveries", async () => {
  const endpoint = await create();
  const event = await testbed.record("payment.captured");
  await testbed.call("POST", `/webhook-endpoints/${endpoint.id}`, { body: { status: "disabled" } });
  const { body } = await testbed.call("GET", `/webhook-endpoints/${endpoint.id}/deliveries`);
  assert.deepEqual(
    body.data.map(({ status }: { status: string }) => status),
    ["canceled"],
  );
  const tried = await testbed.call("POST", `/webhook-endpoints/${endpoint.id}/test`);
  assert.deepEqual([tried.status, tried.body.code], [409, "endpoint_not_enabled"]);
  const resent = await testbed.call("POST", `/events/${event.id}/resend`, {
    body: { endpoint: endpoint.id },
  });
  assert.deepEqual([resent.status, resent.body.code], [409, "endpoint_not_enabled"]);
});

test("200: an event whose delivery was canceled is resent once its endpoint is enabled, or to another endpoint", async () => {
  const endpoint = await create();
  const event = await testbed.record("payment.captured");
  const setStatus = (status: string) =>
    testbed.call("POST", `/webhook-endpoints/${endpoint.id}`, { body: { status } });
  await setStatus("disabled");
  const other = await create();
  const resend = async (body: object) =>
    (await testbed.call("POST", `/events/${event.id}/resend`, { body })).body.data;
  const [toOther, ...more] = await resend({ endpoint: other.id });
  assert.deepEqual([toOther.endpoint, toOther.event, more.length], [other.id, event.id, 0]);
  assert.equal((await setStatus("enabled")).status, 200);
  const [again] = await resend({ endpoint: endpoint.id });
  const { body } = await testbed.call("GET", `/webhook-endpoints/${endpoint.id}/deliveries`);
  assert.deepEqual(
    body.data.map(({ id, event, status }: Record<string, string>) => [id, event, status]),
    [
      [again.id, event.id, "pending"],
      [body.data[1].id, event.id, "canceled"],
    ],
  );
  // The canceled delivery stays as it is: the event has a new one.
  assert.notEqual(again.id, body.data[1].id);
});

test("200: events are listed by type, session, time and cursor, and each is shown as it is sent", async () => {
  const shop = await testbed.makeTenant("Event shop");
  const key = shop.keys.sandbox.secret;
  const first = await testbed.record("payment.authorized", { amount: 1 }, "sandbox", shop);
  await new Promise((resolve) => setTimeout(resolve, 3));
  const second = await testbed.record("payment.captured", { amount: 2 }, "sandbox", shop);
  const ids = async (query: string) =>
    (await testbed.call("GET", `/events?${query}`, { key })).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(""), [second.id, first.id]);
  assert.deepEqual(await ids("type=payment.captured"), [second.id]);
  assert.deepEqual(await ids("session=cs_sandbox_test"), [second.id, first.id]);
  assert.deepEqual(await ids("session=cs_sandbox_other"), []);
  assert.deepEqual(await ids(`createdBefore=${second.createdAt.toISOString()}`), [first.id]);
  assert.deepEqual(await ids(`createdAfter=${second.createdAt.toISOString()}`), [second.id]);
  assert.deepEqual(await ids(`startingAfter=${second.id}`), [first.id]);
  const { body } = await testbed.call("GET", `/events/${second.id}`, { key });
  assert.deepEqual(body, {
    object: "event",
    id: second.id,
    mode: "sandbox",
    type: "payment.captured",
    createdAt: second.createdAt.toISOString(),
    session: "cs_sandbox_test",
    sequence: second.sequence,
    data: { object: { amount: 2 } },
  });
});

test("404: unknown ids and ids of another tenant or mode get the same response, byte for byte", async () => {
  const endpoint = await create();
  const event = await testbed.record("payment.captured");
  const strangerKey = stranger.keys.sandbox.secret;
  const absent = (id: string) => id.slice(0, -1) + (id.endsWith("0") ? "1" : "0");
  const body = { description: "x" };
  const routes = [
    (we: string) => ["GET", `/webhook-endpoints/${we}`] as const,
    (we: string) => ["POST", `/webhook-endpoints/${we}`, { body }] as const,
    (we: string) => ["DELETE", `/webhook-endpoints/${we}`] as const,
    (we: string) => ["POST", `/webhook-endpoints/${we}/rotate-secret`] as const,
    (we: string) => ["POST", `/webhook-endpoints/${we}/test`] as const,
    (we: string) => ["GET", `/webhook-endpoints/${we}/deliveries`] as const,
    (_we: string, evt: string) => ["GET", `/events/${evt}`] as const,
    (_we: string, evt: string) => ["POST", `/events/${evt}/resend`] as const,
    (_we: string, evt: string) => ["POST", `/events/${evt}/resend`, { body: {} }] as const,
  ];
  for (const route of routes) {
    const ask = async (we: string, evt: string, key?: string) => {
      const [method, path, options] = route(we, evt);
      const { status, text } = await testbed.call(method, path, { ...options, ...(key ? { key } : {}) });
      assert.equal(status, 404, `${method} ${path}`);
      return text.replace(/req_\w+/, "");
    };
    const answers = [
      await ask(absent(endpoint.id), absent(event.id)),
      await ask("we_1", "evt_1"),
      await ask(endpoint.id, event.id, strangerKey),
      await ask(endpoint.id, event.id, testbed.tenant.keys.live.secret),
      await ask(
        endpoint.id.replace("sandbox", "live"),
        event.id.replace("sandbox", "live"),
        testbed.tenant.keys.live.secret,
      ),
    ];
    assert.equal(new Set(answers).size, 1, answers.join("\n"));
  }
  const named = await testbed.call("POST", `/events/${event.id}/resend`, {
    body: { endpoint: absent(endpoint.id) },
  });
  assert.equal(named.status, 404);
  assert.equal(
    (await testbed.call("GET", `/webhook-endpoints/${endpoint.id}`)).status,
    200,
    "the attacks changed nothing",
  );
});

test("403: a key without the scope is refused", async () => {
  const { createKey } = await import("../tenants/create-key.ts");
  const key = await createKey(
    { database: testbed.database, keyring: testbed.keyring },
    { tenantId: testbed.scope.tenantId, mode: "sandbox", scopes: ["webhook_endpoints:read", "events:read"] },
  );
  assert.ok(key.ok);
  const ask = async (method: "GET" | "POST", path: string, body?: object) =>
    (await testbed.call(method, path, { key: key.value.secret, ...(body ? { body } : {}) })).status;
  assert.equal(await ask("GET", "/webhook-endpoints"), 200);
  assert.equal(await ask("GET", "/events"), 200);
  assert.equal(await ask("POST", "/webhook-endpoints", { url }), 403);
  assert.equal(await ask("POST", "/events/evt_1/resend"), 403);
});
