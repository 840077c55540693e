import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { inspect } from "node:util";
import { Kassa, KassaConnectionError, KassaError, type KassaOptions, KassaTimeoutError } from "./index.ts";

const purchase = { amount: 2599, currency: "EUR", successUrl: "https://shop.example/thanks" };
const key = "ks_sandbox_0123456789";
const session = { id: "cs_sandbox_1" };

test("a call is retried after each failure that is safe to retry, under one idempotency key", async (t) => {
  const failures = [
    lost,
    cutShort,
    problem(408, "request_timeout"),
    problem(409, "idempotency_key_in_flight"),
    problem(429, "rate_limited"),
    problem(500, "internal_error"),
    html(502),
    problem(503, "service_unavailable"),
    html(504),
    notJson,
  ];
  const { kassa, seen } = await serve(t, [...failures, json(session)], { maxRetries: 10 });
  noBackoff(t);
  assert.equal((await kassa.checkout.sessions.create(purchase)).id, session.id);
  const keys = new Set(seen.map((headers) => headers["idempotency-key"]));
  assert.equal(seen.length, 11);
  assert.equal(keys.size, 1);
  assert.match([...keys].join(), /^[0-9a-f-]{36}$/);
});

test("two calls have different keys, and your own key is sent", async (t) => {
  const { kassa, seen } = await serve(t, [json(session), json(session), json(session)]);
  await kassa.checkout.sessions.create(purchase);
  await kassa.checkout.sessions.create(purchase);
  await kassa.checkout.sessions.create(purchase, { idempotencyKey: "order-1001", apiVersion: "2026-11-21" });
  const [first, second, third] = seen.map((headers) => headers["idempotency-key"]);
  assert.notEqual(first, second);
  assert.deepEqual([third, seen[2]?.["kassa-version"]], ["order-1001", "2026-11-21"]);
});

test("a refused call isn't retried", async (t) => {
  for (const [status, code] of [
    [400, "amount_invalid"],
    [401, "unauthorized"],
    [409, "payment_in_progress"],
    [422, "idempotency_key_reused"],
  ] as const) {
    const { kassa, seen } = await serve(t, [problem(status, code), json(session)]);
    await assert.rejects(kassa.checkout.sessions.create(purchase), { name: "KassaError", code, status });
    assert.equal(seen.length, 1);
  }
});

test("a DELETE is retried only if it wasn't carried out", async (t) => {
  const { kassa, seen } = await serve(t, [problem(429, "rate_limited"), lost, json({ deleted: true })]);
  await assert.rejects(kassa.webhookEndpoints.delete("we_1"), KassaConnectionError);
  assert.equal(seen.length, 2);
});

test("retries end, and the last failure is thrown", async (t) => {
  const { kassa, seen } = await serve(t, [lost, lost, problem(503, "service_unavailable")], {
    maxRetries: 1,
  });
  await assert.rejects(kassa.balance.get(), (error) => {
    assert.ok(error instanceof KassaConnectionError);
    assert.ok(error.cause instanceof Error);
    return true;
  });
  assert.equal(seen.length, 2);
  await assert.rejects(kassa.balance.get({ maxRetries: 0 }), { code: "service_unavailable" });
  assert.equal(seen.length, 3);
});

test("Retry-After is waited for, but not beyond the time-out", async (t) => {
  const busy = problem(429, "rate_limited", { "retry-after": "1" });
  const { kassa, seen } = await serve(t, [busy, json({}), busy], { maxRetries: 5 });
  const startedAt = performance.now();
  await kassa.balance.get();
  assert.ok(performance.now() - startedAt >= 990);
  await assert.rejects(kassa.balance.get({ timeoutMs: 900 }), { code: "rate_limited", retryAfterMs: 1_000 });
  assert.equal(seen.length, 3);
});

test("a try that takes too long is a KassaTimeoutError, which is a KassaConnectionError", async (t) => {
  let tries = 0;
  // Counted here: on a busy machine a try may be over before its request reaches the server.
  const counted: typeof fetch = (...request) => {
    tries += 1;
    return fetch(...request);
  };
  const { kassa } = await serve(t, [silent, silent], { tryTimeoutMs: 50, maxRetries: 1, fetch: counted });
  await assert.rejects(kassa.balance.get(), (error) => {
    assert.ok(error instanceof KassaTimeoutError && error instanceof KassaConnectionError);
    return error.name === "KassaTimeoutError";
  });
  assert.equal(tries, 2);
  const slow = await serve(t, [slowBody], { timeoutMs: 50 });
  await assert.rejects(slow.kassa.balance.get(), KassaTimeoutError);
});

test("the caller's signal aborts a call and the wait before a retry, with its own reason", async (t) => {
  const { kassa, seen } = await serve(t, [silent, lost]);
  const reason = new Error("the customer has left");
  const during = new AbortController();
  const call = kassa.balance.get({ signal: during.signal });
  await until(() => seen.length === 1);
  during.abort(reason);
  await assert.rejects(call, reason);
  await assert.rejects(kassa.balance.get({ signal: AbortSignal.abort(reason) }), reason);
  const waiting = new AbortController();
  const retried = kassa.balance.get({ signal: waiting.signal });
  await until(() => seen.length === 2);
  setTimeout(() => waiting.abort(reason), 100);
  await assert.rejects(retried, reason);
  assert.equal(seen.length, 2);
});

