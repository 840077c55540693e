import assert from "node:assert/strict";
import { test } from "node:test";
import { optionalFields, sessionBody, sessionsPath } from "../../test/api/support.ts";
import type { JsonBody } from "../../test/support/app.ts";
import { until } from "../../test/support/until.ts";
import { addAuthenticator, join, usePeopleApp, type Visitor } from "../people/test-support.ts";

let owner: Visitor;
const kassa = usePeopleApp({}, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
});

const at = (mode = "sandbox") => ({ "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": mode });
const list = async (query = "", mode = "sandbox", who = owner): Promise<JsonBody> =>
  (await who.get(`/dashboard/api/requests?limit=100&${query}`, at(mode))).body;

/** Lines are stored soon after their answers. Asked of the database, because the API limits how often a person may ask. */
const areStored = (answers: readonly { readonly headers: Headers }[]): Promise<unknown> =>
  until(async () => {
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    const [found] = await kassa.db.sql<{ count: string }>(
      "SELECT count(*) FROM request_log WHERE request_id = ANY ($1::text[])",
      [ids],
    );
    return Number(found?.count) === ids.length;
  }, "the lines are stored");

const linesOfTenant = () =>
  kassa.db.sql("SELECT * FROM request_log WHERE tenant_id = $1", [kassa.tenant.tenant.tenantId]);

/** The line of an answer, once it is stored. */
async function lineOf(answer: { readonly headers: Headers }, mode = "sandbox"): Promise<JsonBody> {
  await areStored([answer]);
  const requestId = answer.headers.get("x-request-id");
  const { id } = (await list("", mode)).data.find((each: JsonBody) => each.requestId === requestId);
  return (await owner.get(`/dashboard/api/requests/${id}`, at(mode))).body;
}

test("a request is kept with its answer, as far as neither is about a person", async () => {
  const answer = await kassa.call("POST", sessionsPath, {
    body: sessionBody({
      customerEmail: "rosa@customer.example",
      metadata: { order: "Rosa's birthday", n: "7" },
    }),
    headers: { "idempotency-key": "order-1042", "user-agent": "shop/2.1" },
  });
  const line = await lineOf(answer);
  assert.deepEqual(
    [line.method, line.path, line.status, line.idempotencyKey, line.userAgent, line.errorCode, line.mode],
    ["POST", sessionsPath, 200, "order-1042", "shop/2.1", null, "sandbox"],
  );
  assert.match(line.key, /^key_sandbox_/);
  assert.ok(line.durationMs >= 0 && line.ip !== "");
  const sent = JSON.parse(line.requestBody);
  assert.deepEqual(
    [sent.customerEmail, sent.amount, sent.currency],
    ["[redacted]", answer.body.amount, "EUR"],
  );
  assert.deepEqual(sent.metadata, { order: "[redacted]", n: "[redacted]" });
  const got = JSON.parse(line.responseBody);
  assert.deepEqual([got.id, got.status, got.createdAt], [answer.body.id, "open", answer.body.createdAt]);
  assert.deepEqual([got.url, got.customerEmail], ["[redacted]", "[redacted]"]);
});

test("nothing that a person sends in any field of a session, or in its place, gets into the table", async () => {
  const personal = "Rosa Maria Personal 4111";
  const email = "rosa.personal@customer.example";
  const filled = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") return /mail/i.test(name) ? email : personal;
    if (Array.isArray(value)) return value.map((each) => filled(each, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, key)]));
  };
  const whole = sessionBody(optionalFields) as JsonBody;
  const answers = [await kassa.call("POST", sessionsPath, { body: filled(whole) })];
  for (const name of Object.keys(whole))
    answers.push(
      await kassa.call("POST", sessionsPath, { body: { ...whole, [name]: filled(whole[name], name) } }),
    );
  const named = { ...whole, [email]: personal, "Rosa Maria Personal": 1, phone: 4_917_012_345_678 };
  answers.push(await kassa.call("POST", sessionsPath, { body: named }));
  for (const query of [`customerEmail=${email}`, `search=${encodeURIComponent(personal)}`, `${email}=1`])
    answers.push(await kassa.call("GET", `/api/payments?${query}`));
  answers.push(await kassa.call("GET", `/api/payments/${encodeURIComponent(personal)}`));
  answers.push(
    await kassa.call("GET", `${sessionsPath}?limit=1`, { headers: { "user-agent": `app ${email}` } }),
  );
  await areStored(answers);
  const stored = await linesOfTenant();
  assert.ok(stored.length >= answers.length);
  assert.doesNotMatch(JSON.stringify(stored), /rosa(?!@customer.example\b)|personal|4111|4917012345678/i);
  assert.ok(answers.some(({ status }) => status === 400) && answers.some(({ status }) => status === 200));
});

