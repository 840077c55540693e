import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { disputed, sendEvidence, untilDispute } from "../../../test/api/disputing.ts";
import { authorize, pay } from "../../../test/api/paying.ts";
import type { JsonBody } from "../../../test/support/app.ts";
import { cards } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { useTestApp } from "../../../test/support/use-test-app.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { makeId } from "../../kernel/id.ts";
import { post, reverse } from "../post.ts";
import { makePosting, makeReversal, type PostingName } from "../postings.ts";
import { insertRow, type PaymentColumns, seedPayment } from "../test-support.ts";
import { type FoundDifference, type Progress, verifyLedger } from "./verify-ledger.ts";

let scope: TenantScope;
const kassa = useTestApp({ KASSA_SANDBOX_PENDING_MS: "150" }, async () => {
  scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" };
});

const verify = (onProgress?: (progress: Progress) => void) =>
  verifyLedger(kassa.db.settings, [scope, { ...scope, mode: "live" }], onProgress);

const refund = async (payment: string, amount?: number): Promise<JsonBody> => {
  const answer = await kassa.call("POST", "/api/refunds", { body: { payment, amount } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

const statusOfRefund = async (id: string): Promise<string> =>
  (await kassa.call("GET", `/api/refunds/${id}`)).body.status;

const act = async (payment: string, action: "capture" | "void", body?: object): Promise<void> => {
  const answer = await kassa.call("POST", `/api/payments/${payment}/${action}`, { body });
  assert.equal(answer.status, 200, answer.text);
};

/** Changes rows as the database's owner, without triggers and foreign keys. */
async function tamper(text: string, values: readonly unknown[] = []): Promise<void> {
  // SET LOCAL, because Citus sends no other setting to its nodes.
  await kassa.db.sql("BEGIN; SET LOCAL session_replication_role = replica");
  try {
    await kassa.db.sql(text, values);
  } finally {
    await kassa.db.sql("COMMIT");
  }
}

describe("finds no difference", () => {
  test("after payments, captures, voids and refunds by the API", async () => {
    const declined = await pay(kassa, { card: cards.declined });
    assert.equal(declined.amountAuthorized, 0);
    const paid = await pay(kassa);
    await refund(paid.id, 99);
    await refund(paid.id);
    const inParts = await authorize(kassa);
    await act(inParts.id, "capture", { amount: 1000 });
    await refund(inParts.id, 400);
    await act(inParts.id, "capture", { amount: 500 });
    await act(inParts.id, "void");
    const final = await authorize(kassa);
    await act(final.id, "capture", { amount: 2000 });
    await act(final.id, "capture", { amount: 1, final: true });
    await act((await authorize(kassa)).id, "capture");
    await act((await authorize(kassa)).id, "void");
    await authorize(kassa);
    await pay(kassa, { session: { amount: 500, currency: "JPY" } });
    const verification = await verify();
    assert.deepEqual(verification.differences, []);
    assert.equal(verification.payments, 8);
    assert.ok(verification.transactions >= 15, `${verification.transactions} transactions`);
    assert.ok(verification.entries > 2 * verification.transactions, `${verification.entries} entries`);
  });

  test("while refunds are pending, and after they have succeeded or failed", async () => {
    const pending: { id: string; end: string }[] = [];
    for (const [card, end] of [
      ["4000000000007726", "succeeded"],
      ["4000000000005126", "failed"],
      ["4200000000000604", "failed"],
    ] as const) {
      const { id } = await pay(kassa, { card });
      for (const amount of [700, 800]) pending.push({ id: (await refund(id, amount)).id, end });
      assert.deepEqual((await verify()).differences, []);
    }
    for (const { id, end } of pending)
      await until(async () => (await statusOfRefund(id)) === end, `refund ${id} has ${end}`);
    assert.deepEqual((await verify()).differences, []);
  });

  test("when one of a payment's refunds succeeds and another fails at once", async () => {
    const amounts = { amount: 900, amount_authorized: 900, amount_captured: 900, amount_refunded: 400 };
    const paymentId = await seedPayment(kassa.db, scope, {
      ...amounts,
      capture_method: "automatic",
      status: "captured",
    });
    const idOf = (prefix: "att" | "re") => makeId(prefix, "sandbox", scope.tenantId, Date.now());
    const owner = { tenant_id: scope.tenantId, mode: scope.mode, payment_id: paymentId };
    const attemptId = idOf("att");
    await insertRow(kassa.db, "attempts", {
      ...{ ...owner, id: attemptId, number: 1, status: "approved", method: "card" },
      ...{ connector: "sandbox", connector_account: "sandbox" },
    });
    const book = (name: PostingName, sourceId: string, amount: number): Promise<void> =>
      kassa.app.database.inTenant(scope, (trx) =>
        post(
          trx,
          makePosting(name, { sourceId, paymentId, connectorAccount: "sandbox", currency: "EUR", amount }),
        ),
      );
    const makeRefund = async (status: string, amount: number): Promise<string> => {
      const id = idOf("re");
      await insertRow(kassa.db, "movements", {
        ...{ ...owner, id, attempt_id: attemptId, kind: "refund", status, amount, currency: "EUR" },
      });
      await book("refund_created", id, amount);
      return id;
    };
    await book("captured_at_once", attemptId, 900);
    await book("refund_succeeded", await makeRefund("succeeded", 400), 400);
    const failed = await makeRefund("failed", 500);
    await kassa.app.database.inTenant(scope, (trx) =>
      reverse(trx, makeReversal("refund_failed", { sourceId: failed, paymentId })),
    );
    assert.deepEqual((await verify()).differences, []);
  });

  test("with disputes that were won or lost, and open ones", async () => {
    const won = await disputed(kassa, "fraudulent");
    await sendEvidence(kassa, won.id, "winning_evidence");
    await untilDispute(kassa, won.id, "won");
    const lost = await disputed(kassa, "notReceived");
    await kassa.call("POST", `/api/disputes/${lost.id}/accept`);
    await untilDispute(kassa, lost.id, "lost");
    await disputed(kassa, "inquiry");
    await disputed(kassa, "fraudulent");
    assert.deepEqual((await verify()).differences, []);
  });
});

test("reports its progress after each batch of payments", async () => {
  const reported: Progress[] = [];
  const { payments } = await verify((progress) => reported.push(progress));
  assert.deepEqual(reported, [{ scope, checked: payments, of: payments }]);
});

describe("late funds", () => {
  /** A failed payment whose money arrived later. */
  async function lateFunds(columns: PaymentColumns = {}) {
    const amount = 900;
    const paymentId = await seedPayment(kassa.db, scope, {
      amount,
      capture_method: "automatic",
      status: "failed",
      amount_late: amount,
      ...columns,
    });
    const owner = { tenant_id: scope.tenantId, mode: scope.mode, payment_id: paymentId };
    const attemptId = makeId("att", "sandbox", scope.tenantId, Date.now());
    const refundId = makeId("re", "sandbox", scope.tenantId, Date.now());
    await insertRow(kassa.db, "attempts", {
      ...owner,
      id: attemptId,
      number: 1,
      status: "late",
      connector: "sandbox",
      connector_account: "sandbox",
      method: "card",
    });
    const book = (name: PostingName | "late_refund_returned", sourceId: string): Promise<void> =>
      kassa.app.database.inTenant(scope, (trx) =>
        name === "late_refund_returned"
          ? reverse(trx, makeReversal(name, { sourceId, paymentId, version: 1 }))
          : post(
              trx,
              makePosting(name, {
                sourceId,
                paymentId,
                connectorAccount: "sandbox",
                currency: "EUR",
                amount,
              }),
            ),
      );
    return {
      paymentId,
      attemptId,
      refundId,
      book,
      refund: (status: "pending" | "succeeded" | "failed", revision = 0) =>
        insertRow(kassa.db, "movements", {
          ...owner,
          id: refundId,
          attempt_id: attemptId,
          kind: "refund",
          status,
          amount,
          currency: "EUR",
          late: true,
          revision,
          next_check_at: status === "pending" ? "2999-01-01" : null,
        }),
      /** Adds a call-off of the attempt, which moved no money. */
      callOff: () =>
        insertRow(kassa.db, "movements", {
          ...owner,
          ...{
            id: makeId("co", "sandbox", scope.tenantId, Date.now()),
            attempt_id: attemptId,
            kind: "call_off",
          },
          ...{ status: "succeeded", amount, currency: "EUR", late: true },
        }),
    };
  }

  /** Adds a lost dispute of late funds. @param loss the posting of the loss */
  async function lose(
    { paymentId, attemptId, book }: Awaited<ReturnType<typeof lateFunds>>,
    loss: PostingName,
  ) {
    const disputeId = makeId("dp", "sandbox", scope.tenantId, Date.now());
    await insertRow(kassa.db, "disputes", {
      ...{
        tenant_id: scope.tenantId,
        id: disputeId,
        mode: scope.mode,
        payment_id: paymentId,
        session_id: "cs_x",
      },
      ...{ connector_account: "sandbox", psp_reference: disputeId, stage: "chargeback", status: "lost" },
      ...{
        reason: "fraudulent",
        amount: 900,
        amount_lost: 900,
        currency: "EUR",
        late: true,
        attempt_id: attemptId,
      },
      closed_at: new Date().toISOString(),
    });
    await book("dispute_opened", disputeId);
    await book(loss, disputeId);
  }

  const textsOf = async (paymentId: string): Promise<string[]> =>
    (await verify()).differences.filter((found) => found.paymentId === paymentId).map(({ text }) => text);

  test("may be kept, pending return, returned, or returned in a refund that failed later", async () => {
    const kept = await lateFunds();
    await kept.book("late_received", kept.attemptId);
    await kept.book("late_kept", kept.attemptId);
    await kept.callOff();
    const pending = await lateFunds();
    await pending.book("late_received", pending.attemptId);
    await pending.refund("pending");
    const returned = await lateFunds({ amount_late_returned: 900 });
    await returned.book("late_received", returned.attemptId);
    await returned.refund("succeeded");
    await returned.book("late_returned", returned.refundId);
    const failed = await lateFunds();
    await failed.book("late_received", failed.attemptId);
    await failed.refund("failed", 1);
    await failed.book("late_returned", failed.refundId);
    await failed.book("late_refund_returned", failed.refundId);
    for (const { paymentId } of [kept, pending, returned, failed])
      assert.deepEqual(await textsOf(paymentId), []);
  });

  test("lost in a dispute are posted to the surplus, or to the merchant who had kept them", async () => {
    const disputed = { amount_late_disputed: 900 };
    const waiting = async (loss: PostingName) => {
      const late = await lateFunds(disputed);
      await late.book("late_received", late.attemptId);
      await late.refund("failed");
      await lose(late, loss);
      return textsOf(late.paymentId);
    };
    const kept = async (loss: PostingName) => {
      const late = await lateFunds(disputed);
      await late.book("late_received", late.attemptId);
      await late.book("late_kept", late.attemptId);
      await lose(late, loss);
      return textsOf(late.paymentId);
    };
    assert.deepEqual(await waiting("late_dispute_lost"), []);
    assert.deepEqual(await kept("dispute_lost"), []);
    assert.match(
      (await waiting("dispute_lost")).join(),
      / instead of surplus 9\.00 EUR, disputes -9\.00 EUR\.$/,
    );
    assert.match((await kept("late_dispute_lost")).join(), / instead of merchant_payable 9\.00 EUR/);
  });

  test("that are disputed have an amount of their own", async () => {
    const late = await lateFunds();
    await late.book("late_received", late.attemptId);
    await late.refund("failed");
    await lose(late, "late_dispute_lost");
    assert.deepEqual(await textsOf(late.paymentId), [
      "The ledger has 9.00 EUR disputed of late funds; the payment has 0.00 EUR.",
    ]);
  });

  test("that were only authorized have no posting", async () => {
    const { paymentId } = await lateFunds({ capture_method: "manual", amount_late: 0 });
    assert.deepEqual(await textsOf(paymentId), []);
  });

  test("are reported if they aren't posted, or are neither kept nor returned", async () => {
    const unposted = await lateFunds();
    const [received, kept, ...amounts] = await textsOf(unposted.paymentId);
    assert.match(received ?? "", /^late_received of 9\.00 EUR is missing for att_.* money came late\.$/);
    assert.match(kept ?? "", /^late_kept of 9\.00 EUR is missing/);
    assert.deepEqual(amounts, ["The ledger has 0.00 EUR received late; the payment has 9.00 EUR."]);
    await unposted.book("late_received", unposted.attemptId);
    await unposted.callOff();
    assert.deepEqual((await textsOf(unposted.paymentId)).length, 1);
  });
});

describe("reports", () => {
  /**
   * Changes to the rows of a payment of 25.99 EUR, with a refund of 10.00 EUR unless `make` makes another payment, and all
   * differences that must be reported.
   */
  const cases: Record<string, { sql: string; expected: RegExp[]; make?: () => Promise<JsonBody> }> = {
    "a changed entry": {
      sql: `UPDATE ledger_transactions SET amounts[1] = amounts[1] + 1
        WHERE payment_id = $1 AND accounts[1] = 'refunds' AND kind = 'refund_succeeded'`,
      expected: [
        /^Transaction ltx_\w+ \(refund_succeeded\) sums to 0\.01 EUR instead of zero\.$/,
        /has the entries refunds 10\.01 EUR, psp_clearing -10\.00 EUR instead of refunds 10\.00 EUR, psp_clearing -10\.00 EUR\.$/,
        /^The ledger has 10\.01 EUR refunded; the payment has 10\.00 EUR\.$/,
        /^The ledger has -0\.01 EUR in pending refunds; the payment has 0\.00 EUR\.$/,
      ],
    },
    "an entry without its counterpart": {
      // A slice, such as amounts[1:1], ends Citus' process with a segmentation fault.
      sql: `UPDATE ledger_transactions SET accounts = trim_array(accounts, 1), amounts = trim_array(amounts, 1)
        WHERE payment_id = $1 AND kind = 'captured'`,
      expected: [
        /\(captured\) has fewer than two entries\.$/,
        /\(captured\) sums to 25\.99 EUR instead of zero\.$/,
        /has the entries psp_clearing 25\.99 EUR instead of/,
        /^The ledger has 0\.00 EUR captured; the payment has 25\.99 EUR\.$/,
      ],
    },
    "a missing transaction": {
      sql: "DELETE FROM ledger_transactions WHERE payment_id = $1 AND kind = 'captured'",
      expected: [
        /^captured of 25\.99 EUR is missing for att_\w+, although the attempt was approved\.$/,
        /^The ledger has 0\.00 EUR captured; the payment has 25\.99 EUR\.$/,
      ],
    },
    "an extra transaction": {
      sql: `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, currency, accounts, amounts)
        SELECT tenant_id, 'ltx_forged0', mode, 'refund_created', 're_forged', id, 'ca_1', 'EUR', '{merchant_payable,refunds}', '{500,-500}'
        FROM payments WHERE id = $1`,
      expected: [
        /^Transaction ltx_forged0 posts refund_created for re_forged, but no record explains it\.$/,
        /^The ledger has 5\.00 EUR in pending refunds; the payment has 0\.00 EUR\.$/,
      ],
    },
    "a transaction of another connector account": {
      sql: "UPDATE ledger_transactions SET connector_account = 'ca_other' WHERE payment_id = $1 AND kind = 'captured'",
      expected: [
        /^Transaction ltx_\w+ \(captured\) is of connector account ca_other instead of ca_sandbox_\w+\.$/,
      ],
    },
    "a wrong amount of the payment": {
      sql: "UPDATE payments SET amount_refunded = amount_refunded + 250 WHERE id = $1",
      expected: [/^The ledger has 10\.00 EUR refunded; the payment has 12\.50 EUR\.$/],
    },
    "a failed refund without the postings of its failure": {
      sql: "UPDATE movements SET status = 'failed', revision = 1 WHERE payment_id = $1",
      expected: [
        /^refund_returned of 10\.00 EUR is missing for re_\w+, although the refund failed after it had succeeded\.$/,
        /^refund_failed of 10\.00 EUR is missing for re_\w+, although the refund failed after it had succeeded\.$/,
      ],
    },
    "a refund of another amount": {
      sql: "UPDATE movements SET amount = 1100 WHERE payment_id = $1",
      expected: [
        /\(refund_created\) has the entries merchant_payable 10\.00 EUR.* instead of merchant_payable 11\.00 EUR/,
        /\(refund_succeeded\) has the entries refunds 10\.00 EUR.* instead of refunds 11\.00 EUR/,
      ],
    },
    "a wrong account": {
      sql: "UPDATE ledger_transactions SET accounts[1] = 'fees' WHERE payment_id = $1 AND kind = 'captured'",
      expected: [
        /has the entries fees 25\.99 EUR, merchant_payable -25\.99 EUR instead of psp_clearing 25\.99 EUR/,
      ],
    },
    "a wrong currency": {
      sql: "UPDATE ledger_transactions SET currency = 'USD' WHERE payment_id = $1 AND kind = 'captured'",
      expected: [
        /\(captured\) has entries in USD, but the payment is in EUR\.$/,
        /has the entries psp_clearing 25\.99 USD/,
      ],
    },
    "a transaction with another payment's id": {
      sql: "UPDATE ledger_transactions SET payment_id = 'pay_other' WHERE payment_id = $1 AND kind = 'captured'",
      expected: [
        /^captured of 25\.99 EUR is missing for att_\w+, although the attempt was approved\.$/,
        /^The ledger has 0\.00 EUR captured; the payment has 25\.99 EUR\.$/,
      ],
    },
    "a transaction in the other mode": {
      sql: "UPDATE ledger_transactions SET mode = 'live' WHERE payment_id = $1 AND kind = 'captured'",
      expected: [
        /^captured of 25\.99 EUR is missing for att_\w+, although the attempt was approved\.$/,
        /^The ledger has 0\.00 EUR captured; the payment has 25\.99 EUR\.$/,
      ],
    },
    "a transaction that wrongly reverses another": {
      sql: `UPDATE ledger_transactions t SET reverses = o.id FROM ledger_transactions o
        WHERE t.payment_id = $1 AND t.kind = 'refund_succeeded'
          AND o.tenant_id = t.tenant_id AND o.payment_id = $1 AND o.kind = 'captured'`,
      expected: [/\(refund_succeeded\) reverses ltx_\w+ instead of nothing\.$/],
    },
    "a pending capture amount without a capture": {
      make: () => authorize(kassa),
      sql: "UPDATE payments SET amount_capture_pending = 300 WHERE id = $1",
      expected: [/^Captures in progress sum to 0\.00 EUR; the payment has 3\.00 EUR\.$/],
    },
    "captured and released amounts without postings": {
      make: () => authorize(kassa),
      sql: "UPDATE payments SET amount_captured = 500, amount_released = 99 WHERE id = $1",
      expected: [
        /^The ledger has 25\.99 EUR authorized and neither captured nor released; the payment has 20\.00 EUR\.$/,
        /^The ledger has 25\.99 EUR that can be captured; the payment has 20\.00 EUR\.$/,
        /^The ledger has 0\.00 EUR captured; the payment has 5\.00 EUR\.$/,
        /^The ledger has 0\.00 EUR released; the payment has 0\.99 EUR\.$/,
      ],
    },
  };

  const paymentOf = new Map<string, string>();
  const found = new Map<string, FoundDifference[]>();

  before(async () => {
    const makeRefunded = async (): Promise<JsonBody> => {
      const paid = await pay(kassa);
      await refund(paid.id, 1000);
      return paid;
    };
    await tamper(
      "ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_balance, DROP CONSTRAINT ledger_transactions_lists",
    );
    for (const [name, { sql, make = makeRefunded }] of Object.entries(cases)) {
      const { id } = await make();
      paymentOf.set(name, id);
      await tamper(sql, [id]);
    }
    const { differences } = await verify();
    for (const difference of differences) {
      const id = difference.paymentId ?? "none";
      found.set(id, [...(found.get(id) ?? []), difference]);
    }
  });

  for (const [name, { expected }] of Object.entries(cases)) {
    test(name, () => {
      const texts = (found.get(paymentOf.get(name) ?? "") ?? []).map(({ text }) => text);
      assert.equal(texts.length, expected.length, texts.join("\n"));
      for (const [at, text] of expected.entries()) assert.match(texts[at] ?? "", text);
    });
  }

  test("entries that belong to no payment", () => {
    const texts = (found.get("none") ?? []).map(
      ({ scope: of, text }) => `${of.mode}: ${text.replace(/ca_sandbox_\w+/, "ca_…")}`,
    );
    assert.deepEqual(texts.toSorted(), [
      "live: All entries of merchant_payable in EUR at ca_… sum to -2599 minor units, the entries of payments and settlements to 0.",
      "live: All entries of psp_clearing in EUR at ca_… sum to 2599 minor units, the entries of payments and settlements to 0.",
      "sandbox: All entries of merchant_payable in EUR at ca_… sum to -27586 minor units, the entries of payments and settlements to -24987.",
      "sandbox: All entries of psp_clearing in EUR at ca_… sum to 20487 minor units, the entries of payments and settlements to 17888.",
    ]);
  });
});
