import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { makeProgram } from "../../src/commands/program.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { searchRows } from "../support/search-rows.ts";
import { assertProblem } from "./support.ts";
import { exampleOf, pathsOf, withValue } from "./worst-bodies.ts";

const card = "4242 4242 4242 4242";

type Route = { readonly method: string; readonly url: string; readonly schema: JsonBody };

let kassa: TestApp;
const routes: Route[] = [];
before(async () => {
  kassa = await startTestApp({}, (server) => {
    server.addHook("onRoute", ({ method, url, schema }) => {
      for (const each of [method].flat())
        if (url.startsWith("/api/") && each !== "HEAD") routes.push({ method: each, url, schema });
    });
  });
});
after(() => kassa.close());

const addressOf = ({ url }: Route): string => url.replace(/:\w+/g, "x");

/**
 * Sends the card number in every place of every body. Returns the places that refused it by name and those that
 * accepted it.
 */
async function sendEverywhere(): Promise<{ named: string[]; accepted: string[] }> {
  const [named, accepted]: [string[], string[]] = [[], []];
  for (const route of routes.filter(({ schema }) => schema?.body?.type === "object")) {
    for (const path of pathsOf(route.schema.body)) {
      const body = path.length === 0 ? card : withValue(exampleOf(route.schema.body), path, card);
      const answer = await kassa.call(route.method, addressOf(route), { body });
      const place = `${route.method} ${route.url} /${path.join("/")}`;
      if (answer.status !== 400) accepted.push(`${place}: ${answer.status}`);
      if (answer.body.code === "pan_in_field") named.push(place);
    }
  }
  return { named, accepted };
}

test("no text of any request body accepts a card number", async () => {
  const { named, accepted } = await sendEverywhere();
  assert.deepEqual(accepted, []);
  for (const place of [
    "POST /api/checkout/sessions /description",
    "POST /api/checkout/sessions /clientReferenceId",
    "POST /api/checkout/sessions /successUrl",
    "POST /api/checkout/sessions /metadata/0",
    "POST /api/settings /displayName",
    "POST /api/settings /supportUrl",
    "POST /api/sandbox/clocks /name",
    "POST /api/webhook-endpoints /description",
    "POST /api/webhook-endpoints /url",
  ])
    assert.ok(named.includes(place), `${place} is not among\n${named.join("\n")}`);
});

test("no text of any query accepts a card number, names of uploaded files included", async () => {
  let asked = 0;
  for (const route of routes.filter(({ schema }) => schema?.querystring)) {
    for (const [name, { type, pattern, format, const: only, enum: words }] of Object.entries<JsonBody>(
      route.schema.querystring.properties,
    )) {
      const query = new URLSearchParams({ [name]: card });
      const answer = await kassa.call(route.method, `${addressOf(route)}?${query}`);
      const isFree = type === "string" && !pattern && !format && only === undefined && !words;
      if (isFree && route.method === "GET") assertProblem(answer, "pan_in_field", name);
      else assert.ok(answer.status >= 400, `${route.method} ${route.url} ${name}`);
      asked += 1;
    }
  }
  assert.ok(asked > 20);
});

test("checks field names too, and doesn't repeat the number", async () => {
  for (const name of [card, "4242.4242.4242.4242", "%34242424242424242", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"]) {
    const answer = await kassa.call("POST", "/api/checkout/sessions", {
      body: { amount: 1000, currency: "EUR", successUrl: "https://shop.example/", metadata: { [name]: "x" } },
    });
    assertProblem(answer, "pan_in_field", "/metadata");
    assert.ok(!answer.text.includes(name));
  }
});

test("no argument of a command accepts a card number", async () => {
  for (const args of [
    ["tenants", "create", "--name", `Shop ${card}`],
    ["keys", "create", "--mode", "sandbox", "--name", "4242_4242_4242_4242"],
    ["customers", "erase", "4242424242424242@shop.example"],
  ])
    await assert.rejects(makeProgram({ quiet: true }).parseAsync(["node", "kassa", ...args]), {
      message: /card number/,
      code: "kassa.card",
    });
});

test("no row holds a card number after all these requests", async () => {
  const found = await searchRows(kassa.db.sql, "4242[ ._-]?4242[ ._-]?4242");
  assert.deepEqual(
    found.filter(({ count }) => count > 0),
    [],
  );
});
