import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import type { HTTPMethods } from "fastify";
import { pino } from "pino";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { openTestKeyring } from "../../test/support/keyring.ts";
import { type App, makeApp } from "../app.ts";
import { readConfig } from "../config.ts";

let db: TestDatabase;
let app: App;
const routes: { method: HTTPMethods; url: string }[] = [];
before(async () => {
  db = await openTestDatabase();
  const config = readConfig({ KASSA_PUBLIC_URL: "https://pay.example", KASSA_METRICS_PORT: "off" });
  const logger = pino({ level: "silent" });
  app = makeApp({ config, settings: db.settings, keyring: await openTestKeyring(db.database), logger });
  app.server.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each as HTTPMethods, url });
  });
  await app.server.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => {
  await app.server.close();
  await app.database.close();
  await db.close();
});

/** Cacheable answers: the same for everybody, and without personal data. */
const mayBeKept = /^\/(?:docs(?:\.md)?|openapi\.json|assets|pay\/assets|\.well-known)(?:\/|$)/;

test("every route sends nosniff, HSTS, a policy and no-referrer, and forbids caching", async () => {
  assert.ok(routes.length > 60);
  const asked = [
    ...routes.map(({ method, url }) => ({ method, url: url.replace(/:\w+|\*/g, "x") })),
    { method: "GET", url: "/nowhere" },
    { method: "GET", url: "/%zz" },
    { method: "DELETE", url: "/api/payments" },
    { method: "GET", url: "/api/payments?key=sk_x" },
  ] as const;
  for (const { method, url } of asked) {
    for (const host of ["pay.example", "other.example"]) {
      const { headers, statusCode } = await app.server.inject({
        method: method as "GET",
        url,
        headers: { host },
      });
      const answer = `${method} ${url} at ${host}: ${statusCode}`;
      assert.equal(headers["x-content-type-options"], "nosniff", answer);
      assert.equal(headers["strict-transport-security"], "max-age=31536000", answer);
      const policy = String(headers["content-security-policy"]);
      for (const directive of ["default-src 'none'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(directive), `${answer}: ${policy}`);
      assert.equal(headers["referrer-policy"], "no-referrer", answer);
      if (statusCode >= 400 || !mayBeKept.test(url))
        assert.match(String(headers["cache-control"]), /no-store/, answer);
    }
  }
});

test("answers on the bare socket send the same headers", async () => {
  const { port } = app.server.server.address() as AddressInfo;
  for (const request of [
    "BREW / HTTP/1.1\r\nHost: pay.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: pay.example\r\nExpect: x\r\n\r\n",
    "nonsense\r\n\r\n",
  ]) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.end(request);
    const answer = (await text(socket)).toLowerCase();
    for (const header of [
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      "content-security-policy: default-src 'none'",
      "strict-transport-security: ",
    ])
      assert.ok(answer.includes(header), `${request}${answer}`);
  }
});
