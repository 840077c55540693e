import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestDatabase } from "../../../test/support/database.ts";
import { encodeTenantKey } from "../../kernel/id.ts";
import { csvHeader } from "../entry.ts";
import { post } from "../post.ts";
import { makePosting } from "../postings.ts";
import { seedPayment, testScope } from "../test-support.ts";
import { exportEntries } from "./export-entries.ts";

let paymentId: string;
const connectorAccount = "sandbox";
const scope = testScope(7);
/** Enough for three pages. */
const transactions = 2_201;
const parts = ["authorized_funds", "psp_clearing", "merchant_payable"];

const db = useTestDatabase({}, async () => {
  paymentId = await seedPayment(db, scope);
  await seedTransactions();
});

/** Balanced transactions of three entries each, all in one second. */
async function seedTransactions(): Promise<void> {
  const place = `sandbox_${encodeTenantKey(7)}0Vb00000`;
  await db.sql(
    `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, currency, accounts, amounts)
     SELECT 7, 'ltx_' || $1 || lpad(n::text, 21, '0') || '0', 'sandbox', 'captured', 'cap_' || n, $3, 'sandbox', 'EUR', $4, '{5,10,-15}'
     FROM generate_series(1, $2::integer) AS n`,
    [place, transactions, paymentId, parts],
  );
}

async function open(query = {}): Promise<AsyncIterator<string>> {
  const file = await exportEntries(db.database, scope, query);
  assert.ok(file.ok);
  return file.value[Symbol.asyncIterator]();
}

async function restOf(file: AsyncIterator<string>): Promise<string[]> {
  const chunks: string[] = [];
  for (let next = await file.next(); !next.done; next = await file.next()) {
    chunks.push(next.value);
    // Nothing is held while the reader takes its time.
    assert.equal(db.database.load().used, 0);
  }
  return chunks;
}

const linesOf = (chunks: readonly string[]): string[][] =>
  chunks
    .join("")
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));

test("holds every entry once, page by page, however pages and transactions meet", async () => {
  const chunks = await restOf(await open());
  assert.deepEqual(
    chunks.map((chunk) => chunk.split("\r\n").length - 1),
    [1, 3000, 3000, 603],
  );
  const [header, ...lines] = linesOf(chunks);
  assert.equal(`${header?.join(",")}\r\n`, csvHeader);
  assert.equal(new Set(lines.map(([id]) => id)).size, 3 * transactions);
  const order = lines.map((line) => `${line[2]} ${line[0]}`);
  assert.deepEqual(order, order.toSorted());
  assert.equal(
    lines.reduce((sum, line) => sum + Number(line[10]), 0),
    0,
  );
});

test("holds no part of a transaction that was posted after it began", async () => {
  const file = await open();
  await file.next();
  await file.next();
  await db.database.inTenant(scope, (trx) =>
    post(
      trx,
      makePosting("released", {
        sourceId: "vd_later",
        paymentId,
        connectorAccount,
        currency: "EUR",
        amount: 815,
      }),
    ),
  );
  assert.doesNotMatch((await restOf(file)).join(""), /vd_later/);
  assert.match((await restOf(await open())).join(""), /vd_later/);
});

test("pages through one account as through all", async () => {
  const [, ...lines] = linesOf(await restOf(await open({ account: "psp_clearing" })));
  assert.equal(lines.length, transactions);
  assert.ok(lines.every((line) => line[8] === "psp_clearing" && line[10] === "10" && line[11] === "0.10"));
});

/** A posting whose transaction is open until `commit` is called. */
async function posting(sourceId: string): Promise<{ commit(): Promise<void> }> {
  const posted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const done = db.database.inTenant(scope, async (trx) => {
    await post(
      trx,
      makePosting("released", { sourceId, paymentId, connectorAccount, currency: "EUR", amount: 1 }),
    );
    // It was only sent. What comes after it is answered after it.
    await trx.run("SELECT");
    posted.resolve();
    await mayCommit.promise;
  });
  await posted.promise;
  return {
    commit: () => {
      mayCommit.resolve();
      return done;
    },
  };
}

const sourcesOf = async (query: object): Promise<string[]> => {
  const [, ...lines] = linesOf(await restOf(await open(query)));
  return lines.map((line) => line[4] ?? "").filter((source) => source.startsWith("vd_window"));
};

for (const by of ["time", "transaction"] as const) {
  test(`two adjoining windows by ${by} hold each entry once, though one commits after the first was asked for`, async () => {
    const [header, ...before] = linesOf(await restOf(await open()));
    assert.ok(header && before.length > 0);
    const lastTransaction = before.at(-1)?.[2];
    const startedAt = new Date().toISOString();
    const late = await posting(`vd_window_${by}_late`);
    const early = await posting(`vd_window_${by}_early`);
    await early.commit();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const border = new Date().toISOString();
    const from = by === "time" ? { createdAfter: startedAt } : { afterTransaction: lastTransaction };
    const first = open(by === "time" ? { ...from, createdBefore: border } : from);
    await late.commit();
    const [, ...lines] = linesOf(await restOf(await first));
    const next = by === "time" ? { createdAfter: border } : { afterTransaction: lines.at(-1)?.[2] };
    await (await posting(`vd_window_${by}_next`)).commit();
    const sources = [
      ...lines.map((line) => line[4] ?? "").filter((source) => source.startsWith("vd_window")),
      ...(await sourcesOf(next)),
    ];
    const expected = ["early", "late", "next"].flatMap((name) =>
      new Array(2).fill(`vd_window_${by}_${name}`),
    );
    assert.deepEqual(sources.toSorted(), expected);
  });
}

test("there is no file of a time that is over while an earlier posting is uncommitted, and the database is asked five times a second at most", async () => {
  const open = await posting("vd_stuck");
  let asked = 0;
  const inTenant: typeof db.database.inTenant = (...args) => {
    asked += 1;
    return db.database.inTenant(...args);
  };
  const file = await exportEntries(Object.assign(Object.create(db.database), { inTenant }), scope, {
    createdBefore: new Date().toISOString(),
  });
  await open.commit();
  assert.equal(file.ok ? "a file" : file.failure.code, "service_unavailable");
  // The first waits are shorter: 5 ms, then twice as long each time.
  assert.ok(asked > 2 && asked < 40, `asked ${asked} times`);
});

test("a transaction that isn't in the ledger is no cursor", async () => {
  for (const afterTransaction of ["ltx_sandbox_0", "x"]) {
    const file = await exportEntries(db.database, scope, { afterTransaction });
    assert.equal(file.ok ? "ok" : file.failure.code, "cursor_invalid");
  }
});
