import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertProblem } from "../../test/api/support.ts";
import type { CallResult } from "../../test/support/app.ts";
import { useTestApp } from "../../test/support/use-test-app.ts";
import type { TenantScope } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";
import { createKey } from "../tenants/create-key.ts";
import type { NewTenant } from "../tenants/create-tenant.ts";
import { accountNames } from "./accounts.ts";
import { post, reverse } from "./post.ts";
import { makePosting, makeReversal, type PostingName } from "./postings.ts";
import { seedPayment } from "./test-support.ts";

let other: NewTenant;
const kassa = useTestApp({}, async () => {
  other = await kassa.makeTenant("Other");
});

/** A new tenant with a payment, for tests that read its whole ledger. */
async function makeTenantLedger(mode: Mode = "sandbox") {
  const owner = await kassa.makeTenant("Ledger");
  const scope: TenantScope = { tenantId: owner.tenant.tenantId, mode };
  const paymentId = await seedPayment(kassa.db, scope);
  const key = owner.keys[mode].secret;
  let sources = 0;
  return {
    owner,
    scope,
    paymentId,
    get: (path: string): Promise<CallResult> => kassa.call("GET", path, { key }),
    key,
    post: async (
      name: PostingName,
      amount: number,
      currency = "EUR",
      connectorAccount = "ca_1",
    ): Promise<string> => {
      sources += 1;
      const sourceId = `source_${sources}`;
      await kassa.app.database.inTenant(scope, (trx) =>
        post(trx, makePosting(name, { sourceId, paymentId, connectorAccount, currency, amount })),
      );
      return sourceId;
    },
  };
}

/** The figures of money that is at one account of a connector that can't import settlements. */
function untracked(notTracked: number) {
  const figures = ["pending", "available", "reserved", "inTransit", "paidOut"];
  const all = (value: 0 | null) => Object.fromEntries(figures.map((name) => [name, value]));
  const account = {
    connectorAccount: "ca_1",
    settlements: "not_importable",
    importedUntil: null,
    completeUntil: null,
    reportsWaiting: 0,
  };
  return { ...all(0), notTracked, connectorAccounts: [{ ...account, ...all(null), notTracked }] };
}

describe("GET /api/balance", () => {
  test("is empty before any money has moved", async () => {
    const ledger = await makeTenantLedger();
    const { status, body } = await ledger.get("/api/balance");
    assert.deepEqual([status, body], [200, { object: "balance", mode: "sandbox", currencies: [] }]);
  });

  test("has every account of each currency, positive on its usual side", async () => {
    const ledger = await makeTenantLedger();
    await ledger.post("authorized", 5_000);
    await ledger.post("captured", 3_000);
    await ledger.post("refund_created", 1_000);
    await ledger.post("dispute_opened", 500);
    await ledger.post("dispute_fee", 15);
    await ledger.post("late_received", 70);
    await ledger.post("captured_at_once", 900, "JPY");
    const { body } = await ledger.get("/api/balance");
    assert.deepEqual(body.currencies, [
      {
        currency: "EUR",
        ...untracked(3_000 - 500 - 15 + 70),
        earned: 2_000 - 500 - 15,
        capturable: 2_000,
        accounts: {
          ...Object.fromEntries(accountNames.map((name) => [name, 0])),
          customer_funds_receivable: 2_000,
          authorized_funds: 2_000,
          psp_clearing: 3_000 - 500 - 15 + 70,
          merchant_payable: 2_000,
          refunds: 1_000,
          disputes: 500,
          fees: 15,
          surplus: 70,
        },
      },
      {
        currency: "JPY",
        ...untracked(900),
        earned: 900,
        capturable: 0,
        accounts: {
          ...Object.fromEntries(accountNames.map((name) => [name, 0])),
          psp_clearing: 900,
          merchant_payable: 900,
        },
      },
    ]);
    const { earned, accounts } = body.currencies[0];
    // All of it is still at the PSP.
    assert.equal(earned, accounts.psp_clearing - accounts.refunds - accounts.surplus);
  });

  test("is exact beyond the largest safe integer", async () => {
    const ledger = await makeTenantLedger();
    for (let times = 0; times < 3; times += 1) await ledger.post("captured_at_once", Number.MAX_SAFE_INTEGER);
    const { status, text } = await ledger.get("/api/balance");
    assert.equal(status, 200);
    assert.match(text, /"psp_clearing":27021597764222973\b/);
    assert.match(text, /"earned":27021597764222973\b/);
  });

  test("is of the key's tenant and mode", async () => {
    const ledger = await makeTenantLedger();
    await ledger.post("captured_at_once", 100);
    for (const key of [ledger.owner.keys.live.secret, other.keys.sandbox.secret]) {
      const { body } = await kassa.call("GET", "/api/balance", { key });
      assert.deepEqual(body.currencies, []);
    }
  });

  test("takes the scope balance:read, and so does the ledger", async () => {
    const { tenantId } = kassa.tenant.tenant;
    const makeKey = async (scope: "balance:read" | "payments:write") => {
      const made = await createKey(
        { database: kassa.app.database, keyring: kassa.keyring },
        { tenantId, mode: "sandbox", scopes: [scope] },
      );
      assert.ok(made.ok);
      return made.value.secret;
    };
    const [reader, stranger] = [await makeKey("balance:read"), await makeKey("payments:write")];
    for (const path of ["/api/balance", "/api/ledger/entries", "/api/ledger/entries.csv"]) {
      assert.equal((await kassa.call("GET", path, { key: reader })).status, 200, path);
      assertProblem(await kassa.call("GET", path, { key: stranger }), "scope_missing", undefined, path);
      assertProblem(await kassa.call("GET", path, { key: null }), "authentication_failed", undefined, path);
    }
  });
});

