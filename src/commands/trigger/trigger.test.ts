import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../../../test/support/app.ts";
import { type CommandEnding, runKassaHere } from "../../../test/support/command.ts";
import { testSecretKey } from "../../../test/support/keyring.ts";
import { until } from "../../../test/support/until.ts";
import { type EventType, eventTypes } from "../../events/event-types.ts";
import { recipes } from "./recipes.ts";
import { Shop } from "./shop.ts";

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
});
after(() => kassa.close());

for (const type of Object.keys(eventTypes) as EventType[]) {
  const recipe = recipes[type];
  if ("impossible" in recipe) continue;
  test(`the recipe of ${type} makes it happen`, async () => {
    const shop = new Shop(kassa.app, kassa.tenant.keys.sandbox.secret, { clientReferenceId: "by trigger" });
    await recipe(shop);
    const found = await shop.until("it has happened", async () => {
      const path = `events?session=${shop.session?.id}&type=${type}`;
      const { data } = await shop.call({ method: "GET", path });
      return (data as unknown[])[0];
    });
    assert.ok(found);
  });
}

test("only what the simulated PSP never does can't be triggered", () => {
  const impossible = Object.entries(recipes).flatMap(([type, recipe]) =>
    "impossible" in recipe ? [type] : [],
  );
  assert.deepEqual(impossible, ["payment.needs_review", "payment.void_failed", "dispute.reopened"]);
});

test("a refund waits while movements are on hold, as after a start", async () => {
  const recipe = recipes["refund.created"];
  if ("impossible" in recipe) throw new Error(recipe.impossible);
  const hold = `INSERT INTO movement_holds (tenant_id, mode, id, next_check_at)
    SELECT DISTINCT tenant_id, mode, connector_account, now() + interval '1 hour' FROM attempts`;
  await kassa.db.sql(hold);
  const shop = new Shop(kassa.app, kassa.tenant.keys.sandbox.secret, {});
  let isDone = false;
  const refunding = Promise.resolve(recipe(shop)).then(() => {
    isDone = true;
  });
  const isPaid = "SELECT FROM payments WHERE session_id = $1 AND status = 'captured'";
  await until(async () => (await kassa.db.sql(isPaid, [shop.session?.id ?? ""])).length > 0, "it is paid");
  assert.equal(isDone, false);
  await kassa.db.sql("DELETE FROM movement_holds");
  await refunding;
});

test("amounts of transfers are in the currency's decimals", async () => {
  const shop = new Shop(kassa.app, kassa.tenant.keys.sandbox.secret, { amount: 3001, currency: "JPY" });
  const recipe = recipes["payment.partially_funded"];
  if ("impossible" in recipe) throw new Error(recipe.impossible);
  await recipe(shop);
  const received = async (): Promise<number | undefined> => {
    const payment = await shop.payment(String(shop.session?.id));
    return Number(payment.amountReceived) || undefined;
  };
  assert.equal(await shop.until("a part has arrived", received), 1501);
});

const trigger = (...args: string[]): Promise<CommandEnding> =>
  runKassaHere(["trigger", ...args], {
    env: {
      DATABASE_URL: kassa.db.settings.connectionString,
      KASSA_SECRET_KEY: testSecretKey,
      KASSA_RATE_LIMIT: "off",
    },
  });

test("kassa trigger prints the event, whose session has the given fields, and leaves no key behind", async () => {
  const ending = await trigger("payment.captured", "--set", "amount=5000", "currency=USD", "--json");
  assert.equal(ending.code, 0, ending.output);
  const event = JSON.parse(ending.stdout);
  assert.deepEqual(
    [event.type, event.data.object.amount, event.data.object.currency],
    ["payment.captured", 5000, "USD"],
  );
  const { body } = await kassa.call("GET", `/api/events/${event.id}`);
  assert.deepEqual(body, event);
  const keys = await kassa.db.sql(
    "SELECT name, revoked_at IS NULL AS usable FROM api_keys WHERE name = 'kassa trigger'",
  );
  assert.deepEqual(keys, [{ name: "kassa trigger", usable: false }]);
  const told = await trigger("refund.created");
  assert.match(told.stdout, /^✓ refund\.created has happened: evt_sandbox_/);
});

test("what can't be triggered says why, and wrong fields are named", async () => {
  for (const [args, says] of [
    [["payment.needs_review"], /can't be triggered\. The simulated PSP always approves/],
    [["payment.captured", "--set", "amount"], /--set: "amount" has to be like amount=5000/],
    [["payment.captured", "--set", "amount=5.00"], /whole number of minor units/],
    [["payment.captured", "--set", "colour=red"], /unknown_field/],
    [["payment.imagined"], /'payment\.imagined' is invalid|Allowed choices are/],
  ] as const) {
    const ending = await trigger(...args);
    assert.equal(ending.code, 2, ending.output);
    assert.match(ending.stderr, says);
  }
});
