import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useTestDatabase } from "../../test/support/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import { idFloor, makeId, parseId } from "../kernel/id.ts";
import { accountNames } from "./accounts.ts";
import { post, reverse } from "./post.ts";
import { makePosting, makeReversal, type PostingName } from "./postings.ts";
import { seedPayment, testScope } from "./test-support.ts";

let paymentId: string;
const scope = testScope(7);

const db = useTestDatabase({}, async () => {
  paymentId = await seedPayment(db, scope);
});

const newSource = (): string => makeId("re", "sandbox", 7, Date.now());
const cause = (sourceId: string, amount = 2500) => ({
  sourceId,
  paymentId,
  connectorAccount: "sandbox",
  currency: "EUR",
  amount,
});

function inTenant<Value>(
  work: (trx: TenantTransaction) => Promise<Value>,
  of: TenantScope = scope,
): Promise<Value> {
  return db.database.inTenant(of, work);
}

const postOne = (name: PostingName, sourceId: string, amount?: number): Promise<void> =>
  inTenant((trx) => post(trx, makePosting(name, cause(sourceId, amount))));

type Row = {
  id: string;
  transaction: string;
  kind: string;
  reverses: string | null;
  account: string;
  amount: number;
  at: Date;
};

const rowsOf = (sourceId: string): Promise<Row[]> =>
  db.sql<Row>(
    `SELECT id, transaction_id AS transaction, kind, reverses, account, amount, created_at AS at
     FROM ledger_entries WHERE source_id = $1 ORDER BY id`,
    [sourceId],
  );

const brief = (rows: Row[]): string[] =>
  rows.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);

describe("post", () => {
  test("writes the transaction with its entries, in order", async () => {
    const source = newSource();
    await postOne("captured", source);
    const rows = await rowsOf(source);
    assert.deepEqual(brief(rows), [
      "captured authorized_funds 2500",
      "captured psp_clearing 2500",
      "captured customer_funds_receivable -2500",
      "captured merchant_payable -2500",
    ]);
  });

  test("makes ids that carry the tenant and the time", async () => {
    const source = newSource();
    await postOne("released", source);
    const rows = await rowsOf(source);
    for (const { id, transaction, at } of rows) {
      assert.equal(parseId(id, "lte")?.tenantId, 7);
      assert.equal(parseId(transaction, "ltx")?.mode, "sandbox");
      assert.ok(id.startsWith(idFloor("lte", "sandbox", 7, Math.floor(at.getTime()))), id);
    }
  });

  test("takes a clock's time for ids as well as for created_at", async () => {
    const source = newSource();
    const shown = "2031-05-06T07:08:09.123Z";
    await inTenant(async (trx) => {
      await trx.run("SELECT set_config('app.now', $1, true)", [shown]);
      await post(trx, makePosting("released", cause(source)));
    });
    for (const { id, at } of await rowsOf(source)) {
      assert.equal(at.toISOString(), shown);
      assert.ok(id.startsWith(idFloor("lte", "sandbox", 7, Date.parse(shown))), id);
    }
  });

  test("takes the largest amount there is", async () => {
    const source = newSource();
    await postOne("captured_at_once", source, Number.MAX_SAFE_INTEGER);
    assert.deepEqual(
      (await rowsOf(source)).map(({ amount }) => amount),
      [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    );
  });

  test("is undone with the change of state that it belongs to", async () => {
    const source = newSource();
    await assert.rejects(
      inTenant(async (trx) => {
        await post(trx, makePosting("released", cause(source)));
        throw new Error("something later failed");
      }),
    );
    assert.deepEqual(await rowsOf(source), []);
  });

  test("refuses the same kind of the same source a second time", async () => {
    const source = newSource();
    await postOne("refund_created", source);
    await assert.rejects(postOne("refund_created", source), { code: "23505" });
    await postOne("refund_succeeded", source);
    assert.equal((await rowsOf(source)).length, 4);
  });

  test("of fifty at once, one", async () => {
    const source = newSource();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => postOne("released", source)));
    assert.equal(all.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await rowsOf(source)).length, 2);
  });

  test("throws before anything is written where the entries don't sum to zero", async () => {
    const source = newSource();
    const wrong = {
      ...makePosting("released", cause(source)),
      entries: [["fees", 1] as const, ["refunds", -2] as const],
    };
    await assert.rejects(
      inTenant((trx) => post(trx, wrong)),
      { name: "AssertionFailed" },
    );
    assert.deepEqual(await rowsOf(source), []);
  });
});

