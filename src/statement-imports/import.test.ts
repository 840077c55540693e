import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { test } from "node:test";
import { assertProblem } from "../../test/api/support.ts";
import type { JsonBody } from "../../test/support/app.ts";
import { until } from "../../test/support/until.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import { fixture, sampleCamt, sampleEntry } from "../bank-statements/test-support.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import type { NewBankEntry } from "./bank-entry.ts";
import { importStatement } from "./import-statement.ts";
import { insertEntry, insertImport } from "./queries.ts";
import { addAccount, allEntries, countsOf, imported, sampleIban, upload } from "./test-support.ts";

const kassa = useTestApp();

/** The key of a new tenant with the account of the sample files. */
async function shop(name: string): Promise<{ key: string; account: string; tenantId: number }> {
  const { tenant, keys } = await kassa.makeTenant(name);
  const key = keys.sandbox.secret;
  return { key, account: await addAccount(kassa, { key }), tenantId: tenant.tenantId };
}

const chunksOf = (tenantId: number) =>
  kassa.db.sql("SELECT FROM statement_chunks WHERE tenant_id = $1", [tenantId]);

const entryOf = (number: number): string =>
  sampleEntry({ reference: `REF-${number}`, text: `Invoice ${number}` });
const entriesOf = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => entryOf(from + at)).join("");

test("200: a file's entries are stored with all that the bank says, and the import says how many", async () => {
  const { key, account } = await shop("Fixture");
  const file = fixture("german-camt.053.001.02.xml");
  const done = await imported(kassa, file, { key, query: "?name=january.xml" });
  assert.deepEqual(countsOf(done), [4, 4, 0, 0]);
  const { status, fileName, fileSha256, format, bytes } = done;
  assert.deepEqual(
    { status, fileName, fileSha256, format, bytes },
    {
      status: "completed",
      fileName: "january.xml",
      fileSha256: hash("sha256", file),
      format: "camt.053.001.02",
      bytes: file.length,
    },
  );
  const [statement] = done.statements;
  assert.deepEqual([statement.account, statement.addsUp, statement.entries], [account, true, 4]);
  assert.deepEqual(statement.opening, { amount: 10_000, currency: "EUR", date: "2026-01-30" });
  assert.deepEqual((await kassa.call("GET", `/api/bank-statements/${done.id}`, { key })).body, done);
  const entries = await allEntries(kassa, key);
  assert.deepEqual(entries.map(({ status, amount }) => `${status} ${amount}`).sort(), [
    "booked 2599",
    "booked 3598",
    "booked 6000",
    "pending 500",
  ]);
  const invoice = entries.find(({ amount }) => amount === 2599);
  assert.deepEqual(
    [invoice.account, invoice.import, invoice.matchStatus, invoice.bookingDate, invoice.creditDebit],
    [account, done.id, "unmatched", "2026-01-31", "credit"],
  );
  assert.match(invoice.details[0].remittance, /4711/);
  assert.equal(invoice.details[0].debtor.name, "Zoë & Söhne");
  const reversed = entries.find(({ amount }) => amount === 3598);
  assert.deepEqual([reversed.reversal, reversed.creditDebit], [true, "debit"]);
});

test("200: the same file again, and one that overlaps, store nothing twice and say so", async () => {
  const { key } = await shop("Overlap");
  const first = sampleCamt(entriesOf(1, 30));
  assert.deepEqual(countsOf(await imported(kassa, first, { key })), [30, 30, 0, 0]);
  assert.deepEqual(countsOf(await imported(kassa, first, { key })), [30, 0, 0, 30]);
  const overlapping = sampleCamt(entriesOf(21, 40), { format: "camt.052" });
  assert.deepEqual(countsOf(await imported(kassa, overlapping, { key })), [20, 10, 0, 10]);
  assert.equal((await allEntries(kassa, key)).length, 40);
});

test("200: many concurrent imports of the same entries store each once", async () => {
  const { key } = await shop("Concurrent");
  // One file at a time is the other way round, so that transactions meet from both ends.
  const files = [entriesOf(1, 60), Array.from({ length: 60 }, (_, at) => entryOf(60 - at)).join("")];
  const done = await Promise.all(files.map((entries) => imported(kassa, sampleCamt(entries), { key })));
  assert.equal(
    done.reduce((sum, { entriesNew }) => sum + entriesNew, 0),
    60,
  );
  assert.equal(
    done.reduce((sum, { entriesKnown }) => sum + entriesKnown, 0),
    60,
  );
  assert.equal((await allEntries(kassa, key)).length, 60);
});

