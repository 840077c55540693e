import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startStopwatch } from "../support/stopwatch.ts";
import { type Receiver, startReceiver } from "../support/webhook-receiver.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// A process that is killed during deliveries leaves leases behind, as many as an endpoint has slots. Its successor
// can't know whether it still delivers, and doesn't use these slots until the leases end; that must be soon.

const slots = 4;

let testbed: Testbed;
let receiver: Receiver;
let hangs = true;
let open = 0;
let mostOpen = 0;

before(async () => {
  testbed = await openTestbed();
  receiver = await startReceiver((_number, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once("close", () => {
      open -= 1;
    });
    if (!hangs) response.end("ok");
  });
});
after(async () => {
  await testbed.close();
  await receiver.close();
});

test("an endpoint whose slots a killed process held gets its events within seconds, never too many at once", async () => {
  const killed = await testbed.startKassa();
  const visitor = new Visitor(killed, testbed.key);
  const { id } = await visitor.api("/webhook-endpoints", { url: receiver.url });
  for (let count = 0; count < 2 * slots; count += 1) await visitor.api(`/webhook-endpoints/${id}/test`, {});
  await receiver.wait(slots);
  await killed.end("SIGKILL");
  hangs = false;
  const stopwatch = startStopwatch();
  await testbed.startKassa();
  await receiver.wait(slots + 2 * slots);
  stopwatch.assertWithin(9_000, "an event after the process died");
  assert.equal(mostOpen, slots);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  assert.equal(
    new Set(ids).size,
    2 * slots,
    "the interrupted deliveries were repeated under their ids, and no others",
  );
});