test("an error has everything of the problem", async (t) => {
  const errors = [{ code: "amount_invalid", detail: "no", param: "/amount" }];
  const more = { param: "/amount", errors, requestId: "req_1", docUrl: "https://pay.example/docs/errors" };
  const answer = (response: ServerResponse): void => {
    response.writeHead(400, { "content-type": "application/problem+json; charset=utf-8" });
    response.end(JSON.stringify({ code: "amount_invalid", detail: "no", ...more }));
  };
  const { kassa } = await serve(t, [answer]);
  await assert.rejects(kassa.balance.get(), { status: 400, code: "amount_invalid", message: "no", ...more });
});

test("another server's response is unexpected_response, and redirects aren't followed", async (t) => {
  const elsewhere = await serve(t, [json({})]);
  const redirect = (response: ServerResponse): void => {
    response.writeHead(307, { location: elsewhere.url }).end();
  };
  const { kassa } = await serve(t, [html(403), redirect]);
  await assert.rejects(kassa.balance.get(), { code: "unexpected_response", status: 403 });
  await assert.rejects(kassa.balance.get(), { code: "unexpected_response", status: 307 });
  assert.equal(elsewhere.seen.length, 0);
});

test("the key is in no error and no printed client", async (t) => {
  const { kassa } = await serve(t, [lost, problem(401, "unauthorized"), notJson], { maxRetries: 0 });
  const errors = [await failureOf(kassa), await failureOf(kassa), await failureOf(kassa)];
  assert.throws(
    () => new Kassa(`${key}\n`, { baseUrl: "https://pay.example" }),
    (error) => {
      errors.push(error);
      return error instanceof TypeError;
    },
  );
  const printed = inspect([kassa, ...errors], { depth: 20, showHidden: true, getters: true });
  assert.doesNotMatch(printed, /0123456789/);
  assert.doesNotMatch(JSON.stringify([kassa, ...errors]), /0123456789/);
});

test("a missing key, a wrong baseUrl and an empty id are TypeErrors", async (t) => {
  const baseUrl = "https://pay.example";
  // As from JavaScript, where an unset variable is passed without any type.
  assert.throws(() => new Kassa(undefined as unknown as string, { baseUrl }), TypeError);
  assert.throws(() => new Kassa("", { baseUrl }), TypeError);
  for (const wrong of ["pay.example", "ftp://pay.example", "https://user:secret@pay.example"])
    assert.throws(() => new Kassa(key, { baseUrl: wrong }), TypeError);
  const { kassa, seen } = await serve(t, []);
  // The last one as from JavaScript, too.
  for (const id of ["", ".", "..", undefined as unknown as string])
    await assert.rejects(kassa.payments.get(id), TypeError);
  assert.equal(seen.length, 0);
});

test("an id can't leave its place in the path, and baseUrl may have a path", async () => {
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    urls.push(String(url));
    return Response.json({});
  };
  const kassa = new Kassa(key, { baseUrl: "https://shop.example/kassa/", fetch });
  await kassa.payments.get("../refunds?x=1#y");
  await kassa.payments.list({ search: "a&b=c", limit: 5 });
  assert.deepEqual(urls, [
    "https://shop.example/kassa/api/payments/..%2Frefunds%3Fx%3D1%23y",
    "https://shop.example/kassa/api/payments?search=a%26b%3Dc&limit=5",
  ]);
});

test("each fetches pages one after another, and only as far as they are read", async (t) => {
  const page = (ids: string[], hasMore: boolean) =>
    json({ object: "list", data: ids.map((id) => ({ id })), hasMore });
  const { kassa, paths } = await serve(t, [
    page(["re_1", "re_2"], true),
    page(["re_3"], true),
    page([], false),
  ]);
  const seen: string[] = [];
  for await (const { id } of kassa.refunds.each({ payment: "pay_1" })) {
    seen.push(id);
    if (id === "re_3") break;
  }
  assert.deepEqual(seen, ["re_1", "re_2", "re_3"]);
  assert.deepEqual(paths, [
    "/api/refunds?limit=100&payment=pay_1",
    "/api/refunds?limit=100&payment=pay_1&startingAfter=re_2",
  ]);
});

async function failureOf(kassa: Kassa): Promise<unknown> {
  return kassa.balance.get().then(
    () => assert.fail("it must fail"),
    (error: unknown) => {
      assert.ok(error instanceof KassaError || error instanceof KassaConnectionError);
      return error;
    },
  );
}

type Answer = (response: ServerResponse) => void;

const json =
  (body: object): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/problem+json; charset=utf-8", ...headers });
    response.end(JSON.stringify({ code, detail: `It is ${code}.` }));
  };
const html =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Gateway</h1>");
  };
const lost: Answer = (response) => void response.socket?.destroy();
const silent: Answer = () => {};
const notJson: Answer = (response) => void response.writeHead(200).end('{"secret": "whsec_');
const cutShort: Answer = (response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write("{", () => response.socket?.destroy());
};
const slowBody: Answer = (response) => void response.writeHead(200).write("{");

/** A Kassa that gives these answers in turn, and a client of it. */
async function serve(
  t: TestContext,
  answers: readonly Answer[],
  options: Omit<KassaOptions, "baseUrl"> = {},
) {
  const seen: IncomingHttpHeaders[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    paths.push(request.url ?? "");
    request.resume().on("end", () => answers[seen.length - 1]?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, paths, kassa: new Kassa(key, { baseUrl: url, ...options }) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Math.random never returns 2: it makes the random part as long as the whole wait. */
function noBackoff(t: TestContext): void {
  t.mock.method(Math, "random", () => 2);
}