describe("reverse", () => {
  const reversal = (sourceId: string) => makeReversal("refund_failed", { sourceId, paymentId });

  test("posts the opposite and names the reversed transaction", async () => {
    const source = newSource();
    await postOne("refund_created", source);
    await inTenant((trx) => reverse(trx, reversal(source)));
    const rows = await rowsOf(source);
    assert.deepEqual(brief(rows).toSorted(), [
      "refund_created merchant_payable 2500",
      "refund_created refunds -2500",
      "refund_failed merchant_payable -2500",
      "refund_failed refunds 2500",
    ]);
    const original = rows.find(({ kind }) => kind === "refund_created")?.transaction;
    assert.ok(
      rows.filter(({ kind }) => kind === "refund_failed").every(({ reverses }) => reverses === original),
    );
  });

  test("keeps currency and order of an entry for each of the original's", async () => {
    const source = newSource();
    await postOne("captured", source);
    await inTenant((trx) =>
      reverse(trx, { kind: "refund_failed", sourceId: source, paymentId, reversesKind: "captured" }),
    );
    const rows = await rowsOf(source);
    const of = (kind: string) => rows.filter((row) => row.kind === kind);
    assert.deepEqual(
      of("refund_failed").map(({ account, amount }) => [account, -amount]),
      of("captured").map(({ account, amount }) => [account, amount]),
    );
  });

  test("happens once, however many try", async () => {
    const source = newSource();
    await postOne("refund_created", source);
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => inTenant((trx) => reverse(trx, reversal(source)))),
    );
    assert.equal(all.filter(({ status }) => status === "fulfilled").length, 1);
    // Nor under another name: what is unique is the transaction that is undone.
    await assert.rejects(
      inTenant((trx) => reverse(trx, { ...reversal(source), kind: "refund_returned" })),
      { name: "AssertionFailed" },
    );
    assert.equal((await rowsOf(source)).length, 4);
  });

  test("throws where there is nothing to undo", async () => {
    await assert.rejects(
      inTenant((trx) => reverse(trx, reversal(newSource()))),
      { name: "AssertionFailed" },
    );
  });

  test("does not reach another tenant's transaction, nor the other mode's", async () => {
    const source = newSource();
    await postOne("refund_created", source);
    for (const other of [testScope(8), testScope(7, "live")]) {
      await assert.rejects(
        inTenant((trx) => reverse(trx, reversal(source)), other),
        {
          name: "AssertionFailed",
        },
      );
    }
  });
});

