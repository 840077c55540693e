import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startStopwatch } from "../support/stopwatch.ts";
import { type Receiver, startReceiver } from "../support/webhook-receiver.ts";
import { type House, openHouse, Visitor } from "./shop.ts";

// A process that is killed while it delivers leaves leases behind, as many as an endpoint has places. Whoever comes after
// it can't tell whether it still delivers, and lets these places be until the leases end: that has to be soon.

const places = 4;

let house: House;
let receiver: Receiver;
let hangs = true;
let open = 0;
let mostOpen = 0;

before(async () => {
  house = await openHouse();
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
  await house.close();
  await receiver.close();
});

test("an endpoint whose places a killed process held gets its events seconds later, never too many at once", async () => {
  const killed = await house.startKassa();
  const visitor = new Visitor(killed, house.key);
  const { id } = await visitor.api("/webhook-endpoints", { url: receiver.url });
  for (let count = 0; count < 2 * places; count += 1) await visitor.api(`/webhook-endpoints/${id}/test`, {});
  await receiver.wait(places);
  await killed.end("SIGKILL");
  hangs = false;
  const stopwatch = startStopwatch();
  await house.startKassa();
  await receiver.wait(places + 2 * places);
  stopwatch.assertWithin(9_000, "an event after the process died");
  assert.equal(mostOpen, places);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  assert.equal(
    new Set(ids).size,
    2 * places,
    "what was cut short came again under its id, and nothing besides",
  );
});
