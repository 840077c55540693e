import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { disputed, untilDispute } from "../../test/api/disputing.ts";
import { cardDetails, pay, submitForm } from "../../test/api/paying.ts";
import { makeSession } from "../../test/api/support.ts";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { countWaiting } from "../../test/support/lock-waits.ts";
import { cards } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import { selectAuditEntries } from "../audit/audit-log.ts";
import { present } from "../kernel/assert.ts";
import { eraseCustomer } from "./erase-customer.ts";

let kassa: TestApp;
before(async () => {
  // It searches the rows of all tenants for e-mail addresses.
  kassa = await startTestApp();
});
after(() => kassa.close());

const actor = { name: "operator ann", origin: "desk" };
const erase = (email: string, tenantId = kassa.tenant.tenant.tenantId) =>
  eraseCustomer(kassa.db.database, actor, tenantId, email);

/** The tables with rows that contain a text. */
async function rowsWith(text: string): Promise<string[]> {
  const tables = await kassa.db.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await kassa.db.sql<{ count: number }>(
      `SELECT count(*) AS count FROM ${name} t WHERE to_jsonb(t)::text ILIKE '%' || $1 || '%'`,
      [text],
    );
    if (row && row.count > 0) found.push(name);
  }
  return found;
}

test("erases a customer from all tables, and keeps the ledger", async () => {
  const email = "Ada.L+x@example.com";
  const { session } = await pay(kassa, {
    session: {
      customerEmail: email,
      description: `For ${email.toLowerCase()}, with thanks`,
      metadata: { buyer: email, order: "7" },
    },
  });
  const other = await pay(kassa, { session: { customerEmail: `not-${email}` } });
  assert.ok((await rowsWith(email)).length >= 3);
  const booksBefore = await kassa.call("GET", "/api/balance");

  const erased = await erase(email.toUpperCase());
  assert.deepEqual([erased.sessions, erased.payments], [1, 1]);
  assert.ok(erased.events >= 1);
  const after = await kassa.call("GET", `/api/checkout/sessions/${session}`);
  assert.equal(after.body.customerEmail, null);
  assert.deepEqual(after.body.metadata, { buyer: "[erased]", order: "7" });
  assert.equal(after.body.description, "For [erased], with thanks");
  assert.equal(after.body.paymentStatus, "paid");
  assert.deepEqual((await kassa.call("GET", "/api/balance")).body, booksBefore.body);
  const events = await kassa.call("GET", `/api/events?session=${session}`);
  assert.ok(events.body.data.length >= 1);
  assert.ok(!events.text.toLowerCase().includes("ada.l+x@example.com"));

  const untouched = await kassa.call("GET", `/api/checkout/sessions/${other.session}`);
  assert.equal(untouched.body.customerEmail, `not-${email}`);
  await erase(`not-${email}`);
  assert.deepEqual(await rowsWith(email), []);
});

test("replaces an address in texts of another customer's session, and keeps that customer", async () => {
  const { session, id } = await pay(kassa, {
    session: { customerEmail: "eve@example.com", description: "A gift for Dan@example.com" },
  });
  const refunded = await kassa.call("POST", "/api/refunds", {
    body: { payment: id, amount: 1, metadata: { asked: "dan@example.com", by: "eve@example.com" } },
  });
  assert.equal(refunded.status, 200, refunded.text);
  const erased = await erase("dan@example.com");
  assert.deepEqual([erased.sessions, erased.movements], [1, 1]);
  const after = (await kassa.call("GET", `/api/checkout/sessions/${session}`)).body;
  assert.deepEqual([after.customerEmail, after.description], ["eve@example.com", "A gift for [erased]"]);
  assert.deepEqual((await kassa.call("GET", `/api/refunds/${refunded.body.id}`)).body.metadata, {
    asked: "[erased]",
    by: "eve@example.com",
  });
  assert.deepEqual(await rowsWith("dan@example.com"), []);
});

test("deletes the notes about the customer's payments, and takes the address out of others", async () => {
  const [own, other] = [
    await pay(kassa, { session: { customerEmail: "joy@example.com" } }),
    await pay(kassa, { session: { customerEmail: "max@example.com" } }),
  ];
  const note = async (payment: string, text: string) => {
    const answer = await kassa.call("POST", `/api/payments/${payment}/notes`, { body: { text } });
    assert.equal(answer.status, 200, answer.text);
  };
  await note(own.id, "Joy lives in Utrecht");
  await note(other.id, "Also asked for by Joy@example.com.");
  const erased = await erase("joy@example.com");
  assert.equal(erased.notes, 2);
  const texts = async (payment: string): Promise<string[]> =>
    (await kassa.call("GET", `/api/payments/${payment}/notes`)).body.data.map(
      ({ text }: { text: string }) => text,
    );
  assert.deepEqual(await texts(own.id), []);
  assert.deepEqual(await texts(other.id), ["Also asked for by [erased]."]);
  assert.deepEqual(await rowsWith("joy@example.com"), []);
});

test("finds an address on its own line, and before the full stop of a sentence", async () => {
  const { session } = await pay(kassa, {
    session: {
      customerEmail: "ivy@example.com",
      description: "Gift for\nhal@example.com. Thanks\thal@example.com",
    },
  });
  assert.equal((await erase("hal@example.com")).sessions, 1);
  const after = (await kassa.call("GET", `/api/checkout/sessions/${session}`)).body;
  assert.equal(after.description, "Gift for\n[erased]. Thanks\t[erased]");
  assert.deepEqual(await rowsWith("hal@example.com"), []);
});