describe("the database", () => {
  type Lists = { accounts?: string; amounts?: string };
  /** A transaction as somebody would write it past `post`: its lists as PostgreSQL spells arrays. */
  const transaction = (id: string, { accounts = "{fees,refunds}", amounts = "{5,-5}" }: Lists, of = scope) =>
    [
      `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, currency, accounts, amounts)
       VALUES ($1, $2, $3, 'test', $2, $4, 'sandbox', 'EUR', $5, $6)`,
      [of.tenantId, id, of.mode, paymentId, accounts, amounts],
    ] as const;
  const write = (id: string, lists: Lists) => inTenant((trx) => trx.run(...transaction(id, lists)));

  for (const [name, lists] of Object.entries<Lists>({
    "that don't sum to zero": { amounts: "{5,-4}" },
    "of which one has no amount": { accounts: "{fees,refunds,disputes}", amounts: "{5,-5,NULL}" },
    "of which one has no account": { accounts: "{fees,NULL}" },
    "of which one is of nothing": { accounts: "{fees,refunds,disputes}", amounts: "{5,-5,0}" },
    "with more amounts than accounts": { amounts: "{5,-4,-1}" },
    "of which there is only one": { accounts: "{fees}", amounts: "{5}" },
    "of which there is none": { accounts: "{}", amounts: "{}" },
    "that hide amounts before the first place": { amounts: "[0:1]={5,-5}" },
    "in lists of two dimensions": { accounts: "{{fees,refunds}}", amounts: "{{5,-5}}" },
    "of more than six, of which the seventh isn't added up": {
      accounts: "{fees,fees,fees,fees,fees,refunds,refunds}",
      amounts: "{1,1,1,1,1,-5,7}",
    },
  })) {
    test(`refuses entries ${name}, also from the schema's owner`, async () => {
      await assert.rejects(write("ltx_wrong", lists), { code: /^23/ });
      const [text, values] = transaction("ltx_wrong", lists);
      await assert.rejects(db.sql(text, [...values]), { code: /^23/ });
    });
  }

  test("refuses an account that isn't in the chart, and has all that are", async () => {
    await assert.rejects(write("ltx_other", { accounts: "{fees,others}" }), { code: "23514" });
    await write("ltx_six", {
      accounts: `{${accountNames.slice(0, 6).join(",")}}`,
      amounts: "{1,2,3,4,5,-15}",
    });
    for (const name of accountNames) await write(`ltx_${name}`, { accounts: `{${name},fees}` });
    assert.equal((await rowsOf("ltx_six")).length, 6);
  });

  test("refuses a transaction without a payment, unless a settlement line caused it", async () => {
    const insert = (id: string): Promise<unknown> =>
      db.sql(
        `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, connector_account, currency, accounts, amounts)
         VALUES ($1, $2, $3, 'test', $2, 'sandbox', 'EUR', '{fees,refunds}', '{5,-5}')`,
        [scope.tenantId, id, scope.mode],
      );
    await assert.rejects(insert("cap_1"), { code: "23514" });
    await insert("stl_1");
  });

  test("gives no role that serves more than reading, adding and giving positions, and the eraser what is the sandbox's", async () => {
    const granted = await db.sql<{ role: string; rights: string[] }>(`
      SELECT r.rolname AS role, array_agg(DISTINCT privilege ORDER BY privilege) AS rights
      FROM pg_roles r, (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) p (privilege)
      WHERE r.rolname LIKE 'kassa\\_%' AND has_table_privilege(r.oid, 'ledger_transactions', privilege) GROUP BY 1 ORDER BY 1`);
    assert.deepEqual(granted, [
      { role: "kassa_eraser", rights: ["DELETE"] },
      { role: "kassa_request", rights: ["INSERT", "SELECT"] },
    ]);
    const updated = await db.sql<{ role: string; column: string }>(`
      SELECT r.rolname AS role, attname AS column FROM pg_roles r, pg_attribute
      WHERE r.rolname LIKE 'kassa\\_%' AND attrelid = 'ledger_transactions'::regclass AND attnum > 0 AND NOT attisdropped
        AND has_column_privilege(r.oid, attrelid, attname, 'UPDATE')`);
    assert.deepEqual(updated, [{ role: "kassa_request", column: "position" }]);
  });

  test("refuses to change or remove a transaction, whoever serves", async () => {
    await postOne("released", newSource());
    for (const statement of [
      "UPDATE ledger_transactions SET payment_id = 'x'",
      "UPDATE ledger_transactions SET amounts = '{1,-1}'",
      "DELETE FROM ledger_transactions",
      "TRUNCATE ledger_transactions CASCADE",
    ]) {
      const { inControl, inWorker, inSandboxPsp } = db.database;
      for (const within of [inTenant<number>, inControl<number>, inWorker<number>, inSandboxPsp<number>]) {
        await assert.rejects(
          within((trx) => trx.run(statement)),
          { code: "42501" },
          statement,
        );
      }
    }
  });

  test("hides a tenant's ledger from other tenants and modes, and refuses their writes to it", async () => {
    const source = newSource();
    await postOne("released", source);
    for (const other of [testScope(8), testScope(7, "live")]) {
      const seen = await inTenant(
        (trx) =>
          trx.query<{ source: string }>(
            "SELECT source_id AS source FROM ledger_transactions WHERE tenant_id = 7",
          ),
        other,
      );
      assert.deepEqual(seen, []);
      await assert.rejects(
        inTenant((trx) => trx.run(...transaction("ltx_f", {}, scope)), other),
        /row-level security/,
      );
    }
  });
});
