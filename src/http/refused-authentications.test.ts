import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pino } from "pino";
import { startTestApp, type TestApp } from "../../test/support/app.ts";
import { until } from "../../test/support/until.ts";
import { createKey } from "../tenants/create-key.ts";
import { authenticationsRefused, RefusalLog } from "./refused-authentications.ts";

let kassa: TestApp;
before(async () => {
  // It logs only the first refusal of an address in a minute, and other files have refusals, too.
  kassa = await startTestApp();
});
after(() => kassa.close());

test("logs refused authentications with address and reason, and counts them", async () => {
  const before = authenticationsRefused.counts().get("bad_key") ?? 0;
  assert.equal((await kassa.call("GET", "/api/events", { key: "ks_live_wrong" })).status, 401);
  assert.equal(authenticationsRefused.counts().get("bad_key"), before + 1);
  const line = kassa.logged
    .map((text) => JSON.parse(text))
    .find(({ msg }) => msg === "authentication refused");
  assert.deepEqual([line.reason, line.address], ["bad_key", "127.0.0.1"]);
  assert.ok(!JSON.stringify(line).includes("ks_live_wrong"));
  const narrow = await createKey(
    { database: kassa.db.database, keyring: kassa.keyring },
    { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox", scopes: ["events:read"] },
  );
  assert.ok(narrow.ok);
  assert.equal((await kassa.call("GET", "/api/settings", { key: narrow.value.secret })).status, 403);
  assert.ok((authenticationsRefused.counts().get("scope_missing") ?? 0) > 0);
});

test("logs 10,000 refusals as eleven lines, the last with the number of the others", async () => {
  const lines: { msg: string; more?: number; addresses?: Record<string, number> }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const refusals = new RefusalLog({ windowMs: 50 });
  for (let count = 0; count < 10_000; count += 1)
    refusals.note(log, "bad_key", count % 2 === 0 ? "192.0.2.1" : `2001:db8::${count.toString(16)}`);
  await until(
    () => lines.some(({ msg }) => msg.startsWith("authentications refused")),
    "the minute's summary is logged",
  );
  assert.equal(lines.length, 11);
  assert.equal(lines.at(-1)?.more, 9_990);
  assert.equal(lines.at(-1)?.addresses?.["192.0.2.1"], 5_000);
});
