import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { disputed } from "./disputing.ts";
import { pay } from "./paying.ts";
import { assertProblem } from "./support.ts";

const kassa = useTestApp({ KASSA_SANDBOX_PENDING_MS: "150" });

const order = { clientReferenceId: "order-1042", metadata: { cart: "17", channel: "web" } };
const post = (path: string, body: unknown) => kassa.call("POST", path, { body });

/** The object in the newest event of a type. */
async function newestObject(type: string) {
  const { body } = await kassa.call("GET", `/api/events?type=${type}&limit=1`);
  return body.data[0].data.object;
}

test("a payment starts with its session's metadata; changes to it are its own, merged by key", async () => {
  const payment = await pay(kassa, { session: order });
  assert.deepEqual(payment.metadata, order.metadata);
  assert.deepEqual((await newestObject("payment.captured")).metadata, order.metadata);
  const path = `/api/payments/${payment.id}`;
  const changed = await post(path, { metadata: { cart: null, warehouse: "Utrecht" } });
  assert.deepEqual(changed.body, { ...payment, metadata: { channel: "web", warehouse: "Utrecht" } });
  assert.deepEqual((await kassa.call("GET", path)).body, changed.body);
  const session = await kassa.call("GET", `/api/checkout/sessions/${payment.session}`);
  assert.deepEqual(session.body.metadata, order.metadata, "the session keeps its own");
  assert.equal((await post(path, { metadata: null })).body.metadata, null);
  assertProblem(await post(path, { metadata: { a: "4242 4242 4242 4242" } }), "pan_in_field", "/metadata/a");
  assertProblem(await post(path, { metadata: { a: 1 } }), "metadata_invalid", "/metadata/a");
  const absent = path.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  assertProblem(await post(absent, { metadata: {} }), "not_found");
});

test("a refund starts with its payment's metadata plus the call's; its events carry both", async () => {
  const payment = await pay(kassa, { session: order });
  const refund = await post("/api/refunds", {
    payment: payment.id,
    amount: 100,
    reason: null,
    metadata: { ticket: "T-9" },
  });
  const metadata = { ...order.metadata, ticket: "T-9" };
  assert.deepEqual(
    [refund.body.clientReferenceId, refund.body.metadata],
    ["order-1042", metadata],
    refund.text,
  );
  for (const type of ["refund.created", "refund.succeeded"]) {
    const object = await newestObject(type);
    assert.deepEqual(
      [object.id, object.clientReferenceId, object.metadata],
      [refund.body.id, "order-1042", metadata],
    );
  }
  const changed = await post(`/api/refunds/${refund.body.id}`, { metadata: { ticket: null, by: "kim" } });
  assert.deepEqual(changed.body, { ...refund.body, metadata: { ...order.metadata, by: "kim" } });
  const [listed] = (await kassa.call("GET", `/api/refunds?payment=${payment.id}`)).body.data;
  assert.deepEqual(listed, changed.body);
  const inherited = await post("/api/refunds", { payment: payment.id, amount: 100 });
  assert.deepEqual(inherited.body.metadata, order.metadata);
  const none = await post("/api/refunds", { payment: payment.id, amount: 100, metadata: null });
  assert.equal(none.body.metadata, null);
});

test("a dispute and its events carry the payment's reference and metadata", async () => {
  const dispute = await disputed(kassa, "fraudulent", { session: order });
  assert.deepEqual([dispute.clientReferenceId, dispute.metadata], ["order-1042", order.metadata]);
  const object = await newestObject("dispute.opened");
  assert.deepEqual(
    [object.id, object.clientReferenceId, object.metadata],
    [dispute.id, "order-1042", order.metadata],
  );
  const { body } = await kassa.call("GET", `/api/payments/${dispute.payment}`);
  assert.deepEqual(body.disputes, [dispute]);
});

test("refuses a merge into more than 50 keys, and changes nothing", async () => {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, "v"]));
  const payment = await pay(kassa, { session: { metadata } });
  const path = `/api/payments/${payment.id}`;
  assertProblem(await post(path, { metadata: { another: "x" } }), "metadata_invalid", "/metadata");
  assertProblem(
    await post("/api/refunds", { payment: payment.id, metadata: { another: "x" } }),
    "metadata_invalid",
    "/metadata",
  );
  assert.deepEqual((await kassa.call("GET", path)).body, payment);
});

test("concurrent changes lose no key", async () => {
  const payment = await pay(kassa);
  const path = `/api/payments/${payment.id}`;
  await Promise.all(["a", "b", "c", "d"].map((key) => post(path, { metadata: { [key]: key } })));
  const { body } = await kassa.call("GET", path);
  assert.deepEqual(body.metadata, { a: "a", b: "b", c: "c", d: "d" });
});
