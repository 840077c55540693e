import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import { accountSecret } from "../../src/sandbox-psp/secrets.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { slowdownFactor } from "../support/reference-work.ts";
import { disputed } from "./disputing.ts";
import { authorize } from "./paying.ts";
import { makeSession } from "./support.ts";
import { bodyBytes, otherBodies, type WorstBody, worstBodies } from "./worst-bodies.ts";

/**
 * No request may block the process: any body of up to 64 KiB on any route costs at most 20 ms of CPU time, and a
 * refusal has at most 16 KiB.
 */
const budgetMs = 20;
const answerBytes = 16 * 1024;

type Route = {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  readonly url: string;
  readonly schema: JsonBody;
};

let kassa: TestApp;
const routes: Route[] = [];
const ids: Record<string, string> = {};
before(async () => {
  const withBodies = ["POST", "PATCH", "PUT", "DELETE"] as const;
  kassa = await startTestApp({ KASSA_SANDBOX_PENDING_MS: "100" }, (server) => {
    server.addHook("onRoute", ({ method, url, schema }) => {
      for (const each of withBodies)
        if ([method].flat().includes(each)) routes.push({ method: each, url, schema: schema?.body });
    });
  });
  const dispute = await disputed(kassa, "fraudulent");
  const [events, endpoint, clock] = await Promise.all([
    kassa.call("GET", "/api/events"),
    kassa.call("POST", "/api/webhook-endpoints", { body: { url: "https://203.0.113.1/" } }),
    kassa.call("POST", "/api/sandbox/clocks"),
  ]);
  ids.events = events.body.data[0].id;
  ids["webhook-endpoints"] = endpoint.body.id;
  ids.clocks = clock.body.id;
  ids.disputes = dispute.id;
  ids.payments = (await authorize(kassa)).id;
  ids.sessions = (await makeSession(kassa)).id;
  ids.pay = ids.sessions ?? "";
});
after(() => kassa.close());

/** The URL with the ids of existing objects, where there are any. */
const addressOf = (url: string): string =>
  url
    .replace(/\/([^/]+)\/:(\w+)/g, (_, thing: string) => `/${thing}/${ids[thing] ?? "x"}`)
    .replace(/:\w+/g, "x");

let requests = 0;

function headersOf({ url }: Route): Record<string, string> {
  requests += 1;
  const key = { "idempotency-key": `budget-${requests}` };
  if (!url.startsWith("/sandbox-psp/"))
    return { authorization: `Bearer ${kassa.tenant.keys.sandbox.secret}`, ...key };
  const account = "budget_sandbox";
  const secret = accountSecret(sandboxPspSecret(kassa.keyring), account);
  return { authorization: `Bearer ${secret}`, "sandbox-account": account, ...key };
}

/**
 * The CPU time of one request in this process, client included, scaled to an idle machine: the minimum of several
 * tries, because a try can include other work, such as collecting the garbage of earlier ones.
 */
async function leastCpuMs(route: Route, body: WorstBody): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 8 && least > budgetMs; tries += 1) {
    const start = process.cpuUsage();
    const answer = await kassa.app.server.inject({
      method: route.method,
      url: addressOf(route.url),
      headers: { ...headersOf(route), host: "localhost", "content-type": body.type },
      payload: body.content,
    });
    const { user, system } = process.cpuUsage(start);
    const cpuMs = (user + system) / 1_000;
    least = Math.min(least, cpuMs > budgetMs ? cpuMs / slowdownFactor() : cpuMs);
    const isProblem = answer.headers["content-type"]?.toString().includes("json") === true;
    if (answer.statusCode >= 400 && isProblem)
      assert.ok(
        answer.rawPayload.length <= answerBytes,
        `${route.url} ${body.name}: ${answer.rawPayload.length} bytes`,
      );
    assert.notEqual(answer.statusCode, 500, `${route.method} ${route.url} ${body.name}: ${answer.payload}`);
  }
  return least;
}

async function assertWithinBudget(route: Route, bodies: readonly WorstBody[]): Promise<void> {
  const overBudget: string[] = [];
  for (const body of bodies) {
    assert.ok(Buffer.byteLength(body.content) <= bodyBytes, `${body.name} has more than 64 KiB`);
    const cpuMs = await leastCpuMs(route, body);
    if (cpuMs > budgetMs)
      overBudget.push(`${route.method} ${route.url}: ${body.name}: ${cpuMs.toFixed(1)} ms`);
  }
  assert.deepEqual(overBudget, []);
}

test("finds the routes to try", () => {
  const urls = new Set(routes.map(({ url }) => url));
  for (const url of [
    "/api/checkout/sessions",
    "/api/refunds",
    "/pay/:id",
    "/page-reports/payment",
    "/sandbox-psp/charges",
  ])
    assert.ok(urls.has(url), `${url} is not among ${[...urls].join(", ")}`);
});

test("no known bad body exceeds the CPU budget on any route", async () => {
  for (const route of routes) {
    await assertWithinBudget(
      route,
      route.schema === undefined ? worstBodies(undefined) : worstBodies(route.schema),
    );
    await assertWithinBudget(route, otherBodies);
  }
});

test("no random body exceeds the CPU budget on any route", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const bodies = fc.sample(randomBody(), { numRuns: 12, seed });
  for (const route of routes) {
    await assertWithinBudget(
      route,
      bodies.map((content, index) => ({
        name: `seed ${seed}, body ${index}`,
        type: "application/json",
        content,
      })),
    );
  }
});

/** JSON of nearly 64 KiB: a list or an object with small documents as its members, as many as fit. */
function randomBody(): fc.Arbitrary<string> {
  const names = fc.constantFrom(
    "amount",
    "currency",
    "metadata",
    "lineItems",
    "texts",
    "events",
    "a",
    "é\\u0007",
    "k".repeat(190),
  );
  const scalar = fc.constantFrom(
    "1",
    "1.5",
    "-0",
    "null",
    '""',
    '"4242 4242 4242 4242"',
    '"\\u202e"',
    '"https://a.example"',
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", maxDepth: 5 },
      scalar,
      fc.array(tie("value"), { maxLength: 5 }).map((items) => `[${items.join(",")}]`),
      fc
        .uniqueArray(fc.tuple(names, tie("value")), { maxLength: 5, selector: ([name]) => name })
        .map((fields) => `{${fields.map(([name, field]) => `"${name}":${field}`).join(",")}}`),
    ),
  }));
  return fc
    .tuple(fc.array(fc.tuple(names, value), { minLength: 1, maxLength: 8 }), fc.boolean())
    .map(([fields, asList]) => {
      const parts: string[] = [];
      for (let size = 0, index = 0; size < bodyBytes - 2_000; index += 1) {
        const [name = "a", field = "1"] = fields[index % fields.length] ?? [];
        const part = asList
          ? `{"${name}":${field}}`
          : `"${index < fields.length ? name : ""}${index}":${field}`;
        size += Buffer.byteLength(part) + 1;
        if (size < bodyBytes - 100) parts.push(part);
      }
      return asList ? `{"lineItems":[${parts.join(",")}]}` : `{${parts.join(",")}}`;
    });
}
