import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { present } from "../kernel/assert.ts";
import { HostResolver, type Lookup } from "../kernel/host-resolver.ts";
import type { AccountInput, CheckOutcome } from "./kind.ts";
import { connectorKinds, findKind } from "./kinds.ts";
import { connectorNames } from "./names.ts";
import { makePspClients } from "./psp-client.ts";

type Seen = { readonly line: string; readonly headers: IncomingMessage["headers"]; readonly body: string };

type Answer = { readonly status: number; readonly body?: unknown; readonly raw?: string };
/** Answers by "METHOD /path"; what isn't there is 404. */
let answers: Readonly<Record<string, Answer>> = {};
let seen: Seen[] = [];
let server: Server;
let url = "";
before(async () => {
  server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    seen.push({ line, headers: request.headers, body: await text(request) });
    const answer: Answer = answers[line] ?? { status: 404 };
    const { status, body = {}, raw } = answer;
    response.writeHead(status, { "content-type": "application/json" }).end(raw ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => new Promise((resolve) => server.close(resolve)));

const mollieKey = `live_${"a".repeat(35)}`;
const organizationToken = `access_${"b".repeat(30)}`;
const accounts: Readonly<Record<string, AccountInput>> = {
  stripe: { mode: "live", settings: {}, credentials: { apiKey: "rk_live_0123456789abcdef" } },
  mollie: { mode: "live", settings: {}, credentials: { apiKey: mollieKey, organizationToken } },
  paypal: {
    mode: "sandbox",
    settings: {},
    credentials: { clientId: "c".repeat(80), clientSecret: "s".repeat(80), webhookId: "0EH40505U7160970P" },
  },
  adyen: {
    mode: "live",
    settings: { merchantAccount: "ShopECOM", liveUrlPrefix: "1797a841fbb37ca7-Shop" },
    credentials: { apiKey: `AQE${"x".repeat(100)}` },
  },
};

async function check(name: string, given: Readonly<Record<string, Answer>>): Promise<CheckOutcome> {
  answers = given;
  seen = [];
  const kind = present(findKind(name), name);
  const psps = makePspClients({ resolver: new HostResolver(), urls: { [name]: url }, timeoutMs: 2_000 });
  return kind.check(present(accounts[name], name), psps(name));
}

const stripeList = "GET /v1/checkout/sessions?limit=1";
const token = "POST /v1/oauth2/token";
const webhook = "GET /v1/notifications/webhooks/0EH40505U7160970P";
const methods = "POST /v72/paymentMethods";
const profile = "GET /v2/profiles/me";
const balances = "GET /v2/balances?limit=1";
const settlements = "GET /v2/settlements?limit=1";
const granted = { status: 200, body: { access_token: "A21AAFEpH4PsADK7qSS7" } };

test("names.ts has the name of each kind, in the same order", () => {
  assert.deepEqual(
    connectorKinds.map(({ name }) => name),
    connectorNames,
  );
});

test("stripe: a restricted key that can't read the account is valid, and its account is unknown", async () => {
  const outcome = await check("stripe", {
    [stripeList]: { status: 200 },
    "GET /v1/account": { status: 403 },
  });
  assert.deepEqual(outcome, { kind: "valid", pspAccount: null });
  assert.equal(seen[0]?.headers.authorization, "Bearer rk_live_0123456789abcdef");
  assert.equal(seen[0]?.headers["stripe-version"], "2026-08-26.dahlia");
});

test("mollie: valid with the profile as its account; a refused organization token is named", async () => {
  const readable = { [balances]: { status: 200 }, [settlements]: { status: 200 } };
  const valid = { [profile]: { status: 200, body: { id: "pfl_1" } }, ...readable };
  assert.deepEqual(await check("mollie", valid), { kind: "valid", pspAccount: "pfl_1" });
  assert.equal(seen[1]?.headers.authorization, `Bearer ${organizationToken}`);
  const refused = await check("mollie", { ...valid, [balances]: { status: 401 } });
  assert.equal(refused.kind === "refused" && refused.field, "organizationToken");
  const unable = await check("mollie", { ...valid, [settlements]: { status: 403 } });
  assert.match(unable.kind === "refused" ? unable.detail : "", /settlements\.read/);
});

test("paypal: the secret gets a token, and the webhook's id has to be one of the app's", async () => {
  const valid = { [token]: granted, [webhook]: { status: 200 } };
  assert.equal((await check("paypal", valid)).kind, "valid");
  const basic = Buffer.from(`${"c".repeat(80)}:${"s".repeat(80)}`).toString("base64");
  assert.equal(seen[0]?.headers.authorization, `Basic ${basic}`);
  assert.equal(seen[0]?.body, "grant_type=client_credentials");
  const refused = await check("paypal", { [token]: granted });
  assert.equal(refused.kind === "refused" && refused.field, "webhookId");
  const answered = (status: number) => check("paypal", { [token]: granted, [webhook]: { status } });
  const unauthorized = await answered(401);
  assert.equal(unauthorized.kind, "unknown", "the token is refused, not the webhook");
  const forbidden = await answered(403);
  assert.equal(forbidden.kind === "refused" && forbidden.field, "clientId");
});

test("adyen: valid if the key may list the payment methods of the merchant account", async () => {
  const outcome = await check("adyen", { [methods]: { status: 200 } });
  assert.deepEqual(outcome, { kind: "valid", pspAccount: "ShopECOM" });
  assert.deepEqual(JSON.parse(present(seen[0], "the request").body), { merchantAccount: "ShopECOM" });
});

const first: Readonly<Record<string, string>> = {
  stripe: stripeList,
  mollie: profile,
  paypal: token,
  adyen: methods,
};

// An account of one's own has no credentials to check.
for (const { name } of connectorKinds.filter(({ credentials }) => credentials.length > 0)) {
  const call = present(first[name], `the first call of ${name}`);

  test(`${name}: 401 and 403 are refusals, and no sentence quotes a credential`, async () => {
    for (const status of [401, 403]) {
      const outcome = await check(name, { [call]: { status } });
      assert.equal(outcome.kind, "refused", `${status}`);
      for (const secret of Object.values(present(accounts[name], name).credentials))
        assert.ok(!JSON.stringify(outcome).includes(secret));
    }
  });

  test(`${name}: 429, 5xx and an unreadable response say nothing about the credentials`, async () => {
    for (const answer of [{ status: 429 }, { status: 500 }, { status: 302 }, { status: 200, raw: "<html>" }])
      assert.equal((await check(name, { [call]: answer })).kind, "unknown", JSON.stringify(answer));
  });
}

test("a private address is refused, unless the operator set loopback", async () => {
  const request = { method: "GET", base: url, path: "/", headers: {} } as const;
  const options = { resolver: new HostResolver(), timeoutMs: 2_000 };
  const client = makePspClients({ ...options, urls: {} })("stripe");
  assert.deepEqual(await client.send(request), { kind: "no_response", detail: "the address is private" });
  const allowed = makePspClients({ ...options, urls: { stripe: `${url}/` } })("stripe");
  assert.equal((await allowed.send(request)).kind, "response");
});

test("the calls of a PSP share a connection, unless the answer before is incomplete", async (t) => {
  let connections = 0;
  const counting = createServer((request, response) => {
    if (request.url === "/cut") response.writeHead(200, { "content-length": "9" }).write("{}");
    else response.end("{}");
  });
  counting.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => counting.listen(0, "127.0.0.1", resolve));
  t.after(() => counting.close().closeAllConnections());
  const { port } = counting.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}`;
  const options = { resolver: new HostResolver(), urls: { stripe: own }, timeoutMs: 200 };
  const client = makePspClients(options)("stripe");
  const send = (path: string) => client.send({ method: "GET", base: own, path, headers: {} });
  for (const path of ["/", "/", "/"]) assert.equal((await send(path)).kind, "response");
  assert.equal(connections, 1);
  assert.equal((await send("/cut")).kind, "no_response");
  assert.equal((await send("/")).kind, "response");
  assert.equal(connections, 2);
});

/** Stops this process for a while, just after a connection attempt has begun. */
class StallingResolver extends HostResolver {
  override lookupFor(owner: string): Lookup {
    const lookup = super.lookupFor(owner);
    const stall = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    return (hostname, options, done) =>
      lookup(hostname, options, (...found) => {
        done(...found);
        setImmediate(stall);
      });
  }
}

test("a busy process gives up no address of a PSP that it is connecting to", async () => {
  const own = url.replace("127.0.0.1", "localhost");
  const options = { resolver: new StallingResolver(), urls: { stripe: own }, timeoutMs: 2_000 };
  const client = makePspClients(options)("stripe");
  const response = await client.send({ method: "GET", base: own, path: "/", headers: {} });
  assert.deepEqual(response, { kind: "response", status: 404, body: {} });
});