describe("GET /api/ledger/entries", () => {
  test("shows entries with what their transaction says", async () => {
    const ledger = await makeTenantLedger();
    const source = await ledger.post("refund_created", 1_250);
    const { body } = await ledger.get("/api/ledger/entries");
    assert.equal(body.hasMore, false);
    assert.equal(body.data.length, 2);
    const [newest, oldest] = body.data;
    const { id, transaction, createdAt, ...rest } = newest;
    assert.match(id, /^lte_sandbox_/);
    assert.match(transaction, /^ltx_sandbox_/);
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
    assert.deepEqual(rest, {
      object: "ledger.entry",
      mode: "sandbox",
      kind: "refund_created",
      source,
      reverses: null,
      payment: ledger.paymentId,
      connectorAccount: "ca_1",
      account: "refunds",
      currency: "EUR",
      amount: -1_250,
    });
    assert.deepEqual(
      [oldest.account, oldest.amount, oldest.transaction],
      ["merchant_payable", 1_250, transaction],
    );
  });

  test("says what a reversal undoes", async () => {
    const ledger = await makeTenantLedger();
    const sourceId = await ledger.post("refund_created", 1_250);
    await kassa.app.database.inTenant(ledger.scope, (trx) =>
      reverse(trx, makeReversal("refund_failed", { sourceId, paymentId: ledger.paymentId })),
    );
    const { body } = await ledger.get("/api/ledger/entries");
    const [reversal, , , original] = body.data;
    assert.deepEqual([reversal.kind, reversal.reverses], ["refund_failed", original.transaction]);
  });

  test("pages in both directions without a gap", async () => {
    const ledger = await makeTenantLedger();
    for (let count = 0; count < 6; count += 1) await ledger.post("released", 10 + count);
    const all: string[] = (await ledger.get("/api/ledger/entries?limit=100")).body.data.map(
      ({ id }: { id: string }) => id,
    );
    assert.equal(all.length, 12);
    assert.deepEqual(all, all.toSorted().reverse());
    const walk = async (cursor: string, from: (page: string[]) => string): Promise<string[][]> => {
      const { body } = await ledger.get(`/api/ledger/entries?limit=5${cursor}`);
      const ids: string[] = body.data.map(({ id }: { id: string }) => id);
      return body.hasMore ? [ids, ...(await walk(from(ids), from))] : [ids];
    };
    const forth = await walk("", (page) => `&startingAfter=${page.at(-1)}`);
    assert.deepEqual(forth.flat(), all);
    const back = await walk(`&endingBefore=${all.at(-1)}`, (page) => `&endingBefore=${page[0]}`);
    assert.deepEqual(back.toReversed().flat(), all.slice(0, -1));
  });

  test("can be narrowed to an account, a currency, a payment, a connector account, a transaction and a time", async () => {
    const ledger = await makeTenantLedger();
    await ledger.post("captured_at_once", 1, "JPY");
    await sleep(5);
    await ledger.post("captured_at_once", 2, "EUR", "ca_2");
    const find = async (query: string): Promise<number[]> => {
      const { status, body, text } = await ledger.get(`/api/ledger/entries?${query}`);
      assert.equal(status, 200, text);
      return body.data.map(({ amount }: { amount: number }) => amount);
    };
    const [newest] = (await ledger.get("/api/ledger/entries")).body.data;
    assert.deepEqual(await find("account=psp_clearing"), [2, 1]);
    assert.deepEqual(await find("account=surplus"), []);
    assert.deepEqual(await find("currency=jpy"), [-1, 1]);
    assert.deepEqual(await find("currency=EUR&account=merchant_payable"), [-2]);
    assert.deepEqual((await find(`payment=${ledger.paymentId}`)).length, 4);
    assert.deepEqual(await find("connectorAccount=ca_2"), [-2, 2]);
    assert.deepEqual(await find("connectorAccount=ca_1&account=psp_clearing"), [1]);
    assert.deepEqual(await find(`transaction=${newest.transaction}`), [-2, 2]);
    assert.deepEqual(await find(`createdAfter=${newest.createdAt}`), [-2, 2]);
    assert.deepEqual(await find(`createdBefore=${newest.createdAt}`), [-1, 1]);
  });

  test("says what is wrong with a query", async () => {
    const wrong = {
      "account=petty_cash": ["parameter_invalid", "account"],
      "currency=EURO": ["currency_invalid", "currency"],
      "createdAfter=yesterday": ["parameter_invalid", "createdAfter"],
      "limit=101": ["parameter_invalid", "limit"],
      "startingAfter=lte_sandbox_x": ["cursor_invalid", "startingAfter"],
      "color=red": ["unknown_field", "color"],
    } as const;
    for (const [query, [code, param]] of Object.entries(wrong))
      assertProblem(await kassa.call("GET", `/api/ledger/entries?${query}`), code, param, query);
  });
});

