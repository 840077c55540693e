import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectorAccount } from "../connector-account.ts";
import type { PspRequest } from "../psp-client.ts";
import type { PspResponse } from "../psp-response.ts";
import { createClient, refusalIn } from "./client.ts";

const account: ConnectorAccount = {
  id: "ca_1",
  tenantId: 1,
  mode: "live",
  settings: { apiKey: "live_key", organizationToken: "access_token", webhookSecret: "a secret" },
};
const amount = { currency: "EUR", value: "1.00" };
const body = {
  id: "tr_1",
  mode: "live",
  status: "paid",
  amount,
  createdAt: "2026-11-25T10:00:00+00:00",
  _links: {},
};

function clientThatGets(response: PspResponse) {
  const sent: PspRequest[] = [];
  const send = async (request: PspRequest) => {
    sent.push(request);
    return response;
  };
  return { sent, calls: createClient({ send })({ timeoutMs: 1_000 }) };
}

const read = async (payment: object) =>
  (await clientThatGets({ kind: "response", status: 200, body: payment }).calls.readPayment(account, "tr_1"))
    .kind;

test("a payment is read with its movements, under its id and in the account's mode", async () => {
  assert.equal(await read(body), "read");
  assert.equal(await read({ ...body, id: "tr_2" }), "unknown");
  assert.equal(await read({ ...body, mode: "test" }), "unknown");
  assert.equal(await read({ ...body, status: "a_new_status" }), "unknown");
  const link = { href: "https://api.mollie.com/v2/payments/tr_1/refunds" };
  assert.equal(await read({ ...body, _links: { refunds: link } }), "unknown");
  assert.equal(await read({ ...body, _links: { refunds: link }, _embedded: { refunds: [] } }), "read");
});

test("of the credentials, a request has the API key only, and only in its header", async () => {
  const { sent, calls } = clientThatGets({ kind: "no_response", detail: "no response in time" });
  await calls.readPayment(account, "tr_1/../../x?y=1");
  await calls.send({ account, method: "POST", path: "/payments", idempotencyKey: "k", body: { amount } });
  const { authorization } = sent[0]?.headers ?? {};
  assert.equal(authorization, "Bearer live_key");
  for (const { headers, ...rest } of sent) {
    assert.deepEqual(headers.authorization, authorization);
    for (const secret of Object.values(account.settings)) assert.ok(!JSON.stringify(rest).includes(secret));
  }
  assert.equal(sent[0]?.path, "/v2/payments/tr_1%2F..%2F..%2Fx%3Fy%3D1?embed=captures,refunds,chargebacks");
});

test("the calls of one operation share its time limit", async () => {
  const { sent } = clientThatGets({ kind: "no_response", detail: "" });
  const late = createClient({
    send: async (request) => {
      sent.push(request);
      return { kind: "no_response", detail: "no response in time" };
    },
  })({ timeoutMs: 0 });
  assert.deepEqual(await late.readPayment(account, "tr_1"), {
    kind: "unknown",
    detail: "no response in time",
  });
  assert.deepEqual(sent, []);
});

test("only Mollie's own refusals prove that nothing was done", () => {
  const refusal = (status: number, said: object): boolean =>
    refusalIn({ kind: "response", status, body: said }) !== undefined;
  const said = (status: number) => ({ status, title: "Error", detail: "It was refused" });
  for (const status of [404, 409, 410, 422]) assert.ok(refusal(status, said(status)));
  for (const status of [200, 400, 401, 403, 429, 500, 503]) assert.ok(!refusal(status, said(status)));
  assert.ok(!refusal(422, said(500)));
  assert.ok(!refusal(500, said(422)));
  assert.ok(!refusal(422, { error: "blocked by a firewall" }));
});
