import assert from "node:assert/strict";
import { test } from "node:test";
import formbody from "@fastify/formbody";
import Fastify from "fastify";
import { useTestDatabase } from "../../test/support/database.ts";
import { sandboxPspRoutes } from "./routes.ts";
import { accountSecret } from "./secrets.ts";
import { chargeBody, startTestPsp, testAccount, testSecretKey } from "./test-support.ts";

const db = useTestDatabase();

test("the app that mounts the PSP doesn't change its parsing, validation or errors", async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  await app.register(formbody);
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, async () => "the app's own parser");
  app.setValidatorCompiler(() => () => ({ error: new Error("the app's own validation") }));
  app.setErrorHandler((_error, _request, reply) => reply.code(418).send("the app's own error"));
  const publicUrl = () => "https://pay.example/sandbox-psp";
  const deps = { database: db.database, secretKey: testSecretKey, publicUrl };
  await app.register(sandboxPspRoutes(deps), { prefix: "/sandbox-psp" });

  const headers = {
    authorization: `Bearer ${accountSecret(testSecretKey, testAccount)}`,
    "sandbox-account": testAccount,
    "idempotency-key": "mounted",
  };
  const post = (payload: object) =>
    app.inject({ method: "POST", url: "/sandbox-psp/charges", headers, payload });
  const refused = await post({});
  assert.deepEqual([refused.statusCode, refused.json().error.code], [400, "invalid_request"]);
  const charged = await post(chargeBody("4000000000003220"));
  const { actionUrl } = charged.json<{ actionUrl: string }>();
  assert.ok(actionUrl.startsWith(publicUrl()));

  const url = new URL(actionUrl).pathname;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const odd = await app.inject({ method: "POST", url, headers: form, payload: "choice=perhaps" });
  assert.deepEqual([odd.statusCode, odd.headers["content-type"]], [400, "text/html; charset=utf-8"]);
  const chosen = await app.inject({ method: "POST", url, headers: form, payload: "choice=complete" });
  assert.deepEqual(
    [chosen.statusCode, chosen.headers.location],
    [303, "https://shop.example/return?attempt=1"],
  );
});

test("the standalone PSP sends no-store, nosniff and HSTS headers on every answer", async (t) => {
  const psp = await startTestPsp({ publicUrl: "https://psp.example/sandbox-psp" });
  t.after(() => psp.close());
  for (const where of ["/charges/none", "/pages/none", "/nowhere", "/../elsewhere"]) {
    const { headers } = await psp.call(where);
    assert.match(headers.get("cache-control") ?? "", /no-store/, where);
    assert.equal(headers.get("x-content-type-options"), "nosniff", where);
    assert.equal(headers.get("strict-transport-security"), "max-age=31536000", where);
  }
});

test("the API and the page answer 503 while PostgreSQL is unreachable", async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  const refuse = async () => {
    throw new Error("timeout exceeded when trying to connect");
  };
  const deps = { database: { inSandboxPsp: refuse }, secretKey: testSecretKey, publicUrl: () => "" };
  await app.register(sandboxPspRoutes(deps));
  const headers = {
    authorization: `Bearer ${accountSecret(testSecretKey, testAccount)}`,
    "sandbox-account": testAccount,
  };
  const found = await app.inject({ url: "/charges?idempotencyKey=x", headers });
  assert.deepEqual([found.statusCode, found.json().error.code], [503, "unavailable"]);
  const page = await app.inject({ url: "/challenges/sph_x" });
  assert.deepEqual([page.statusCode, page.body.includes("Reload this page")], [503, true]);
});

test("refuses to start with an empty or short secret key", () => {
  const deps = { database: { inSandboxPsp: db.database.inSandboxPsp }, publicUrl: () => "" };
  assert.throws(() => sandboxPspRoutes({ ...deps, secretKey: "" }), /secret key/);
});