test("secrets, keys and what goes to credentials aren't kept", async () => {
  const endpoint = await kassa.call("POST", "/api/webhook-endpoints", {
    body: { url: "https://shop.example/hook" },
  });
  const made = await lineOf(endpoint);
  const { secret } = endpoint.body;
  assert.match(secret, /^whsec_/);
  assert.equal(JSON.parse(made.responseBody).secret, "[redacted]");
  const body = { connector: "stripe", label: "Shop", credentials: { apiKey: "sk_live_wrong" } };
  const refused = await lineOf(await kassa.call("POST", "/api/connector-accounts", { body }));
  assert.deepEqual([refused.status, refused.requestBody, refused.responseBody], [400, null, null]);
  const stored = JSON.stringify(await linesOfTenant());
  assert.ok(!stored.includes(secret) && !stored.includes("sk_live_wrong"));
  assert.ok(!stored.includes(kassa.tenant.keys.sandbox.secret));
});

test("a failed request says why, with a pointer to the field", async () => {
  const line = await lineOf(await kassa.call("POST", sessionsPath, { body: sessionBody({ amount: -1 }) }));
  const problem = JSON.parse(line.responseBody);
  assert.deepEqual(
    [line.status, line.errorCode, problem.code, problem.param, problem.requestId],
    [400, "amount_invalid", "amount_invalid", "/amount", line.requestId],
  );
  assert.match(problem.docUrl, /#amount_invalid$/);
  const cut = await kassa.call("POST", sessionsPath, {
    body: { ...sessionBody(), items: Array.from({ length: 2_000 }, () => ({ amount: 1 })) },
  });
  const { requestBody } = await lineOf(cut);
  assert.ok(requestBody.length <= 8_200 && requestBody.endsWith("…"));
});

test("lists filter by status, method, path and key, and page by cursor", async () => {
  const { id } = (await kassa.call("POST", sessionsPath, { body: sessionBody() })).body;
  const read = await lineOf(await kassa.call("GET", `${sessionsPath}/${id}`));
  assert.deepEqual([read.path, read.requestBody, read.responseBody], [`${sessionsPath}/${id}`, null, null]);
  const failed = await list("status=failed");
  assert.ok(failed.data.length > 0 && failed.data.every(({ status }: JsonBody) => status >= 400));
  const reads = await list(`method=GET&path=${sessionsPath}/${id}&key=${read.key}`);
  assert.deepEqual(
    reads.data.map((each: JsonBody) => each.id),
    [read.id],
  );
  assert.deepEqual((await list("key=key_sandbox_other")).data, []);
  const first = (await owner.get("/dashboard/api/requests?limit=1", at())).body;
  const next = (await owner.get(`/dashboard/api/requests?limit=1&startingAfter=${first.data[0].id}`, at()))
    .body;
  assert.ok(first.hasMore && next.data[0].id < first.data[0].id);
});

test("in live mode successful reads aren't kept, and bodies only of failures; other tenants and roles see nothing", async () => {
  const key = kassa.tenant.keys.live.secret;
  await addAuthenticator(owner);
  const reading = await kassa.call("GET", sessionsPath, { key });
  assert.equal(reading.status, 200);
  const made = await lineOf(await kassa.call("POST", sessionsPath, { key, body: sessionBody() }), "live");
  assert.deepEqual([made.status, made.requestBody, made.responseBody], [200, null, null]);
  const refused = await lineOf(await kassa.call("POST", sessionsPath, { key, body: { amount: 0 } }), "live");
  assert.ok(refused.requestBody !== null && refused.responseBody !== null);
  assert.equal((await list("method=GET", "live")).data.length, 0);
  assert.equal(
    (await owner.get(`/dashboard/api/requests/${made.id}`, at())).status,
    404,
    "of the other mode",
  );
  const invited = await owner.post(
    "/dashboard/api/team/invitations",
    { email: "s@shop.example", role: "support" },
    at(),
  );
  const support = kassa.visit();
  await join(support, new URL(invited.body.link).hash.slice(1), "s@shop.example");
  assert.equal((await support.get("/dashboard/api/requests", at())).body.code, "role_forbids");
  assert.equal((await kassa.visit().get("/dashboard/api/requests", at())).status, 401);
});