describe("GET /api/ledger/entries.csv", () => {
  const linesOf = (text: string): string[][] =>
    text
      .split("\r\n")
      .slice(0, -1)
      .map((line) => line.split(","));

  test("has a header and the fields of every entry, oldest first", async () => {
    const ledger = await makeTenantLedger();
    await ledger.post("captured_at_once", 259_905);
    await ledger.post("refund_created", 700, "JPY");
    const { status, headers, text } = await ledger.get("/api/ledger/entries.csv");
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "text/csv; charset=utf-8; header=present");
    assert.equal(headers.get("content-disposition"), 'attachment; filename="kassa-ledger-sandbox.csv"');
    const [header = [], ...lines] = linesOf(text);
    const { data } = (await ledger.get("/api/ledger/entries")).body;
    const { object, mode, ...fields } = data[0];
    assert.deepEqual(new Set(header), new Set([...Object.keys(fields), "amountDecimal"]));
    const read = lines.map((line) => Object.fromEntries(line.map((value, at) => [header[at], value])));
    // The list is in the order of ids, which is random within a millisecond. So is the order of transactions in the export.
    assert.deepEqual(
      read.map(({ id, amount, reverses }) => [id, amount, reverses]).sort(),
      data.map((entry: { id: string; amount: number }) => [entry.id, String(entry.amount), ""]).sort(),
    );
    const amounts = read.map(({ amountDecimal, currency }) => `${amountDecimal} ${currency}`);
    assert.deepEqual([amounts.slice(0, 2), amounts.slice(2)].sort(), [
      ["2599.05 EUR", "-2599.05 EUR"],
      ["700 JPY", "-700 JPY"],
    ]);
  });

  test("can be narrowed like the list", async () => {
    const ledger = await makeTenantLedger();
    await ledger.post("captured_at_once", 1, "JPY");
    await sleep(5);
    await ledger.post("captured_at_once", 2, "EUR", "ca_2");
    const [newest] = (await ledger.get("/api/ledger/entries")).body.data;
    const count = async (query: string) =>
      linesOf((await ledger.get(`/api/ledger/entries.csv?${query}`)).text).length - 1;
    assert.equal(await count(""), 4);
    assert.equal(await count("currency=jpy"), 2);
    assert.equal(await count("account=psp_clearing"), 2);
    assert.equal(await count("connectorAccount=ca_2"), 2);
    assert.equal(await count(`transaction=${newest.transaction}`), 2);
    assert.equal(await count(`createdBefore=${newest.createdAt}`), 2);
    assert.equal(await count(`createdAfter=${newest.createdAt}&createdBefore=${newest.createdAt}`), 0);
    assertProblem(await ledger.get("/api/ledger/entries.csv?limit=5"), "unknown_field", "limit");
    assertProblem(
      await ledger.get("/api/ledger/entries.csv?createdAfter=x"),
      "parameter_invalid",
      "createdAfter",
    );
  });

  test("is the header alone where there is nothing, or nothing of one's own", async () => {
    const ledger = await makeTenantLedger();
    await ledger.post("captured_at_once", 2);
    const { text } = await kassa.call("GET", `/api/ledger/entries.csv?payment=${ledger.paymentId}`, {
      key: other.keys.sandbox.secret,
    });
    assert.equal(linesOf(text).length, 1);
  });
});
