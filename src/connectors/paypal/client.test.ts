import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ChargeRef } from "../contract.ts";
import type { PspRequest } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import { AccessTokens } from "./access-tokens.ts";
import { createClient } from "./client.ts";
import {
  approvedCharge,
  beginCharge,
  call,
  finish,
  found,
  type PayPalRig,
  startPayPalRig,
} from "./test-support.ts";

let rig: PayPalRig;
before(async () => {
  rig = await startPayPalRig();
});
after(() => rig.close());

const account = {
  id: "ca_1",
  tenantId: 1,
  mode: "live" as const,
  settings: { clientId: "the-client-id", clientSecret: "the-client-secret", webhookId: "the-webhook-id" },
};

/** A client of a PayPal that answers as told, and counts how often it was asked for a token. */
function clientThatGets(answers: readonly PspResponse[], granted: PspResponse = token("A21AA")) {
  const sent: PspRequest[] = [];
  const left = [...answers];
  const psp = {
    send: async (request: PspRequest): Promise<PspResponse> => {
      sent.push(request);
      if (request.path === "/v1/oauth2/token") return granted;
      return left.shift() ?? { kind: "no_response", detail: "no response in time" };
    },
  };
  const client = createClient({ psp, tokens: new AccessTokens(psp), nowMs: Date.now });
  return { sent, client, tokens: () => sent.filter(({ path }) => path === "/v1/oauth2/token").length };
}

const token = (access_token: string, expires_in = 32_400): PspResponse => ({
  kind: "response",
  status: 200,
  body: { access_token, expires_in },
});
const answer = (status: number): PspResponse => ({ kind: "response", status, body: {} });
const get = { account, method: "GET", path: "/v2/checkout/orders/1" } as const;

test("a token is asked for once, and used by calls at the same time", async () => {
  const { client, tokens } = clientThatGets([answer(200), answer(200), answer(200)]);
  await Promise.all([client(call).send(get), client(call).send(get)]);
  await client(call).send(get);
  assert.equal(tokens(), 1);
});

test("a token isn't used in its last minute, nor with other credentials", async () => {
  const ending = clientThatGets([answer(200), answer(200)], token("A21AA", 30));
  await ending.client(call).send(get);
  await ending.client(call).send(get);
  assert.equal(ending.tokens(), 2);
  const rotated = clientThatGets([answer(200), answer(200)]);
  await rotated.client(call).send(get);
  const settings = { ...account.settings, clientSecret: "another-secret" };
  await rotated.client(call).send({ ...get, account: { ...account, settings } });
  assert.equal(rotated.tokens(), 2);
});

test("a call whose token is refused is repeated once with another token", async () => {
  const { client, sent, tokens } = clientThatGets([answer(401), answer(200)]);
  assert.deepEqual(await client(call).send(get), answer(200));
  assert.deepEqual([tokens(), sent.length], [2, 4]);
  const refused = clientThatGets([answer(401), answer(401), answer(200)]);
  assert.deepEqual(await refused.client(call).send(get), answer(401));
});

test("refused credentials, and an answer without a token, are no response, and are asked again by the next call", async () => {
  for (const granted of [
    answer(401),
    answer(200),
    answer(503),
    { kind: "no_response", detail: "" } as const,
  ]) {
    const { client, tokens } = clientThatGets([answer(200)], granted);
    assert.equal((await client(call).send(get)).kind, "no_response");
    await client(call).send(get);
    assert.equal(tokens(), 2);
  }
});

test("of the credentials, a request has the token only, and only in its header", async () => {
  const { client, sent } = clientThatGets([answer(200), answer(200)]);
  const calls = client(call);
  await calls.send({
    ...get,
    path: "/v2/checkout/orders",
    method: "POST",
    requestId: "k",
    body: { intent: "CAPTURE" },
  });
  await calls.readOrder({ ...charge, hostedReference: "1/../../x?y=1" });
  for (const { headers, ...rest } of sent.slice(1)) {
    assert.equal(headers.authorization, "Bearer A21AA");
    const { authorization: _authorization, ...others } = headers;
    for (const secret of [...Object.values(account.settings), "A21AA"])
      assert.ok(!JSON.stringify([rest, others]).includes(secret));
  }
  assert.equal(sent.at(-1)?.path, "/v2/checkout/orders/1%2F..%2F..%2Fx%3Fy%3D1");
  assert.equal(sent.at(-1)?.base, "https://api-m.paypal.com");
});

const charge: ChargeRef = {
  ...{ account, idempotencyKey: "att_1", session: "cs_1", amount: 1, currency: "EUR", pspReference: null },
  ...{ capture: "automatic", startedAt: new Date(), hostedReference: "1" },
};

test("the calls of one operation share its time limit", async () => {
  const { client, sent } = clientThatGets([answer(200)]);
  assert.deepEqual(await client({ timeoutMs: 0 }).send(get), {
    kind: "no_response",
    detail: "no response in time",
  });
  assert.deepEqual(sent, []);
});

test("an order that PayPal doesn't know is over only once its time has certainly passed", async () => {
  const error = { name: "RESOURCE_NOT_FOUND", debug_id: "1", details: [{ issue: "INVALID_RESOURCE_ID" }] };
  const read = async (hoursAgo: number, changes: object = {}, body: object = error) => {
    const { client } = clientThatGets([{ kind: "response", status: 404, body }]);
    const startedAt = new Date(Date.now() - hoursAgo * 3_600_000);
    return (await client(call).readOrder({ ...charge, startedAt, ...changes })).kind;
  };
  assert.equal(await read(3), "unknown");
  assert.equal(await read(3.2), "gone");
  assert.equal(
    await read(3.2, { pspReference: "3C679366HH908993F" }),
    "unknown",
    "a charge that PayPal has known",
  );
  assert.equal(await read(3.2, { hostedReference: null }), "unknown");
  assert.equal(await read(3.2, {}, { message: "no such route" }), "unknown", "an answer of a proxy");
});

test("PayPal's tokens may end at any time: the payment goes on", async () => {
  const approved = await approvedCharge(rig);
  rig.fake.tokens.revokeAll();
  assert.equal((await finish(rig, approved)).kind, "approved");
  const open = await beginCharge(rig);
  rig.fake.clock.advance(1);
  assert.equal((await found(rig, open)).outcome.kind, "action_required");
});

test("a secret that was replaced proves nothing about a charge", async () => {
  const approved = await approvedCharge(rig);
  const settings = { ...rig.account.settings, clientSecret: "E".repeat(80) };
  const outcome = await rig.connector.findCharge(
    { ...approved, account: { ...rig.account, settings } },
    call,
  );
  assert.deepEqual(outcome, {
    kind: "unknown",
    detail: "PayPal doesn't accept the account's client ID and secret (status 401)",
  });
});
