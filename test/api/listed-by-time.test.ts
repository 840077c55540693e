import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDueReports } from "../../src/disputes/check-due-reports.ts";
import { listDisputes } from "../../src/disputes/list-disputes.ts";
import type { Page, PageQuery } from "../../src/kernel/page.ts";
import type { Problem } from "../../src/kernel/problem.ts";
import type { Result } from "../../src/kernel/result.ts";
import type { PaymentDeps } from "../../src/payments/deps.ts";
import { refundPayment } from "../../src/payments/movements/move-money.ts";
import { listPayments } from "../../src/payments/read/list-payments.ts";
import { listRefunds } from "../../src/payments/refunds/list-refunds.ts";
import { createEndpoint } from "../../src/webhooks/create-endpoint.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { listDeliveries } from "../../src/webhooks/list-deliveries.ts";
import { listEndpoints } from "../../src/webhooks/list-endpoints.ts";
import { makeDisputedSale, reportToKassa } from "../support/disputes.ts";
import { usePaymentTestbed } from "../support/payments.ts";

/** Lists with `createdAfter` and `createdBefore` filter by the same time that their items show. */
const rig = usePaymentTestbed({ pendingMs: 50 }, async () => {
  const clock = { nowMs: () => rig.deps.clock.nowMs() - 500 };
  const events = { nowMs: () => clock.nowMs(), subscribers: [fanOut] };
  deps = { ...rig.deps, clock, events };
});
/** Of a process whose clock is behind the database's, as a few milliseconds of work make any clock. */
let deps: PaymentDeps;

/** A list whose items show when they were created. */
type List = (
  query: PageQuery,
) => Promise<Result<Page<{ id: string; createdAt: Date | string }> | undefined, Problem>>;

async function assertListedByTime(list: List): Promise<void> {
  const listed = async (query: PageQuery) => {
    const page = await list(query);
    assert.ok(page.ok && page.value !== undefined);
    return page.value.data;
  };
  const [newest] = await listed({});
  assert.ok(newest, "nothing is listed");
  const time = new Date(newest.createdAt).toISOString();
  assert.equal((await listed({ createdAfter: time }))[0]?.id, newest.id);
  const earlier = await listed({ createdBefore: time });
  assert.ok(!earlier.some(({ id }) => id === newest.id));
}

test("payments, refunds, disputes, endpoints and deliveries are filtered by the time that they show", async () => {
  const { database } = deps;
  const { scope } = rig;
  const made = await database.inTenant(scope, (trx) =>
    createEndpoint({ keyring: rig.keyring, nowMs: deps.events.nowMs }, trx, {
      url: "http://127.0.0.1:9/",
      apiVersion: "2026-11-21",
    }),
  );
  assert.ok(made.ok);
  const sale = await makeDisputedSale({ ...rig, deps });
  const payments = await listPayments(database, scope, {});
  assert.ok(payments.ok);
  await refundPayment(deps, scope, payments.value.data[0]?.id ?? "none", { amount: 1 });
  await reportToKassa({ ...rig, deps }, sale);
  await checkDueReports(deps);
  await assertListedByTime((query) => listPayments(database, scope, query));
  await assertListedByTime((query) => listRefunds(database, scope, query));
  await assertListedByTime((query) => listEndpoints(database, scope, query));
  await assertListedByTime((query) => listDeliveries(database, scope, made.value.endpoint.id, query));
  await assertListedByTime(async (query) => {
    const page = await listDisputes(database, scope, query);
    if (!page.ok) return page;
    const data = page.value.data.map(({ id, openedAt }) => ({ id, createdAt: openedAt }));
    return { ...page, value: { ...page.value, data } };
  });
});