test("200: a pending entry becomes booked, and a booked one never pending again", async () => {
  const { key } = await shop("Pending");
  const entry = { reference: "P-1", text: "Invoice 1" };
  const report = sampleCamt(sampleEntry({ ...entry, status: "PDNG" }), { format: "camt.052" });
  const booked = sampleCamt(sampleEntry({ ...entry, status: "BOOK" }));
  await imported(kassa, report, { key });
  const [pending] = await allEntries(kassa, key, "&status=pending");
  assert.deepEqual(countsOf(await imported(kassa, booked, { key })), [1, 0, 1, 0]);
  assert.deepEqual(countsOf(await imported(kassa, report, { key })), [1, 0, 0, 1]);
  const entries = await allEntries(kassa, key);
  assert.deepEqual(
    entries.map(({ id, status }) => [id, status]),
    [[pending.id, "booked"]],
  );
});

test("200: details that only a later file gives are added to the entry", async () => {
  const { key } = await shop("Details");
  await imported(kassa, sampleCamt(sampleEntry({ reference: "D-1" })), { key });
  const [before] = await allEntries(kassa, key);
  assert.equal(before.transactions, 0);
  const notification = sampleCamt(sampleEntry({ reference: "D-1", text: "RF18539007547034" }), {
    format: "camt.054",
  });
  assert.deepEqual(countsOf(await imported(kassa, notification, { key })), [1, 0, 1, 0]);
  assert.deepEqual(countsOf(await imported(kassa, notification, { key })), [1, 0, 0, 1]);
  const [entry] = await allEntries(kassa, key);
  assert.deepEqual(
    [entry.id, entry.transactions, entry.details[0].remittance],
    [before.id, 1, "RF18539007547034"],
  );
});

test("200: equal entries without a reference are kept apart, in one file and over many chunks", async () => {
  const { key, tenantId } = await shop("Equal");
  const file = sampleCamt(sampleEntry({ text: "Rent" }).repeat(1_203));
  assert.deepEqual(countsOf(await imported(kassa, file, { key })), [1_203, 1_203, 0, 0]);
  assert.deepEqual(countsOf(await imported(kassa, file, { key })), [1_203, 0, 0, 1_203]);
  assert.deepEqual(await chunksOf(tenantId), []);
});

test("200: a statement that stands twice in a file counts once", async () => {
  const { key } = await shop("Repeated");
  const file = sampleCamt(entriesOf(1, 3));
  const statement = /<Stmt>.*<\/Stmt>/s.exec(file)?.[0] ?? "";
  const twice = file.replace(statement, statement + statement);
  assert.deepEqual(countsOf(await imported(kassa, twice, { key })), [6, 3, 0, 3]);
});

test("an import that takes long is returned as it is, and goes on", async () => {
  const { tenant, keys } = await kassa.makeTenant("Large file");
  await addAccount(kassa, { key: keys.sandbox.secret });
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { database } = kassa.db;
  const begun = await importStatement(
    { database, nowMs: Date.now, entriesBooked: () => gate },
    { tenantId: tenant.tenantId, mode: "sandbox" },
    Readable.from([Buffer.from(sampleCamt(entriesOf(1, 600)))]),
    { fileName: null, patienceMs: 500 },
  );
  assert.ok(begun.ok, JSON.stringify(begun));
  assert.deepEqual([begun.value.status, begun.value.entriesNew], ["storing", 0]);
  letGo();
  const now = async () => {
    const path = `/api/bank-statements/${begun.value.id}`;
    return (await kassa.call("GET", path, { key: keys.sandbox.secret })).body;
  };
  await until(async () => (await now()).status === "completed", "the import is completed");
  assert.deepEqual(countsOf(await now()), [600, 600, 0, 0]);
});

test("422: one fault refuses the whole file, and all faults are told with their places", async () => {
  const { key, tenantId } = await shop("Faulty");
  const file = sampleCamt(
    entriesOf(1, 600) + sampleEntry({ amount: "1,00" }) + sampleEntry({ date: "2026-02-30" }),
  );
  const answer = await upload(kassa, file, { key });
  assertProblem(answer, "statement_invalid");
  assert.match(
    answer.body.detail,
    /^Line 4, column \d+, Document\/BkToCstmrStmt.*"1,00".* The file has 2 faults\.$/,
  );
  assert.match(answer.body.errors[1].detail, /2026-02-30/);
  assert.deepEqual(await allEntries(kassa, key), []);
  assert.deepEqual((await kassa.call("GET", "/api/bank-statements", { key })).body.data, []);
  assert.deepEqual(await chunksOf(tenantId), []);
});

