import assert from "node:assert/strict";
import { test } from "node:test";
import type { RouteOptions } from "fastify";
import { pino } from "pino";
import { makeApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createKey } from "../../src/tenants/create-key.ts";
import { type Resource, resources, type Scope } from "../../src/tenants/scopes.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { assertProblem } from "./support.ts";

/**
 * Calls every API route with keys for everything but its scope, and with keys for its scope only. The routes come from
 * the server, so new ones are included.
 */
const kassa = useTestApp({}, async () => {
  for (const resource of resources) {
    await addKey(`${resource}:read`, [`${resource}:read`]);
    await addKey(`${resource}:write`, [`${resource}:write`]);
    const others = resources.filter((other) => other !== resource);
    await addKey(
      `all but ${resource}`,
      others.map((other): Scope => `${other}:write`),
    );
  }
});
const keys = new Map<string, string>();

async function addKey(name: string, scopes: Scope[]): Promise<void> {
  const owner = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  const made = await createKey({ database: kassa.db.database, keyring: kassa.keyring }, { ...owner, scopes });
  assert.ok(made.ok);
  keys.set(name, made.value.secret);
}

/** The routes that are called with an API key. */
async function keyedRoutes(): Promise<RouteOptions[]> {
  const app = makeApp({
    config: readConfig({ PORT: "0" }),
    settings: kassa.db.settings,
    keyring: kassa.keyring,
    logger: pino({ level: "silent" }),
  });
  const routes: RouteOptions[] = [];
  app.server.addHook("onRoute", (route) => void routes.push(route));
  await app.server.ready();
  await app.server.close();
  return routes.filter(({ url }) => url.startsWith("/api/") && !url.startsWith("/api/notifications/"));
}

/** Makes and deletes files of what the scope may read. */
const makesCopies = /^\/api\/exports/;

test("every operation needs its scope, and no other", async () => {
  const routes = await keyedRoutes();
  assert.ok(routes.length >= 30, "the server's routes are found");
  for (const route of routes) {
    const scope = route.config?.scope;
    assert.ok(scope, `${route.url} names no scope`);
    const [resource, access]: readonly [Resource, "read" | "write"] = scope;
    for (const method of [route.method].flat()) {
      if (method === "HEAD") continue;
      const place = `${method} ${route.url}`;
      const reads = method === "GET" || makesCopies.test(route.url);
      assert.equal(access === "read", reads, `${place} needs ${access}`);
      const call = (name: string) =>
        kassa.call(method, route.url.replace(/:[a-zA-Z]+/g, "nothing"), { key: keys.get(name) ?? "" });
      assertProblem(await call(`all but ${resource}`), "scope_missing", undefined, place);
      const reading = await call(`${resource}:read`);
      if (access === "write") assertProblem(reading, "scope_missing", undefined, place);
      else assert.notEqual(reading.status, 403, `${place} ${reading.text}`);
      const writing = await call(`${resource}:write`);
      assert.ok(![401, 403].includes(writing.status), `${place} ${writing.text}`);
    }
  }
});
