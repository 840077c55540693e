import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eraseCustomer } from "../../src/customers/erase-customer.ts";
import { makeExports } from "../../src/exports/make-exports.ts";
import { deleteOldExports } from "../../src/exports/queries.ts";
import { seedPayments } from "../../src/exports/test-support.ts";
import { createKey } from "../../src/tenants/create-key.ts";
import { type CallResult, type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { noOpenpyxl, readXlsx } from "../support/xlsx/read-xlsx.ts";
import { cardDetails, pay, submitForm } from "./paying.ts";
import { assertProblem, makeSession } from "./support.ts";

const references = ["=1+1", '+cmd|"/C calc"!A0', "000123", '<b>&"x"', "a_b"];
const kassa = useTestApp({}, async () => {
  for (const clientReferenceId of references) {
    const session = { clientReferenceId, customerEmail: "kim@shop.example", metadata: { order: "-7" } };
    await pay(kassa, { session });
  }
  await pay(kassa, { session: { amount: 4242, currency: "JPY" } });
});

const create = (body: object = {}, key?: string): Promise<CallResult> =>
  kassa.call("POST", "/api/exports", {
    body: { resource: "payments", format: "csv", ...body },
    ...(key && { key }),
  });

async function completed(answer: CallResult, key?: string): Promise<JsonBody> {
  assert.equal(answer.status, 200, answer.text);
  return until(async () => {
    const { body } = await kassa.call("GET", `/api/exports/${answer.body.id}`, key ? { key } : {});
    assert.notEqual(body.status, "failed");
    return body.status === "completed" ? body : undefined;
  }, "the export is completed");
}

async function download(id: string, key = kassa.tenant.keys.sandbox.secret): Promise<Response> {
  const answer = await fetch(`${kassa.url}/api/exports/${id}/content`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(answer.status, 200);
  return answer;
}

test("a CSV file has the filtered payments, newest first, with the chosen columns", async () => {
  const created = await create({
    filters: { currency: "eur", status: "captured" },
    columns: ["clientReferenceId", "amount", "currency", "metadata.order", "metadata.none", "customerEmail"],
  });
  assert.deepEqual([created.body.status, created.body.rows], ["pending", 0]);
  const made = await completed(created);
  assert.deepEqual([made.rows, made.failureReason], [5, null]);
  const answer = await download(made.id);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/csv/);
  assert.match(
    answer.headers.get("content-disposition") ?? "",
    /^attachment; filename="kassa-payments-\d{4}-\d\d-\d\d-sandbox\.csv"$/,
  );
  const line = (reference: string): string => `${reference},25.99,EUR,'-7,,kim@shop.example`;
  assert.deepEqual((await answer.text()).split("\r\n"), [
    "clientReferenceId,amount,currency,metadata.order,metadata.none,customerEmail",
    ...["a_b", '"<b>&""x"""', "000123", '"\'+cmd|""/C calc""!A0"', "'=1+1"].map(line),
    "",
  ]);
});

const entered = {
  email: "ada@shop.example",
  full_name: "Ada Lovelace",
  phone: "+44 20 7946 0958",
  shipping_country: "US",
  shipping_recipient: "Grace Hopper",
  shipping_line1: "1 Main Street",
  shipping_city: "Springfield",
  shipping_region: "IL",
  shipping_postal_code: "62701",
  billing_same: "yes",
  terms: "yes",
  custom_1: "=For Grace",
};

/** Pays a session that asks for all of it; another of the same amount asks for nothing. */
async function payWithDetails(): Promise<void> {
  const collect = {
    ...{ email: "required", name: "required", phone: "required", terms: "required" },
    ...{ billingAddress: "required", shippingAddress: {} },
    customFields: [{ key: "card", label: "Text on the card", type: "text" }],
  };
  const { id } = await makeSession(kassa, { amount: 7700, collect });
  await submitForm(kassa, id, { ...entered, method: "card", number: "4242 4242 4242 4242", ...cardDetails });
  await pay(kassa, { session: { amount: 7700 } });
}

test("columns show what customers entered on the payment page, and are empty where nothing was asked for", async () => {
  await payWithDetails();
  const columns = [
    ...["email", "name", "phone", "billingAddress.line1", "billingAddress.line2"],
    ...["shippingAddress.recipient", "shippingAddress.region", "shippingAddress.regionName"],
    ...["shippingAddress.country", "postalCode", "customFields.card", "customFields.none", "customFields"],
  ].map((name) => `collected.${name}`);
  const made = await completed(await create({ filters: { amount: 7700 }, columns }));
  const [header, ...lines] = (await (await download(made.id)).text()).split("\r\n");
  assert.equal(header, columns.join());
  const answers = JSON.stringify([{ key: "card", label: "Text on the card", value: "=For Grace" }]);
  assert.deepEqual(lines, [
    ",".repeat(columns.length - 1),
    `${[
      ...["ada@shop.example", "Ada Lovelace", "'+44 20 7946 0958", "1 Main Street", ""],
      ...["Grace Hopper", "IL", "Illinois", "US", "", "'=For Grace", ""],
    ].join()},"${answers.replaceAll('"', '""')}"`,
    "",
  ]);
  const { columns: ofAll } = await completed(await create({ filters: { amount: 7700 } }));
  assert.ok(!ofAll.some((name: string) => name.startsWith("collected.")));
});

test("an XLSX file has what customers entered, and the time at which they accepted the terms", async (t) => {
  const columns = ["id", "collected.phone", "collected.termsAcceptedAt"];
  const made = await completed(await create({ format: "xlsx", filters: { amount: 7700 }, columns }));
  const sheets = readXlsx(new Uint8Array(await (await download(made.id)).arrayBuffer()));
  if (!sheets) return t.diagnostic(noOpenpyxl);
  const [, , row = []] = sheets[0]?.rows ?? [];
  assert.deepEqual(row[1], ["s", entered.phone, "General"]);
  assert.equal(row[2]?.[0], "d");
});

test("a key that can't read sessions gets nothing of what customers entered", async () => {
  const { keys } = kassa.tenant;
  const columns = ["id", "collected.phone"];
  const paymentsOnly = await createKey(
    { database: kassa.db.database, keyring: kassa.keyring },
    { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox", scopes: ["payments:read"] },
  );
  assert.ok(paymentsOnly.ok);
  const { secret } = paymentsOnly.value;
  assertProblem(await create({ columns }, secret), "scope_missing", "/columns");
  assert.equal((await create({ columns: ["id"] }, secret)).status, 200);
  const made = await completed(await create({ columns }, keys.sandbox.secret));
  assertProblem(await kassa.call("GET", `/api/exports/${made.id}/content`, { key: secret }), "scope_missing");
});

test("openpyxl reads an XLSX file: texts are texts, amounts are numbers with their currency's decimals", async (t) => {
  const made = await completed(await create({ format: "xlsx" }));
  const bytes = new Uint8Array(await (await download(made.id)).arrayBuffer());
  const sheets = readXlsx(bytes);
  if (!sheets) return t.diagnostic(noOpenpyxl);
  const [sheet, ...more] = sheets;
  assert.deepEqual([sheet?.title, more.length], ["Payments", 0]);
  const [header = [], ...rows] = sheet?.rows ?? [];
  assert.deepEqual(
    header.map(([, name]) => name),
    made.columns,
  );
  const listed = (await kassa.call("GET", "/api/payments?limit=100")).body.data;
  assert.equal(rows.length, listed.length);
  for (const [at, row] of rows.entries()) {
    const payment = listed[at];
    const cell = (name: string) => row[made.columns.indexOf(name)];
    const digits = payment.currency === "JPY" ? 0 : 2;
    assert.deepEqual(cell("id"), ["s", payment.id, "General"]);
    assert.deepEqual(cell("amount"), [
      "n",
      payment.amount / 10 ** digits,
      digits === 0 ? "#,##0" : "#,##0.00",
    ]);
    const [type, time] = cell("createdAt") ?? [];
    assert.equal(type, "d");
    assert.ok(Math.abs(Date.parse(`${time}Z`) - Date.parse(payment.createdAt)) < 1_000, `${time}`);
    const [kind, reference] = cell("clientReferenceId") ?? [];
    assert.equal(kind === "s" ? reference : null, payment.clientReferenceId);
  }
});

test("an export of nothing has a header only, in both formats", async (t) => {
  for (const format of ["csv", "xlsx"]) {
    const made = await completed(await create({ format, filters: { amount: 1 }, columns: ["id"] }));
    const bytes = new Uint8Array(await (await download(made.id)).arrayBuffer());
    if (format === "csv") assert.equal(new TextDecoder().decode(bytes), "id\r\n");
    else {
      const sheets = readXlsx(bytes);
      if (!sheets) return t.diagnostic(noOpenpyxl);
      assert.equal(sheets[0]?.rows.length, 1);
    }
  }
});

test("faults of a request are named", async () => {
  assertProblem(await create({ columns: ["id", "colour"] }), "parameter_invalid", "/columns/1");
  assertProblem(await create({ columns: [`metadata.${"x".repeat(41)}`] }), "parameter_invalid", "/columns/0");
  assertProblem(await create({ columns: ["metadata.\u0000"] }), "text_invalid", "/columns/0");
  assertProblem(await create({ filters: { search: "a\u0000" } }), "text_invalid", "/filters/search");
  assertProblem(await create({ filters: { limit: 5 } }), "unknown_field", "/filters/limit");
  assertProblem(
    await create({ filters: { createdAfter: "2016-12-31T23:59:60Z" } }),
    "parameter_invalid",
    "/filters/createdAfter",
  );
});

test("an export is listed, and deleted with its content", async () => {
  const made = await completed(await create({ columns: ["id"] }));
  const newest = async () => (await kassa.call("GET", "/api/exports?limit=1")).body.data[0]?.id;
  assert.equal(await newest(), made.id);
  assert.deepEqual((await kassa.call("DELETE", `/api/exports/${made.id}`)).body, {
    object: "export",
    id: made.id,
    deleted: true,
  });
  assert.notEqual(await newest(), made.id);
  assertProblem(await kassa.call("GET", `/api/exports/${made.id}/content`), "not_found");
  assert.deepEqual(await kassa.db.sql("SELECT FROM export_chunks WHERE export_id = $1", [made.id]), []);
});

test("erasing any customer deletes the tenant's exports in both modes, and no other tenant's", async () => {
  const { tenant, keys } = await kassa.makeTenant("Erasing");
  const other = await completed(await create());
  for (const key of [keys.sandbox.secret, keys.live.secret]) await completed(await create({}, key), key);
  const actor = { name: "ann", origin: "desk" };
  const erased = await eraseCustomer(kassa.db.database, actor, tenant.tenantId, "nobody@shop.example");
  assert.equal(erased.exports, 2);
  for (const key of [keys.sandbox.secret, keys.live.secret])
    assert.deepEqual((await kassa.call("GET", "/api/exports", { key })).body.data, []);
  assert.equal((await kassa.call("GET", `/api/exports/${other.id}`)).status, 200);
});

test("exports are deleted after seven days", async () => {
  const [old, young] = [await completed(await create()), await completed(await create())];
  const age = (days: number, id: string) =>
    kassa.db.sql("UPDATE exports SET created_at = now() - make_interval(hours => $1) WHERE id = $2", [
      days * 24 + 1,
      id,
    ]);
  await age(7, old.id);
  await age(6, young.id);
  assert.equal(await kassa.db.database.inWorker((trx) => deleteOldExports(trx, 7, 10)), 1);
  assertProblem(await kassa.call("GET", `/api/exports/${old.id}`), "not_found");
  assert.equal((await kassa.call("GET", `/api/exports/${young.id}`)).status, 200);
});

describe("while no process makes them", () => {
  let still: TestApp;
  before(async () => {
    still = await startTestApp();
  });
  after(() => still.db.close());
  const ask = (method: string, path: string, body?: object) =>
    still.call(method, path, body ? { body: { resource: "payments", format: "csv", ...body } } : {});
  const warnings: string[] = [];
  const deps = () => ({
    database: still.db.database,
    stopping: () => false,
    log: { warn: (_: object, message: string) => void warnings.push(message) },
  });

  test("five may wait at once; a deleted one makes room", async () => {
    // The leases are held by nobody, so that no job takes them.
    await still.db.sql("ALTER TABLE exports ALTER lease_until SET DEFAULT now() + interval '1 day'");
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await ask("POST", "/api/exports", {})).body.id);
    assertProblem(await ask("POST", "/api/exports", {}), "export_limit_reached");
    assertProblem(await ask("GET", `/api/exports/${made[0]}/content`), "export_not_ready");
    assert.equal((await ask("DELETE", `/api/exports/${made[0]}`)).status, 200);
    assert.equal((await ask("POST", "/api/exports", {})).status, 200);
    await still.app.stop();
  });

  test("two exports take turns, and one that is deleted meanwhile keeps nobody waiting", async () => {
    await still.db.sql("DELETE FROM exports");
    const { tenantId } = still.tenant.tenant;
    await seedPayments(still.db, { tenantId, mode: "live" }, 1, 11_000);
    await still.db.sql(
      `INSERT INTO exports (tenant_id, id, mode, resource, format, filters, columns, created_at, touched_at, lease_until)
       SELECT $1, 'exp_live_' || n, 'live', 'payments', 'csv', '{}', '{id}', now(), now() + make_interval(secs => n - 100), NULL
       FROM generate_series(1, 2) n`,
      [tenantId],
    );
    const rows = () => still.db.sql("SELECT row_count AS rows, status FROM exports ORDER BY id");
    await makeExports(deps());
    assert.deepEqual(await rows(), [
      { rows: 10_000, status: "running" },
      { rows: 0, status: "pending" },
    ]);
    await makeExports(deps());
    assert.deepEqual(await rows(), [
      { rows: 10_000, status: "running" },
      { rows: 10_000, status: "running" },
    ]);
    await still.db.sql("DELETE FROM exports WHERE id = 'exp_live_1'");
    while (await makeExports(deps()));
    assert.deepEqual(await rows(), [{ rows: 11_000, status: "completed" }]);
  });

  test("XLSX goes on in a second sheet, but fails above 4 GB, and a page that can't be made ends the export at the fifth time", async () => {
    await still.db.sql("DELETE FROM exports");
    const { tenantId } = still.tenant.tenant;
    await still.db.sql(
      `INSERT INTO exports (tenant_id, id, mode, resource, format, filters, columns, row_count, sheet_bytes, created_at, touched_at, lease_until)
       VALUES ($1, 'exp_live_1', 'live', 'payments', 'xlsx', '{}', '{id}', 1048575 - 499, 0, now(), now(), NULL),
         ($1, 'exp_live_2', 'live', 'payments', 'xlsx', '{}', '{id}', 0, 3999990000, now(), now(), NULL),
         ($1, 'exp_live_3', 'live', 'payments', 'csv', '{}', '{colour}', 0, 0, now(), now(), NULL)`,
      [tenantId],
    );
    for (let round = 0; round < 9; round += 1) {
      await makeExports(deps());
      await still.db.sql("UPDATE exports SET lease_until = NULL");
    }
    assert.deepEqual(await still.db.sql("SELECT status, failure_reason AS reason FROM exports ORDER BY id"), [
      { status: "completed", reason: null },
      { status: "failed", reason: "too_large" },
      { status: "failed", reason: "internal_error" },
    ]);
    assert.equal(warnings.length, 5);
  });
});