test("keeps a customer whose address only begins with the erased one", async () => {
  const longer = "jane@example.com.au";
  const { session } = await pay(kassa, { session: { customerEmail: longer, metadata: { buyer: longer } } });
  assert.equal((await erase("jane@example.com")).sessions, 0);
  const after = (await kassa.call("GET", `/api/checkout/sessions/${session}`)).body;
  assert.deepEqual([after.customerEmail, after.metadata], [longer, { buyer: longer }]);
});

test("removes what the customer entered on the page, also what events say of it, and finds them by that address", async () => {
  const { id } = await makeSession(kassa, {
    collect: { email: "required", name: "required", phone: "required" },
  });
  const enter = (email: string, number: string) =>
    submitForm(kassa, id, {
      email,
      full_name: "Lise Meitner",
      phone: "+46 8 1234567",
      number,
      ...cardDetails,
    });
  await enter("lise.old@example.com", cards.declined);
  await enter("lise@example.com", cards.approved);
  assert.ok((await rowsWith("Meitner")).includes("events"));
  const erased = await erase("Lise@example.com");
  assert.deepEqual([erased.sessions, erased.collected], [1, 1]);
  const { body } = await kassa.call("GET", `/api/checkout/sessions/${id}`);
  assert.deepEqual([body.customerEmail, body.collected, body.paymentStatus], [null, null, "paid"]);
  await erase("lise.old@example.com");
  for (const text of ["lise@example.com", "lise.old@example.com", "Meitner", "1234567"])
    assert.deepEqual(await rowsWith(text), [], text);
});

test("removes evidence about the customer, and keeps evidence about the goods", async () => {
  const dispute = await disputed(kassa, "notReceived", { session: { customerEmail: "fay@example.com" } });
  const texts = {
    customerName: "Fay Moreau",
    shippingAddress: "1 Rue Bleue, Lyon",
    productDescription: "A lamp, as fay@example.com saw it",
    uncategorizedText: "winning_evidence",
  };
  const sent = await kassa.call("POST", `/api/disputes/${dispute.id}/evidence`, {
    body: { texts, submit: true },
  });
  assert.equal(sent.status, 200, sent.text);
  await untilDispute(kassa, dispute.id, "won");
  const erased = await erase("fay@example.com");
  assert.equal(erased.evidence, 1);
  const after = (await kassa.call("GET", `/api/disputes/${dispute.id}`)).body;
  assert.deepEqual(after.evidence, {
    productDescription: "A lamp, as [erased] saw it",
    uncategorizedText: "winning_evidence",
  });
  for (const text of ["fay@example.com", "Fay Moreau", "Rue Bleue"])
    assert.deepEqual(
      (await rowsWith(text)).filter((table) => table !== "idempotent_requests"),
      [],
      text,
    );
});

/** Starts the steps one after another while a table is locked, each when the one before waits for a lock or has ended. */
async function whileLocked(
  table: "payments" | "receipts",
  steps: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const holder = new Client(kassa.db.settings);
  await holder.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    for (const [index, start] of steps.entries()) {
      let ended = false;
      start().finally(() => {
        ended = true;
      });
      await until(
        async () => ended || (await countWaiting(kassa.db)) > index,
        `step ${index + 1} of ${steps.length} waits`,
      );
    }
  } finally {
    await holder.end();
  }
}

for (const first of ["erasure", "receipt"] as const)
  test(`with a concurrent receipt and erasure, ${first} first, the erasure counts every address that is left`, async () => {
    const email = `gus-${first}@example.com`;
    const { session } = await pay(kassa, { session: { customerEmail: email, description: `For ${email}` } });
    let erased: ReturnType<typeof erase> | undefined;
    let receipt: ReturnType<typeof kassa.call> | undefined;
    const startErasure = () => (erased = erase(email));
    const startReceipt = () => (receipt = kassa.call("GET", `/api/checkout/sessions/${session}/receipt`));
    // The first one waits at its last step: the erasure has changed the session, or the receipt is signed but not stored.
    if (first === "erasure") await whileLocked("payments", [startErasure, startReceipt]);
    else await whileLocked("receipts", [startReceipt, startErasure]);
    const [counts, { status, text, body }] = [await present(erased, ""), await present(receipt, "")];
    assert.equal(status, 200, text);
    assert.equal(body.description, first === "erasure" ? "For [erased]" : `For ${email}`);
    assert.equal(counts.kept.receipts, first === "erasure" ? 0 : 1);
    assert.deepEqual(await rowsWith(email), first === "erasure" ? [] : ["receipts"]);
  });

test("keeps another tenant's customer with the same address, and records counts but no address in the audit log", async () => {
  const { session } = await pay(kassa, { session: { customerEmail: "bob@example.com" } });
  const { tenant } = await kassa.makeTenant();
  assert.equal((await erase("bob@example.com", tenant.tenantId)).sessions, 0);
  const kept = await kassa.call("GET", `/api/checkout/sessions/${session}`);
  assert.equal(kept.body.customerEmail, "bob@example.com");
  const [entry] = await kassa.db.database.inControl((trx) =>
    selectAuditEntries(trx, { tenantId: tenant.tenantId, limit: 1 }),
  );
  assert.deepEqual([entry?.action, entry?.object, entry?.actor], ["erased", "customer", actor.name]);
  assert.ok(!JSON.stringify(entry).includes("bob@"));
});
