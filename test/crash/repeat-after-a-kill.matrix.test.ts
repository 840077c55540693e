import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import type { KassaProcess } from "../support/process.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// Kassa kills itself at each step between a merchant's request to move money and the response. As the docs advise,
// the merchant repeats the request with its key until it is answered. Then it must have happened once, and every
// further repeat must get the same response.

const points: readonly CrashPoint[] = [
  "move-money:before-intent",
  "move-money:intent-committed",
  "move-money:psp-answered",
  "apply-movement:before-commit",
  "apply-movement:committed",
  "answer:settled",
  "answer:stored",
];

type Kind = "capture" | "void" | "refund";
type Lost = { readonly kind: Kind; readonly key: string; readonly payment: string };

let testbed: Testbed;
const lost: Lost[] = [];
before(async () => {
  testbed = await openTestbed();
});
after(() => testbed.close());

/** Sends the request for one movement. Undefined if the connection breaks. */
async function send({ url }: KassaProcess, { kind, key, payment }: Lost): Promise<Response | undefined> {
  const path = kind === "refund" ? "/refunds" : `/payments/${payment}/${kind}`;
  const body = { capture: { amount: 1000, final: true }, void: undefined, refund: { payment, amount: 600 } }[
    kind
  ];
  try {
    return await fetch(`${url}/api${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${testbed.key}`,
        "idempotency-key": key,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    return undefined;
  }
}

/** A paid session's payment: captured for a refund, otherwise authorized. */
async function makePayment(kassa: KassaProcess, kind: Kind): Promise<string> {
  const visitor = new Visitor(kassa, testbed.key);
  const { id } = await visitor.api("/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/",
    captureMethod: kind === "refund" ? "automatic" : "manual",
  });
  await visitor.pay(id, "approved");
  const [row] = await testbed.db.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [id]);
  assert.ok(row);
  return row.id;
}

test("creates the payments", async (t) => {
  const kassa = await testbed.startKassa();
  t.after(() => kassa.end());
  for (const point of points) {
    for (const kind of ["capture", "void", "refund"] as const) {
      lost.push({
        kind,
        key: `${kind} ${point}`.replace(" ", "-at-"),
        payment: await makePayment(kassa, kind),
      });
    }
  }
});

for (const point of points) {
  test(`killed at ${point}`, async () => {
    for (const request of lost.filter(({ key }) => key.endsWith(`-at-${point}`))) {
      const kassa = await testbed.startKassa({ KASSA_CRASH_AT: point });
      assert.equal(await send(kassa, request), undefined, "the request got a response");
      assert.deepEqual(await kassa.ended, { code: null, signal: "SIGKILL" });
    }
  });
}

test("each repeated request is answered, and happened once", async (t) => {
  const kassa = await testbed.startKassa();
  t.after(() => kassa.end());
  const deadline = performance.now() + 90_000;
  for (const request of lost) {
    let answer = await send(kassa, request);
    while (answer?.status === 409 && performance.now() < deadline) {
      await sleep(200);
      answer = await send(kassa, request);
    }
    const text = (await answer?.text()) ?? "";
    assert.equal(answer?.status, 200, `${request.key}: ${text}`);
    const again = await send(kassa, request);
    assert.equal(await again?.text(), text);
    assert.equal(again?.headers.get("idempotent-replayed"), "true");
    await assertDoneOnce(request);
  }
  assert.deepEqual(await checkInvariants(testbed.db), []);
});

async function assertDoneOnce({ kind, key, payment }: Lost): Promise<void> {
  const [row] = await testbed.db.sql<{ made: number; done: number }>(
    `SELECT count(*)::integer AS made,
       (SELECT count(*)::integer FROM sandbox_psp.charge_log l WHERE l.kind = $2
          AND l.charge IN (SELECT psp_reference FROM attempts WHERE payment_id = $1)) AS done
     FROM movements WHERE payment_id = $1 AND kind = $2`,
    [payment, kind],
  );
  assert.deepEqual(row, { made: 1, done: 1 }, key);
}