test("422: a file that isn't a statement, is cut off, or attacks the parser is refused", async () => {
  const { key } = await shop("Hostile");
  const whole = sampleCamt(entriesOf(1, 3));
  for (const [content, said] of [
    ["", /empty/],
    ["Hello", /neither camt/],
    [whole.slice(0, -40), /cut off/],
    [
      whole.replace("?>", '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
      /DOCTYPE|document type/i,
    ],
    [Buffer.from("504b0304140000000800", "hex"), /ZIP|archive|unpack/i],
  ] as const) {
    const answer = await upload(kassa, content, { key });
    assertProblem(answer, "statement_invalid");
    assert.match(answer.body.detail, said);
  }
});

test("422: a file of an unknown account is refused, and the answer says how to add the account", async () => {
  const { key } = await shop("Unknown account");
  const other = "GB82WEST12345698765432";
  const answer = await upload(kassa, sampleCamt(entriesOf(1, 3)).replaceAll(sampleIban, other), { key });
  assertProblem(answer, "bank_account_unknown");
  assert.match(answer.body.detail, new RegExp(`IBAN ${other}. Create it with POST /api/bank-accounts`));
  const named = sampleCamt(entriesOf(1, 3)).replace(
    /<IBAN>.*<\/IBAN>/,
    "<Othr><Id>37040044/532013000</Id></Othr>",
  );
  const unnamed = await upload(kassa, named, { key });
  assertProblem(unnamed, "bank_account_unknown");
  assert.match(unnamed.body.detail, /"37040044\/532013000".*statementAccounts/);
  assert.deepEqual(await allEntries(kassa, key), []);
});

test("200: an account is found by its statementAccounts, and by its currency if several have the IBAN", async () => {
  const key = (await kassa.makeTenant("Names")).keys.sandbox.secret;
  const euros = await addAccount(kassa, { key, statementAccounts: ["37040044 532013000"] });
  const dollars = await addAccount(kassa, { key, currency: "USD" });
  const file = sampleCamt(entryOf(1));
  await imported(kassa, file.replace(/<IBAN>.*<\/IBAN>/, "<Othr><Id>37040044/532013000</Id></Othr>"), {
    key,
  });
  await imported(kassa, file.replace('Ccy="EUR"', 'Ccy="USD"'), { key });
  const entries = await allEntries(kassa, key);
  assert.deepEqual(
    entries.map(({ account, currency }) => [account, currency]),
    [
      [euros, "EUR"],
      [dollars, "USD"],
    ],
  );
});

test("400: the file has to be of the account that is named", async () => {
  const { key, account } = await shop("Named account");
  const other = await addAccount(kassa, { key, iban: "DE75512108001245126199" });
  const file = sampleCamt(entriesOf(1, 2));
  const refused = await upload(kassa, file, { key, query: `?account=${other}` });
  assertProblem(refused, "parameter_invalid", "account");
  assert.match(refused.body.detail, new RegExp(account));
  assertProblem(await upload(kassa, file, { key, query: "?account=bac_x" }), "parameter_invalid", "account");
  assert.deepEqual(await allEntries(kassa, key), []);
  await imported(kassa, file, { key, query: `?account=${account}` });
});

test("200: a CSV file is read by its mapping; 400: without one or with a wrong one", async () => {
  const { key } = await shop("CSV");
  const file = "d;a;t\n31.01.26;1,00;Invoice 1\n31.01.26;-2,00;Fee\n";
  const mapping = {
    delimiter: ";",
    decimalSign: ",",
    dateFormat: "dd.MM.yy",
    account: sampleIban,
    currency: "EUR",
    columns: { date: "d", amount: "a", text: "t" },
  };
  const query = (value: string): string => `?csvMapping=${encodeURIComponent(value)}`;
  const done = await imported(kassa, file, { key, type: "text/csv", query: query(JSON.stringify(mapping)) });
  assert.deepEqual([done.format, ...countsOf(done)], ["csv", 2, 2, 0, 0]);
  assertProblem(await upload(kassa, file, { key, type: "text/csv" }), "statement_invalid");
  for (const wrong of ["{", "[]", '{"columns":{}}'])
    assertProblem(
      await upload(kassa, file, { key, type: "text/csv", query: query(wrong) }),
      "parameter_invalid",
      "csvMapping",
    );
});

test("200: warnings are shown, such as a balance that doesn't add up", async () => {
  const { key } = await shop("Warnings");
  const file = fixture("german-camt.053.001.02.xml").toString().replace(">100.00<", ">100.01<");
  const done = await imported(kassa, file, { key });
  assert.equal(done.statements[0].addsUp, false);
  assert.deepEqual(
    done.findings.map(({ code }: JsonBody) => code),
    ["balance_differs"],
  );
});

test("200: a card number in a payer's text isn't stored; a reference that looks like one is", async () => {
  const { key } = await shop("Card numbers");
  const texts = ["Card 4242 4242 4242 4242", "00 00003 40000 30028 05610 00006", "Nul\0here"];
  const rows = texts.map((text) => `2026-01-31,1.00,${text}`).join("\n");
  const mapping = { account: sampleIban, currency: "EUR", columns: { date: "d", amount: "a", text: "t" } };
  const query = `?csvMapping=${encodeURIComponent(JSON.stringify(mapping))}`;
  await imported(kassa, `d,a,t\n${rows}\n`, { key, query, type: "text/csv" });
  const stored = (await allEntries(kassa, key)).map(({ details }) => details[0].remittance).sort();
  assert.deepEqual(stored, ["00 00003 40000 30028 05610 00006", "Card [card number]", "Nul here"]);
});

test("an entry that another transaction is storing isn't stored a second time", async () => {
  const { tenant } = await kassa.makeTenant("Same moment");
  const scope = { tenantId: tenant.tenantId, mode: "sandbox" } as const;
  const { database } = kassa.db;
  const importId = makeId("sti", "sandbox", tenant.tenantId, Date.now());
  const entry: NewBankEntry = {
    ...{ bankAccountId: "bac", entryKey: "key.1", status: "booked", creditDebit: "credit", reversal: false },
    ...{
      amountMinor: 1,
      currency: "EUR",
      bookingDate: null,
      valueDate: null,
      bankReference: null,
      details: [],
    },
    more: {
      ...{ statementId: null, entryReference: null, bankTransactionCode: null },
      ...{ batch: null, additionalInformation: null, charges: [] },
    },
  };
  const store = (trx: TenantTransaction): Promise<number> =>
    insertEntry(trx, makeId("ben", "sandbox", tenant.tenantId, Date.now()), importId, entry);
  await database.inTenant(scope, (trx) => insertImport(trx, importId, null));
  const { promise: second, resolve: hasBegun } = Promise.withResolvers<Promise<number>>();
  const first = await database.inTenant(scope, async (trx) => {
    const stored = await store(trx);
    hasBegun(database.inTenant(scope, store));
    return stored;
  });
  assert.deepEqual([first, await second], [1, 0]);
});

test("404, 400: imports and entries of others aren't found", async () => {
  const { key } = await shop("Mine");
  const other = await shop("Theirs");
  const { id } = await imported(kassa, sampleCamt(entriesOf(1, 3)), { key });
  assertProblem(await kassa.call("GET", `/api/bank-statements/${id}`, { key: other.key }), "not_found");
  assertProblem(
    await kassa.call("GET", `/api/bank-statements?startingAfter=${id}`, { key: other.key }),
    "cursor_invalid",
    "startingAfter",
  );
  assert.deepEqual(await allEntries(kassa, other.key, `&import=${id}`), []);
});

test("200: entries are listed by account, import and status, a page at a time", async () => {
  const { key, account } = await shop("Lists");
  const second = await addAccount(kassa, { key, iban: "DE75512108001245126199" });
  const pending = sampleEntry({ reference: "P", status: "PDNG" });
  const first = await imported(kassa, sampleCamt(entriesOf(1, 5) + pending, { format: "camt.052" }), { key });
  const file = sampleCamt(entriesOf(1, 4)).replaceAll(sampleIban, "DE75512108001245126199");
  const next = await imported(kassa, file, { key });
  const count = async (filter: string): Promise<number> => (await allEntries(kassa, key, filter)).length;
  assert.deepEqual(
    [
      await count(""),
      await count(`&account=${account}`),
      await count(`&account=${second}`),
      await count(`&import=${next.id}`),
      await count("&status=pending"),
      await count("&status=booked"),
      await count("&matchStatus=unmatched"),
      await count("&matchStatus=matched"),
    ],
    [10, 6, 4, 4, 1, 9, 9, 0],
  );
  const page = (await kassa.call("GET", `/api/bank-entries?limit=4`, { key })).body;
  assert.deepEqual([page.data.length, page.hasMore], [4, true]);
  const { body } = await kassa.call("GET", "/api/bank-statements?limit=1", { key });
  assert.deepEqual([body.data[0].id, body.hasMore], [next.id, true]);
  const rest = await kassa.call("GET", `/api/bank-statements?startingAfter=${next.id}`, { key });
  assert.deepEqual(
    rest.body.data.map(({ id }: JsonBody) => id),
    [first.id],
  );
});
