import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "../../test/api/support.ts";
import type { CallResult, JsonBody } from "../../test/support/app.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { accountsAtMost } from "./create-account.ts";

const kassa = useTestApp();

const path = "/api/bank-accounts";
const iban = { type: "iban", holder: "Ada GmbH", currency: "EUR", iban: "DE89370400440532013000" };

const create = (body: object, key?: string): Promise<CallResult> =>
  kassa.call("POST", path, { body, ...(key === undefined ? {} : { key }) });

async function created(body: object, key?: string): Promise<JsonBody> {
  const answer = await create(body, key);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

test("200: an account of each type is created, read and listed, newest first", async () => {
  const { secret } = (await kassa.makeTenant("Accounts of each type")).keys.sandbox;
  const bodies = [
    { ...iban, iban: "de89 3704 0044 0532 0130 00", bic: "cobadeffxxx", label: "Sales" },
    {
      type: "qr_iban",
      holder: "Ada AG",
      currency: "chf",
      qrIban: "CH4431999123000889012",
      statementAccounts: ["CH93 0076 2011 6238 5295 7"],
    },
    {
      type: "uk_account",
      holder: "Ada Ltd",
      currency: "GBP",
      sortCode: "60-16-13",
      accountNumber: "31926819",
    },
    { type: "pix_key", holder: "Ada Ltda", currency: "BRL", pixKey: "pix@loja.example" },
    {
      type: "upi_id",
      holder: "Ada Pvt",
      currency: "INR",
      upiId: "Ada@bank",
      statementAccounts: ["50100012345678"],
    },
  ];
  const accounts: JsonBody[] = [];
  for (const body of bodies) accounts.push(await created(body, secret));
  const { createdAt, id, ...first } = accounts[0];
  assert.match(id, /^bac_sandbox_/);
  assert.ok(Date.parse(createdAt) > 0);
  assert.deepEqual(first, {
    object: "bank_account",
    mode: "sandbox",
    type: "iban",
    holder: "Ada GmbH",
    currency: "EUR",
    iban: "DE89370400440532013000",
    qrIban: null,
    bic: "COBADEFFXXX",
    sortCode: null,
    accountNumber: null,
    pixKey: null,
    upiId: null,
    address: null,
    label: "Sales",
    statementAccounts: [],
    status: "enabled",
  });
  assert.equal(accounts[1].currency, "CHF");
  assert.deepEqual([accounts[2].sortCode, accounts[2].accountNumber], ["601613", "31926819"]);
  assert.deepEqual([accounts[3].pixKey, accounts[4].upiId], ["pix@loja.example", "ada@bank"]);
  const listed = await kassa.call("GET", `${path}?limit=100`, { key: secret });
  assert.deepEqual(listed.body.data, accounts.toReversed());
  assert.deepEqual((await kassa.call("GET", `${path}/${id}`, { key: secret })).body, accounts[0]);
});

test("400: every wrong field is named with what is wrong", async () => {
  const refused = await create({
    ...iban,
    bic: "COBA",
  });
  assertProblem(refused, "parameter_invalid", "/bic");
  const told = await create({ ...iban, iban: "DE89370400440532013001", sortCode: "1", bic: "COBA11FF" });
  assert.deepEqual(
    told.body.errors.map(({ code, param }: JsonBody) => [code, param]),
    [
      ["parameter_invalid", "/iban"],
      ["parameter_invalid", "/sortCode"],
      ["parameter_invalid", "/bic"],
    ],
  );
  assertProblem(await create({ ...iban, iban: undefined }), "parameter_missing", "/iban");
  assertProblem(await create({ ...iban, currency: "XXX" }), "currency_invalid", "/currency");
  const pix = { type: "pix_key", holder: "Ada", currency: "EUR", pixKey: "pix@loja.example" };
  assertProblem(await create(pix), "parameter_invalid", "/currency");
  assertProblem(await create({ ...pix, currency: "BRL", bic: "COBADEFF" }), "parameter_invalid", "/bic");
  assertProblem(await create({ ...iban, holder: "Ada\u202e" }), "text_invalid", "/holder");
  assertProblem(
    await create({ ...iban, statementAccounts: ["--"] }),
    "parameter_invalid",
    "/statementAccounts/0",
  );
});

test("409: an account can't be created twice, nor share the name that statements give it", async () => {
  const { secret } = (await kassa.makeTenant("Twice")).keys.sandbox;
  const first = await created({ ...iban, statementAccounts: ["37040044/532013000"] }, secret);
  const again = await create(iban, secret);
  assertProblem(again, "bank_account_exists");
  assert.match(again.body.detail, new RegExp(first.id));
  const upi = { type: "iban", holder: "Ada", currency: "EUR", iban: "DE75512108001245126199" };
  const sharing = await create({ ...upi, statementAccounts: ["3704 0044 532013000"] }, secret);
  assertProblem(sharing, "bank_account_exists");
  await created({ ...iban, currency: "USD" }, secret);
  const other = await created(upi, secret);
  const renamed = { statementAccounts: ["DE89370400440532013000"] };
  assertProblem(
    await kassa.call("POST", `${path}/${other.id}`, { key: secret, body: renamed }),
    "bank_account_exists",
  );
});

test("409: at most one of many concurrent creates of the same account succeeds", async () => {
  const { secret } = (await kassa.makeTenant("Concurrent")).keys.sandbox;
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(iban, secret)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
});

test("409: a tenant has at most 100 accounts", async () => {
  const { secret } = (await kassa.makeTenant("Many")).keys.sandbox;
  const upi = (number: number) => ({
    type: "upi_id",
    holder: "A",
    currency: "INR",
    upiId: `shop${number}@bank`,
  });
  for (let number = 0; number < accountsAtMost; number += 1) await created(upi(number), secret);
  assertProblem(await create(upi(accountsAtMost), secret), "bank_account_limit_reached");
});

test("200: an update changes only what it names, and the audit log has it", async () => {
  const { secret } = (await kassa.makeTenant("Updated")).keys.sandbox;
  const account = await created({ ...iban, bic: "COBADEFFXXX", label: "Old" }, secret);
  const change = (body: object) => kassa.call("POST", `${path}/${account.id}`, { key: secret, body });
  const { body: changed } = await change({ label: null, status: "disabled", holder: "Ada AG" });
  assert.deepEqual(changed, { ...account, label: null, status: "disabled", holder: "Ada AG" });
  assert.deepEqual((await kassa.call("GET", `${path}/${account.id}`, { key: secret })).body, changed);
  assertProblem(await change({ iban: iban.iban }), "unknown_field", "/iban");
  assertProblem(await change({}), "parameter_invalid");
  const audited = await kassa.db.sql<{ action: string; actor: string }>(
    "SELECT action, actor FROM audit_entries WHERE object = 'bank_account' AND object_id = $1 ORDER BY position",
    [account.id],
  );
  assert.deepEqual(
    audited.map(({ action }) => action),
    ["created", "changed"],
  );
  for (const { actor } of audited) assert.match(actor, /^API key key_sandbox_/);
});

test("404: an unknown account, and one of the other mode", async () => {
  const { id } = await created({ ...iban, currency: "SEK" });
  const live = kassa.tenant.keys.live.secret;
  assertProblem(await kassa.call("GET", `${path}/${id}`, { key: live }), "not_found");
  assertProblem(await kassa.call("POST", `${path}/${id}`, { key: live, body: { label: "x" } }), "not_found");
  assertProblem(await kassa.call("GET", `${path}/bac_x`), "not_found");
});
